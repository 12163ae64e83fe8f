import type { Socket } from 'bun';

/** How a visit ended for the client: `cut` where its connection ended before the whole answer. */
export type Fate = 'answered' | 'cut' | 'refused';

/** How hard the client works. */
export interface LoadRules {
  connections: number;
  /** How many visits there are in all. */
  visits: number;
  /** Bytes that each visit carries for nothing but to fill the journal. */
  padding: number;
  /** Pause of each connection between an answer and its next visit. */
  pauseMs: number;
}

const RULES: LoadRules = { connections: 16, visits: Number.POSITIVE_INFINITY, padding: 0, pauseMs: 0 };

// Of each header the journal keeps no more than this.
const LONGEST_REFERRER = 500;
const LONGEST_LANGUAGE = 250;

/** As much as a visit can carry: about 850 bytes in the journal, and so 5,000 visits a segment. */
export const MOST_PADDING = LONGEST_REFERRER + LONGEST_LANGUAGE;

const HEAD_END = '\r\n\r\n';

/** The agent of a visit, which no other visit has. */
export function agentOf(visit: number): string {
  return `Load/${visit}`;
}

interface Line {
  /** The visit that is under way. */
  visit: number | undefined;
  received: string;
}

/** Visits links over connections that are kept alive, and keeps its own list of every visit and of how it ended. */
export class ClickLoad {
  /** By the visit's number; undefined while it is under way. */
  readonly fates: (Fate | undefined)[] = [];
  answered = 0;
  /** Visits that were cut after a part of their answer had come. */
  torn = 0;
  /** First lines of the answers that were no redirect. */
  readonly refusals: string[] = [];
  readonly #url: URL;
  readonly #paths: string[];
  /** No visit has this number or a higher one. */
  #end = 0;

  constructor(url: string, paths: string[]) {
    this.#url = new URL(url);
    this.#paths = paths;
  }

  get cut(): number {
    return this.fates.filter((fate) => fate === 'cut').length;
  }

  /** Which of the links a visit goes to. */
  linkOf(visit: number): number {
    return visit % this.#paths.length;
  }

  /** Over once every visit has ended, `stop` was called, or the server has ended every connection. */
  async run(rules: Partial<LoadRules> = {}): Promise<void> {
    const all = { ...RULES, ...rules };
    this.#end = this.fates.length + all.visits;
    await Promise.all(Array.from({ length: all.connections }, () => this.#runLine(all)));
  }

  /** Begins no new visit; `run` is over once those under way have ended. */
  stop(): void {
    this.#end = 0;
  }

  /** Waits until so many more are answered. */
  async reach(more: number): Promise<void> {
    const wanted = this.answered + more;
    while (this.answered < wanted) await Bun.sleep(1);
  }

  async #runLine(rules: LoadRules): Promise<void> {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    await Bun.connect<Line>({
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

  #send(socket: Socket<Line>, { padding }: LoadRules): void {
    if (this.fates.length >= this.#end) {
      socket.end();
      return;
    }
    const visit = this.fates.push(undefined) - 1;
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

  #receive(socket: Socket<Line>, bytes: Buffer, rules: LoadRules): void {
    const { data } = socket;
    data.received += bytes.toString('latin1');
    if (data.visit === undefined || !data.received.includes(HEAD_END)) return;
    const isRedirect = data.received.startsWith('HTTP/1.1 302 ');
    this.fates[data.visit] = isRedirect ? 'answered' : 'refused';
    data.visit = undefined;
    if (isRedirect) this.answered += 1;
    else this.refusals.push(data.received.slice(0, data.received.indexOf('\r\n')));
    // Whoever is told that a connection ends sends nothing more over it.
    if (!isRedirect || /\r\nconnection: close\r\n/i.test(data.received)) socket.end();
    else if (rules.pauseMs === 0) this.#send(socket, rules);
    else setTimeout(() => this.#send(socket, rules), rules.pauseMs);
  }

  #noteCut({ visit, received }: Line): void {
    if (visit === undefined) return;
    this.fates[visit] = 'cut';
    if (received !== '') this.torn += 1;
  }
}
