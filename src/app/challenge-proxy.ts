import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
// biome-ignore lint/style/noRestrictedImports: for a server, which answers the certificate authority.
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import type { ChallengeCertificate } from '../certificates/certificate.ts';
import type { PeerSource } from '../http/peer.ts';
import { readOfferedProtocols } from '../lib/client-hello.ts';

/** The protocol by which a certificate authority asks for the response to a tls-alpn-01 challenge (RFC 8737). */
const CHALLENGE_PROTOCOL = 'acme-tls/1';
// The largest TLS record. A ClientHello fits in one, so after this many bytes the connection is passed on.
const MAX_HELLO_BYTES = 16_384 + 5;
const HELLO_LIMIT_MS = 10_000;

interface Parts {
  host: string;
  port: number;
  /** The loopback port of the listener that serves everyone else; undefined while there is none. */
  sitePort(): number | undefined;
  challenges: ChallengeCertificate[];
}

function listenOn(server: Server, options: { host: string; port: number; reusePort?: boolean }): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options, () => resolve((server.address() as AddressInfo).port));
  });
}

/**
 * Takes the port for HTTPS while a tls-alpn-01 challenge is pending. `Bun.serve` cannot negotiate the protocol of the challenge, so this
 * looks at the first bytes of each connection, and passes all others on to the site without decrypting them.
 */
export class ChallengeProxy {
  readonly #parts: Parts;
  readonly #responder: Server;
  readonly #server: Server;
  /** The addresses of clients, by the port of the connection on which they are passed on. */
  readonly #clients = new Map<number, string>();
  #responderPort = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const contexts = new Map(
      parts.challenges.map(({ name, pem }) => [name, createSecureContext({ cert: pem, key: pem })]),
    );
    this.#responder = createTlsServer(
      {
        ALPNProtocols: [CHALLENGE_PROTOCOL],
        SNICallback: (name, done) => done(null, contexts.get(name.toLowerCase())),
      },
      (socket) => socket.on('error', () => {}).end(),
    ).on('tlsClientError', () => {});
    this.#server = createServer({ allowHalfOpen: true }, (socket) => this.#accept(socket));
  }

  async open(): Promise<void> {
    const { host, port } = this.#parts;
    this.#responderPort = await listenOn(this.#responder, { host: '127.0.0.1', port: 0 });
    await listenOn(this.#server, { host, port, reusePort: true });
  }

  /** The address of the client whose connection is passed on from this port. */
  findClient(port: number): string | undefined {
    return this.#clients.get(port);
  }

  /** Accepts no more connections; those that are passed on continue. */
  close(): void {
    this.#server.close();
    this.#responder.close();
  }

  #accept(client: Socket): void {
    let bytes = Buffer.alloc(0);
    client.on('error', () => client.destroy());
    client.setTimeout(HELLO_LIMIT_MS, () => client.destroy());
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const offered = readOfferedProtocols(bytes);
      if (offered === undefined && bytes.length < MAX_HELLO_BYTES) return;
      client.off('data', read);
      client.pause();
      client.setTimeout(0);
      const isChallenge = offered?.includes(CHALLENGE_PROTOCOL) ?? false;
      this.#pass(client, bytes, isChallenge ? this.#responderPort : this.#parts.sitePort());
    };
    client.on('data', read);
  }

  #pass(client: Socket, bytes: Buffer, port: number | undefined): void {
    if (port === undefined) {
      client.destroy();
      return;
    }
    const inner = connect({ host: '127.0.0.1', port, allowHalfOpen: true }, () => {
      const { localPort = 0 } = inner;
      this.#clients.set(localPort, client.remoteAddress ?? '');
      inner.on('close', () => this.#clients.delete(localPort));
      inner.write(bytes);
      client.pipe(inner);
      inner.pipe(client);
    });
    inner.on('error', () => client.destroy());
    inner.on('close', () => client.destroy());
    client.on('close', () => inner.destroy());
  }
}

/** Finds the clients of connections that the proxy passes on. */
export function behindProxy(proxy: () => ChallengeProxy | undefined, peers: PeerSource): PeerSource {
  return {
    requestIP(request) {
      const peer = peers.requestIP(request) as { address: string; port?: number } | null;
      const address = peer?.port === undefined ? undefined : proxy()?.findClient(peer.port);
      return address === undefined ? peer : { address };
    },
    timeout: (request, seconds) => peers.timeout?.(request, seconds),
  };
}
