import { FairLimiter } from '../lib/fair-limiter.ts';
import type { Log } from '../lib/log.ts';
import {
  type Fetched,
  type GetOptions,
  OUTBOUND_LIMITS,
  type Outbound,
  OutboundError,
} from '../lib/outbound/outbound.ts';
import { OnDemandThread } from './on-demand-thread.ts';

/** What the thread fetches. */
export interface FetchTask {
  href: string;
  options: GetOptions;
  /** Hosts of our own database and Redis, which must not be reached. */
  ownHosts: string[];
}

/** A response in the form that is passed between threads. */
export interface PlainFetched extends Omit<Fetched, 'headers'> {
  headers: [string, string][];
}

/** How the thread runs; the defaults are those of the server. */
export interface OutboundThreadOptions {
  ownHosts: string[];
  program?: URL;
  idleMs?: number;
  hangsAfterMs?: number;
}

const IDLE_MS = 10_000;
// A fetch has its own, shorter time limit.
const HANGS_AFTER_MS = 2 * OUTBOUND_LIMITS.totalMs;
const NO_GROUP = 0;

/** Fetches URLs that users enter, on a separate thread, so that no response of a server can delay redirects. */
export class OutboundThread implements Outbound {
  readonly #thread: OnDemandThread<FetchTask, PlainFetched>;
  readonly #gate = new FairLimiter({ width: 32, groupWidth: 4, groupMaxWaiting: 200 });
  readonly #ownHosts: string[];
  #isStopped = false;

  constructor(log: Log, options: OutboundThreadOptions) {
    const { ownHosts, idleMs = IDLE_MS, hangsAfterMs = HANGS_AFTER_MS } = options;
    const { program = new URL('./outbound.worker.ts', import.meta.url) } = options;
    this.#ownHosts = ownHosts;
    this.#thread = new OnDemandThread({ name: 'outbound', program, log, idleMs, hangsAfterMs });
  }

  async get(href: string, options: GetOptions = {}): Promise<Fetched> {
    const task = { href, options, ownHosts: this.#ownHosts };
    try {
      const fetched = await this.#gate.run(options.group ?? NO_GROUP, () => this.#run(task));
      return { ...fetched, headers: new Headers(fetched.headers) };
    } catch (cause) {
      throw new OutboundError(cause);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#thread.stop();
  }

  async #run(task: FetchTask): Promise<PlainFetched> {
    // A task that waits in the limiter must not start the thread again.
    if (this.#isStopped) throw new Error('the server is stopping');
    return this.#thread.run(task);
  }
}

/** Runs a task on the thread. */
export async function fetchPlainly(outbound: Outbound, { href, options }: FetchTask): Promise<PlainFetched> {
  try {
    const { headers, bytes, ...fetched } = await outbound.get(href, options);
    // Copies the bytes: postMessage would send the whole buffer behind a view.
    return { ...fetched, headers: [...headers], bytes: new Uint8Array(bytes) };
  } catch (error) {
    // Only the cause is passed on, for the log.
    throw error instanceof OutboundError ? error.cause : error;
  }
}
