import { connect as connectPlainly, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { bareHost, type Destination } from './destination.ts';

/** The time limit for connecting, and the trusted certificate authorities; the system's by default. */
export interface SocketOptions {
  connectMs: number;
  certificates?: string | undefined;
}

function startSocket({ url, port }: Destination, host: string, certificates: string | undefined): Socket {
  if (url.protocol === 'http:') return connectPlainly({ host, port });
  const name = bareHost(url);
  return connectSecurely({
    // Always an address, so that no DNS lookup happens here.
    host,
    port,
    // The certificate must match the name. SNI does not allow an address; the certificate is then checked against `host`.
    ...(isIP(name) === 0 && { servername: name }),
    ...(certificates !== undefined && { ca: certificates }),
    ALPNProtocols: ['http/1.1'],
    // Explicit, because an environment variable may have turned it off.
    rejectUnauthorized: true,
  });
}

function openOne(destination: Destination, address: string, certificates: string | undefined, signal: AbortSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = startSocket(destination, address, certificates);
  const stop = () => {
    socket.destroy();
    reject(signal.reason);
  };
  signal.addEventListener('abort', stop);
  // Stays attached: an error event without a listener would end the process.
  socket.on('error', reject);
  socket.once('close', () => reject(new Error('closed before it was open')));
  socket.once(destination.url.protocol === 'http:' ? 'connect' : 'secureConnect', () => resolve(socket));
  return promise.finally(() => signal.removeEventListener('abort', stop));
}

/** Connects to the first checked address that accepts, including TLS; the name is used only to verify the certificate. */
export async function openSocket(
  destination: Destination,
  { connectMs, certificates }: SocketOptions,
  signal: AbortSignal,
): Promise<Socket> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
  let failure: unknown;
  for (const address of destination.addresses) {
    limit.throwIfAborted();
    try {
      return await openOne(destination, address, certificates, limit);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
