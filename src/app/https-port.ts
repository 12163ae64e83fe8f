import type { CertificateSource } from '../certificates/certificate.ts';
import type { Config } from '../config/config.ts';
import type { RequestHandler } from '../http/api.ts';
import type { Log } from '../lib/log.ts';
import { behindProxy, ChallengeProxy } from './challenge-proxy.ts';
import { drain, type Listener, listen } from './listen.ts';

interface Parts {
  config: Config;
  port: number;
  source: CertificateSource;
  handle: RequestHandler;
  log: Log;
}

/** What serves the port: a listener, with a proxy in front of it during a tls-alpn-01 challenge. */
interface Opened {
  listener: Listener | undefined;
  proxy: ChallengeProxy | undefined;
}

// Replacing a listener takes a second; certificates that arrive within this time are used together.
const REPLACE_PAUSE_MS = 3_000;
// While the old listener still accepts connections, each of its responses asks the client to connect again.
const HANDOVER_MS = 1_000;

/**
 * The port for HTTPS. Bun cannot change the certificates of a listener, so a new one opens the same port, and the old one closes its
 * connections after their next response. Until there is a certificate, the port is closed.
 */
export class HttpsPort {
  readonly #parts: Parts;
  #current: Opened = { listener: undefined, proxy: undefined };
  #replacing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #replacedMs = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Opens the port if there is a certificate, and whenever the certificates change. */
  static async open(parts: Parts): Promise<HttpsPort> {
    const port = new HttpsPort(parts);
    await port.#replace();
    parts.source.onChange(() => port.#replaceSoon());
    return port;
  }

  /** Ends after the requests in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#replacing;
    await this.#close(this.#current);
  }

  /** Ends at once. */
  async cut(): Promise<void> {
    await this.#current.listener?.stop(true);
  }

  #replaceSoon(): void {
    if (this.#timer || this.#isStopped) return;
    const waitMs = Math.max(0, this.#replacedMs + REPLACE_PAUSE_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#replacing = this.#replacing.then(() => this.#replaceSafely());
    }, waitMs);
    this.#timer.unref();
  }

  async #replaceSafely(): Promise<void> {
    if (this.#isStopped) return;
    try {
      await this.#replace();
    } catch (error) {
      this.#parts.log.error('the port for HTTPS could not be opened again; the old certificates stay', { error });
    }
  }

  async #replace(): Promise<void> {
    const { source, log } = this.#parts;
    const old = this.#current;
    const opened = source.listChallenges().length > 0 ? await this.#openProxy() : this.#openDirect();
    if (!opened) return;
    this.#current = opened;
    this.#replacedMs = performance.now();
    const { port } = this.#parts;
    log.info('HTTPS is ready', { port, certificates: source.list().length, isBehindProxy: opened.proxy !== undefined });
    // Without waiting: the next change may replace the new listener while the old one still closes.
    this.#close(old, HANDOVER_MS).catch((error) => log.error('an old listener could not be closed', { error }));
  }

  #openDirect(): Opened | undefined {
    const { config, port, source, handle } = this.#parts;
    const certificates = source.list();
    if (certificates.length === 0 && !this.#current.proxy) return undefined;
    const options = { config, port, setting: 'HTTPS_PORT', isShared: true, handle, certificates } as const;
    return { listener: certificates.length === 0 ? undefined : listen(options), proxy: undefined };
  }

  async #openProxy(): Promise<Opened> {
    const { config, port, source, handle } = this.#parts;
    const certificates = source.list();
    const opened: Opened = { listener: undefined, proxy: undefined };
    if (certificates.length > 0) {
      const findClients = behindProxy.bind(undefined, () => opened.proxy);
      const options = { config, port: 0, setting: 'HTTPS_PORT', isShared: false, handle, certificates } as const;
      opened.listener = listen({ ...options, findClients });
    }
    const sitePort = () => opened.listener?.port;
    const challenges = source.listChallenges();
    opened.proxy = new ChallengeProxy({ host: config.host, port, sitePort, challenges });
    await opened.proxy.open();
    return opened;
  }

  /** Lets the clients of a listener connect again, for at least `overlapMs`, and closes it. */
  async #close({ listener, proxy }: Opened, overlapMs = 0): Promise<void> {
    proxy?.close();
    if (!listener) return;
    const endMs = performance.now() + overlapMs;
    await drain(listener);
    await Bun.sleep(Math.max(0, endMs - performance.now()));
    await listener.stop();
  }
}
