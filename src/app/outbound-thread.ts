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

/** What the thread is to fetch. */
export interface FetchOrder {
  href: string;
  options: GetOptions;
  /** Hosts of our own store and bus, which it must not reach. */
  ownHosts: string[];
}

/** What it fetched, as it crosses between threads. */
export interface PlainFetched extends Omit<Fetched, 'headers'> {
  headers: [string, string][];
}

/** How the thread is run; the defaults are those of the server. */
export interface OutboundThreadOptions {
  ownHosts: string[];
  program?: URL;
  idleMs?: number;
  hangsAfterMs?: number;
}

const IDLE_MS = 10_000;
// Its own time limit ends every fetch long before.
const HANGS_AFTER_MS = 2 * OUTBOUND_LIMITS.totalMs;
const NO_GROUP = 0;

/** The client for what users name, on a thread of its own: however a server answers, redirects do not wait for it. */
export class OutboundThread implements Outbound {
  readonly #thread: OnDemandThread<FetchOrder, PlainFetched>;
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
    const order = { href, options, ownHosts: this.#ownHosts };
    try {
      const fetched = await this.#gate.run(options.group ?? NO_GROUP, () => this.#run(order));
      return { ...fetched, headers: new Headers(fetched.headers) };
    } catch (cause) {
      throw new OutboundError(cause);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#thread.stop();
  }

  async #run(order: FetchOrder): Promise<PlainFetched> {
    // What waits at the gate must not start the thread again.
    if (this.#isStopped) throw new Error('the server is stopping');
    return this.#thread.run(order);
  }
}

/** What a thread does with an order, by its own client. */
export async function fetchPlainly(outbound: Outbound, { href, options }: FetchOrder): Promise<PlainFetched> {
  try {
    const { headers, bytes, ...fetched } = await outbound.get(href, options);
    // A copy of its own: a view of a larger buffer would send all of that buffer.
    return { ...fetched, headers: [...headers], bytes: new Uint8Array(bytes) };
  } catch (error) {
    // The reason alone crosses the threads; it is for the log.
    throw error instanceof OutboundError ? error.cause : error;
  }
}
