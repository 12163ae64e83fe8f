import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';

/** What a worker sends to the hub. */
export type ToHub =
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'take'; id: number; bucket: string; rule: RateRule }
  | { kind: 'giveBack'; bucket: string }
  | { kind: 'tell'; news: unknown }
  | { kind: 'ask'; id: number; question: string }
  | { kind: 'answer'; id: number; value: unknown };

/** What the hub sends to a worker. */
export type ToWorker =
  | { kind: 'look' }
  | { kind: 'taken'; id: number; verdict: RateVerdict }
  | { kind: 'told'; news: unknown }
  | { kind: 'asked'; id: number; question: string }
  | { kind: 'answers'; id: number; values: unknown[] };

/** A worker's place at the hub. */
export interface Seat {
  receive(message: ToHub): void;
  /** The worker has ended: nobody waits for its answers any longer. */
  leave(): void;
}

interface Member {
  send(message: ToWorker): void;
  onReady(): void;
}

// Longer than any worker waits for answers.
const ROUND_LIMIT_MS = 10_000;

/** A question on its way, with those whose answers are missing. */
interface Round {
  asker: Member;
  id: number;
  askedAtMs: number;
  missing: Set<Member>;
  values: unknown[];
}

/** Stands between the workers of one machine: hands on what they tell and ask each other, and counts their limits in one place. */
export class WorkerHub {
  readonly #windows: RateWindows;
  readonly #now: Clock;
  readonly #members = new Set<Member>();
  readonly #rounds = new Map<number, Round>();
  #lastRound = 0;

  /** The clock need only be steady. */
  constructor(windows: RateWindows, now: Clock = performance.now.bind(performance)) {
    this.#windows = windows;
    this.#now = now;
  }

  /** How many questions are on their way. */
  get asked(): number {
    return this.#rounds.size;
  }

  join(member: Member): Seat {
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
      case 'alive':
        return;
      case 'take':
        void this.#take(member, message);
        return;
      case 'giveBack':
        void this.#windows.giveBack(message.bucket);
        return;
      case 'tell':
        for (const other of this.#othersOf(member)) other.send({ kind: 'told', news: message.news });
        return;
      case 'ask':
        this.#ask(member, message);
        return;
      case 'answer':
        this.#note(message.id, member, [message.value]);
    }
  }

  async #take(member: Member, { id, bucket, rule }: Extract<ToHub, { kind: 'take' }>): Promise<void> {
    member.send({ kind: 'taken', id, verdict: await this.#windows.take(bucket, rule) });
  }

  #ask(asker: Member, { id, question }: Extract<ToHub, { kind: 'ask' }>): void {
    this.#forgetOld();
    const others = this.#othersOf(asker);
    const number = ++this.#lastRound;
    this.#rounds.set(number, { asker, id, askedAtMs: this.#now(), missing: new Set(others), values: [] });
    for (const other of others) other.send({ kind: 'asked', id: number, question });
    this.#endIfComplete(number);
  }

  /** A worker that hangs never answers, and whoever asked no longer waits. */
  #forgetOld(): void {
    for (const [number, { askedAtMs }] of this.#rounds) {
      if (this.#now() - askedAtMs < ROUND_LIMIT_MS) return;
      this.#rounds.delete(number);
    }
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    for (const [number, { asker }] of this.#rounds) {
      if (asker === member) this.#rounds.delete(number);
      else this.#note(number, member, []);
    }
  }

  #note(number: number, member: Member, values: unknown[]): void {
    const round = this.#rounds.get(number);
    if (!round?.missing.delete(member)) return;
    round.values.push(...values);
    this.#endIfComplete(number);
  }

  #endIfComplete(number: number): void {
    const round = this.#rounds.get(number);
    if (!round || round.missing.size > 0) return;
    this.#rounds.delete(number);
    round.asker.send({ kind: 'answers', id: round.id, values: round.values });
  }

  #othersOf(member: Member): Member[] {
    return [...this.#members].filter((other) => other !== member);
  }
}
