import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { Crew, Ear } from './crew.ts';
import type { ToHub, ToWorker } from './worker-hub.ts';

const VERDICT_LIMIT_MS = 250;
// A little longer than a process waits for its own clicks to be counted.
const ANSWERS_LIMIT_MS = 2_500;

/** The line of one worker to the hub, and over it to the other workers. */
export class WorkerLine implements Crew {
  readonly number: number;
  readonly #send: (message: ToHub) => void;
  readonly #waiting = new Map<number, (message: ToWorker) => void>();
  #ear: Ear | undefined;
  #lastId = 0;

  /** `number` tells which of the workers this is, from 1. */
  constructor(send: (message: ToHub) => void, number: number) {
    this.#send = send;
    this.number = number;
  }

  /** Tells the hub that visitors are answered from now on. */
  tellReady(): void {
    this.#send({ kind: 'ready' });
  }

  tell(news: unknown): void {
    this.#send({ kind: 'tell', news });
  }

  async ask(question: string): Promise<unknown[]> {
    try {
      const reply = await this.#request(ANSWERS_LIMIT_MS, (id) => ({ kind: 'ask', id, question }));
      return reply.kind === 'answers' ? reply.values.filter((value) => value !== undefined) : [];
    } catch {
      return [];
    }
  }

  listen(ear: Ear): void {
    this.#ear = ear;
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'look':
        this.#send({ kind: 'alive' });
        return;
      case 'told':
        this.#ear?.hear(message.news);
        return;
      case 'asked':
        void this.#answer(message);
        return;
      default:
        this.#waiting.get(message.id)?.(message);
    }
  }

  /** The limits that all workers share; where the hub does not answer, this one counts for itself. */
  sharedWindows(whileAway: RateWindows): RateWindows {
    const take = async (bucket: string, rule: RateRule): Promise<RateVerdict> => {
      try {
        const reply = await this.#request(VERDICT_LIMIT_MS, (id) => ({ kind: 'take', id, bucket, rule }));
        if (reply.kind === 'taken') return reply.verdict;
      } catch {
        // Counted here instead.
      }
      return whileAway.take(bucket, rule);
    };
    return { take, giveBack: async (bucket) => this.#send({ kind: 'giveBack', bucket }) };
  }

  async #request(limitMs: number, write: (id: number) => ToHub): Promise<ToWorker> {
    const id = ++this.#lastId;
    const replied = new Promise<ToWorker>((resolve) => this.#waiting.set(id, resolve));
    try {
      this.#send(write(id));
      return await withTimeLimit(limitMs, replied);
    } finally {
      this.#waiting.delete(id);
    }
  }

  async #answer({ id, question }: Extract<ToWorker, { kind: 'asked' }>): Promise<void> {
    const value = await this.#ear?.answer(question).catch(() => undefined);
    this.#send({ kind: 'answer', id, value });
  }
}
