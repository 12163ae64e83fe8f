import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';

/** Messages from a worker to the hub. */
export type ToHub =
  | { kind: 'ready' }
  | { kind: 'pong' }
  | { kind: 'take'; id: number; bucket: string; rule: RateRule }
  | { kind: 'giveBack'; bucket: string }
  | { kind: 'broadcast'; message: unknown }
  | { kind: 'query'; id: number; question: string }
  | { kind: 'reply'; id: number; value: unknown };

/** Messages from the hub to a worker. */
export type ToWorker =
  | { kind: 'ping' }
  | { kind: 'taken'; id: number; verdict: RateVerdict }
  | { kind: 'broadcast'; message: unknown }
  | { kind: 'query'; id: number; question: string }
  | { kind: 'replies'; id: number; values: unknown[] };

/** The hub's end of the connection to one worker. */
export interface HubMembership {
  receive(message: ToHub): void;
  /** Must be called when the worker has ended, so that no query waits for its replies. */
  leave(): void;
}

interface Member {
  send(message: ToWorker): void;
  onReady(): void;
}

// Longer than any worker waits for replies.
const QUERY_LIMIT_MS = 10_000;

/** A query in progress, with the members that have not replied yet. */
interface PendingQuery {
  sender: Member;
  id: number;
  sentAtMs: number;
  missing: Set<Member>;
  values: unknown[];
}

/** Connects the workers of one machine: passes on their broadcasts and queries, and counts their rate limits in one place. */
export class WorkerHub {
  readonly #windows: RateWindows;
  readonly #now: Clock;
  readonly #members = new Set<Member>();
  readonly #queries = new Map<number, PendingQuery>();
  #lastQuery = 0;

  /** The clock must be monotonic; it need not show the time of day. */
  constructor(windows: RateWindows, now: Clock = performance.now.bind(performance)) {
    this.#windows = windows;
    this.#now = now;
  }

  get pendingQueryCount(): number {
    return this.#queries.size;
  }

  join(member: Member): HubMembership {
    this.#members.add(member);
    return {
      receive: (message) => this.#receive(member, message),
      leave: () => this.#leave(member),
    };
  }

  #receive(member: Member, message: ToHub): void {
    switch (message.kind) {
      case 'ready':
        member.onReady();
        return;
      case 'pong':
        return;
      case 'take':
        void this.#take(member, message);
        return;
      case 'giveBack':
        void this.#windows.giveBack(message.bucket);
        return;
      case 'broadcast':
        for (const other of this.#othersOf(member)) other.send(message);
        return;
      case 'query':
        this.#query(member, message);
        return;
      case 'reply':
        this.#addReply(message.id, member, [message.value]);
    }
  }

  async #take(member: Member, { id, bucket, rule }: Extract<ToHub, { kind: 'take' }>): Promise<void> {
    member.send({ kind: 'taken', id, verdict: await this.#windows.take(bucket, rule) });
  }

  #query(sender: Member, { id, question }: Extract<ToHub, { kind: 'query' }>): void {
    this.#dropExpired();
    const others = this.#othersOf(sender);
    const number = ++this.#lastQuery;
    this.#queries.set(number, { sender, id, sentAtMs: this.#now(), missing: new Set(others), values: [] });
    for (const other of others) other.send({ kind: 'query', id: number, question });
    this.#endIfComplete(number);
  }

  /** Drops expired queries: a worker that hangs never replies, and the sender has stopped waiting. */
  #dropExpired(): void {
    for (const [number, { sentAtMs }] of this.#queries) {
      if (this.#now() - sentAtMs < QUERY_LIMIT_MS) return;
      this.#queries.delete(number);
    }
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    for (const [number, { sender }] of this.#queries) {
      if (sender === member) this.#queries.delete(number);
      else this.#addReply(number, member, []);
    }
  }

  #addReply(number: number, member: Member, values: unknown[]): void {
    const query = this.#queries.get(number);
    if (!query?.missing.delete(member)) return;
    query.values.push(...values);
    this.#endIfComplete(number);
  }

  #endIfComplete(number: number): void {
    const query = this.#queries.get(number);
    if (!query || query.missing.size > 0) return;
    this.#queries.delete(number);
    query.sender.send({ kind: 'replies', id: query.id, values: query.values });
  }

  #othersOf(member: Member): Member[] {
    return [...this.#members].filter((other) => other !== member);
  }
}
