import type { Socket } from 'bun';
import { waitUntil } from './wait.ts';

/** How a visit ended for the client: `cut` if the connection ended before the whole response arrived. */
export type VisitResult = 'answered' | 'cut' | 'refused';

/** The load that the client generates. */
export interface LoadRules {
  connections: number;
  /** The total number of visits. */
  visits: number;
  /** Extra bytes in each visit, which only fill the journal. */
  padding: number;
  /** The pause of each connection between a response and the next visit. */
  pauseMs: number;
}

const RULES: LoadRules = { connections: 16, visits: Number.POSITIVE_INFINITY, padding: 0, pauseMs: 0 };

// The journal cuts each header to this length.
const LONGEST_REFERRER = 500;
const LONGEST_LANGUAGE = 250;

/** The largest visit: about 850 bytes in the journal, so a segment holds about 5,000 visits. */
export const MOST_PADDING = LONGEST_REFERRER + LONGEST_LANGUAGE;

const HEAD_END = '\r\n\r\n';

/** The User-Agent of a visit; it is unique. */
export function agentOf(visit: number): string {
  return `Load/${visit}`;
}

interface Connection {
  /** The visit in progress. */
  visit: number | undefined;
  received: string;
}

/** Visits links over keep-alive connections and records every visit and how it ended. */
export class ClickLoad {
  /** The result of each visit, by its number; undefined while it is in progress. */
  readonly results: (VisitResult | undefined)[] = [];
  answered = 0;
  /** Visits that were cut after a part of their response had arrived. */
  partial = 0;
  /** Status lines of the responses that were not redirects. */
  readonly refusals: string[] = [];
  readonly #url: URL;
  readonly #paths: string[];
  /** Every visit number is lower than this one. */
  #end = 0;
  #openConnections = 0;

  constructor(url: string, paths: string[]) {
    this.#url = new URL(url);
    this.#paths = paths;
  }

  get cut(): number {
    return this.results.filter((result) => result === 'cut').length;
  }

  /** The link of a visit. */
  linkOf(visit: number): number {
    return visit % this.#paths.length;
  }

  /** Resolves after every visit has ended, after `stop`, or after the server has closed every connection. */
  async run(rules: Partial<LoadRules> = {}): Promise<void> {
    const all = { ...RULES, ...rules };
    this.#end = this.results.length + all.visits;
    this.#openConnections += all.connections;
    await Promise.all(
      Array.from({ length: all.connections }, async () => {
        await this.#runConnection(all);
        this.#openConnections -= 1;
      }),
    );
  }

  /** Starts no new visit; `run` resolves when the visits in progress have ended. */
  stop(): void {
    this.#end = 0;
  }

  /** Waits for this many more redirects; throws if no connection is left that could bring them. */
  async reach(more: number): Promise<void> {
    const wanted = this.answered + more;
    const isReached = () => {
      if (this.answered >= wanted) return true;
      if (this.#openConnections > 0) return false;
      throw new Error(`every connection has ended; refused: ${this.refusals.join(', ')}`);
    };
    await waitUntil(`${more} more visits are answered`, isReached, { everyMs: 1 });
  }

  async #runConnection(rules: LoadRules): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await Bun.connect<Connection>({
      hostname: this.#url.hostname,
      port: Number(this.#url.port),
      data: { visit: undefined, received: '' },
      socket: {
        open: (socket) => this.#send(socket, rules),
        data: (socket, bytes) => this.#receive(socket, bytes, rules),
        close: ({ data }) => {
          this.#noteCut(data);
          end();
        },
      },
    });
    await ended;
  }

  #send(socket: Socket<Connection>, { padding }: LoadRules): void {
    if (this.results.length >= this.#end) {
      socket.end();
      return;
    }
    const visit = this.results.push(undefined) - 1;
    const lines = [
      `GET ${this.#paths[this.linkOf(visit)]} HTTP/1.1`,
      `Host: ${this.#url.host}`,
      `User-Agent: ${agentOf(visit)}`,
      `Accept-Language: de${'-x'.repeat(Math.max(0, padding - LONGEST_REFERRER) / 2)}`,
      `Referer: https://news.example/${'r'.repeat(Math.min(padding, LONGEST_REFERRER))}`,
    ];
    socket.data = { visit, received: '' };
    const text = lines.join('\r\n') + HEAD_END;
    if (socket.write(text) < text.length) socket.terminate();
  }

  #receive(socket: Socket<Connection>, bytes: Buffer, rules: LoadRules): void {
    const { data } = socket;
    data.received += bytes.toString('latin1');
    if (data.visit === undefined || !data.received.includes(HEAD_END)) return;
    const isRedirect = data.received.startsWith('HTTP/1.1 302 ');
    this.results[data.visit] = isRedirect ? 'answered' : 'refused';
    data.visit = undefined;
    if (isRedirect) this.answered += 1;
    else this.refusals.push(data.received.slice(0, data.received.indexOf('\r\n')));
    // After `Connection: close` a client sends nothing more over the connection.
    if (!isRedirect || /\r\nconnection: close\r\n/i.test(data.received)) socket.end();
    else if (rules.pauseMs === 0) this.#send(socket, rules);
    else setTimeout(() => this.#send(socket, rules), rules.pauseMs);
  }

  #noteCut({ visit, received }: Connection): void {
    if (visit === undefined) return;
    this.results[visit] = 'cut';
    if (received !== '') this.partial += 1;
  }
}
