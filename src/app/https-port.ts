import type { CertificateSource } from '../certificates/certificate.ts';
import type { Config } from '../config/config.ts';
import type { RequestHandler } from '../http/api.ts';
import type { Log } from '../lib/log.ts';
import { drain, type Listener, listen } from './listen.ts';

interface Parts {
  config: Config;
  /** 0 for any free port. */
  port: number;
  source: CertificateSource;
  handle: RequestHandler;
  log: Log;
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
  port: number;
  readonly #parts: Parts;
  #current: Listener | undefined;
  #replacing: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #replacedMs = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.port = parts.port;
    this.#replace();
    parts.source.onChange(() => this.#replaceSoon());
  }

  /** Ends after the requests in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#replacing;
    if (this.#current) await drain(this.#current);
    await this.#current?.stop();
  }

  /** Ends at once. */
  async cut(): Promise<void> {
    await this.#current?.stop(true);
  }

  #replaceSoon(): void {
    if (this.#timer || this.#isStopped) return;
    const waitMs = Math.max(0, this.#replacedMs + REPLACE_PAUSE_MS - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#replace();
    }, waitMs);
    this.#timer.unref();
  }

  #replace(): void {
    const { config, source, handle, log } = this.#parts;
    const certificates = source.list();
    if (certificates.length === 0 || this.#isStopped) return;
    const old = this.#current;
    try {
      const isShared = true;
      this.#current = listen({ config, port: this.port, setting: 'HTTPS_PORT', isShared, handle, certificates });
    } catch (error) {
      if (!old) throw error;
      log.error('the port for HTTPS could not be opened again; the old certificates stay', { error });
      return;
    }
    this.port = this.#current.port;
    this.#replacedMs = performance.now();
    log.info('HTTPS is ready', { port: this.port, certificates: certificates.length });
    if (old) this.#replacing = this.#handOver(old);
  }

  async #handOver(old: Listener): Promise<void> {
    const endMs = performance.now() + HANDOVER_MS;
    await drain(old, HANDOVER_MS);
    await Bun.sleep(Math.max(0, endMs - performance.now()));
    await old.stop();
  }
}
