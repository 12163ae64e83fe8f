import type { Server } from 'bun';
import type { TlsCertificate } from '../certificates/certificate.ts';
import { type Config, ConfigError } from '../config/config.ts';
import type { RequestHandler } from '../http/api.ts';
import type { PeerSource } from '../http/peer.ts';
import { isLoopbackName } from '../lib/ip.ts';

const MAX_BODY_BYTES = 1024 * 1024 * 1024;

/** An open port. */
export interface Listener {
  port: number;
  /** Replaces the handler. */
  handle: RequestHandler;
  /** Ends after the requests in progress; `isForced` ends them too. */
  stop(isForced?: boolean): Promise<void>;
}

/** Where to listen. */
export interface ListenOptions {
  config: Config;
  port: number;
  /** The setting that a message about the port names. */
  setting: 'PORT' | 'HTTP_PORT' | 'HTTPS_PORT';
  /** Whether other workers, or an older listener of this process, listen on the same port. */
  isShared: boolean;
  handle: RequestHandler;
  /** For HTTPS: the certificates, the default first. */
  certificates?: TlsCertificate[];
  /** For connections that this process passes on to itself, over a loopback address. */
  findClients?: (peers: PeerSource) => PeerSource;
}

const LOOPBACK = '127.0.0.1';

/** On a loopback address every client is on this machine. Reading the address of a connection costs as much CPU as the rest of a redirect. */
function onLoopback(server: Server<undefined>): PeerSource {
  const peer = { address: LOOPBACK };
  return { requestIP: () => peer, timeout: (request, seconds) => server.timeout(request, seconds) };
}

function explain(error: unknown, { config: { host }, port, setting }: ListenOptions): ConfigError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigError(`${setting} ${port} is in use by another program. Stop it or set another ${setting}.`);
  }
  return new ConfigError(`Cannot listen on ${host}:${port} (HOST and ${setting}): ${message}.`);
}

function tlsOptions(certificates: TlsCertificate[] | undefined) {
  if (!certificates) return {};
  const tls = certificates.map(({ name, chain, key }) => ({ serverName: name, cert: chain, key }));
  return { tls, http2: true };
}

/** Opens a port; throws a ConfigError that names the setting. */
export function listen(options: ListenOptions): Listener {
  const { config, port, isShared, certificates, findClients } = options;
  const listener: Pick<Listener, 'handle'> = { handle: options.handle };
  try {
    const server: Server<undefined> = Bun.serve({
      port,
      hostname: findClients ? LOOPBACK : config.host,
      development: false,
      // Every endpoint has a limit of its own; the largest is that of files to import.
      maxRequestBodySize: MAX_BODY_BYTES,
      // With reusePort, Bun would share the port with another program, and each request would reach one of the two at random.
      reusePort: isShared,
      ...tlsOptions(certificates),
      fetch: (request: Request) => listener.handle(request, peers),
    });
    const direct: PeerSource = isLoopbackName(config.host) ? onLoopback(server) : server;
    const peers = findClients ? findClients(server) : direct;
    return Object.assign(listener, {
      port: server.port ?? port,
      stop: (isForced = false) => server.stop(isForced),
    });
  } catch (error) {
    throw explain(error, options);
  }
}

// A response that closes its connection is sent until no request has arrived for QUIET_MS.
const QUIET_MS = 50;
const DRAIN_LIMIT_MS = 1_000;

/**
 * Closes connections after their next response, until no more requests arrive. Closing a connection on which a request has just
 * arrived would reset it.
 */
export async function drain(listener: Listener, limitMs = DRAIN_LIMIT_MS): Promise<void> {
  const { handle } = listener;
  let requestCount = 0;
  listener.handle = async (...request) => {
    requestCount += 1;
    const response = await handle(...request);
    response.headers.set('Connection', 'close');
    return response;
  };
  const endMs = performance.now() + limitMs;
  for (let seen = -1; seen !== requestCount && performance.now() < endMs; await Bun.sleep(QUIET_MS))
    seen = requestCount;
}
