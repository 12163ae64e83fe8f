import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { OtherWorkers, WorkerListener } from './other-workers.ts';
import type { ToHub, ToWorker } from './worker-hub.ts';

const VERDICT_LIMIT_MS = 250;
// Slightly longer than a process waits for its own clicks to be counted.
const REPLIES_LIMIT_MS = 2_500;

/** A worker's connection to the hub, and through it to the other workers. */
export class HubConnection implements OtherWorkers {
  readonly number: number;
  readonly #send: (message: ToHub) => void;
  readonly #waiting = new Map<number, (message: ToWorker) => void>();
  #listener: WorkerListener | undefined;
  #lastId = 0;

  /** `number` is the number of this worker, from 1. */
  constructor(send: (message: ToHub) => void, number: number) {
    this.#send = send;
    this.number = number;
  }

  /** Reports to the hub that this worker serves requests now. */
  reportReady(): void {
    this.#send({ kind: 'ready' });
  }

  broadcast(message: unknown): void {
    this.#send({ kind: 'broadcast', message });
  }

  async query(question: string): Promise<unknown[]> {
    try {
      const reply = await this.#request(REPLIES_LIMIT_MS, (id) => ({ kind: 'query', id, question }));
      return reply.kind === 'replies' ? reply.values.filter((value) => value !== undefined) : [];
    } catch {
      return [];
    }
  }

  listen(listener: WorkerListener): void {
    this.#listener = listener;
  }

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'ping':
        this.#send({ kind: 'pong' });
        return;
      case 'broadcast':
        this.#listener?.onBroadcast(message.message);
        return;
      case 'query':
        void this.#reply(message);
        return;
      default:
        this.#waiting.get(message.id)?.(message);
    }
  }

  /** The rate windows that all workers share. If the hub does not respond, this worker counts in `fallback`. */
  sharedWindows(fallback: RateWindows): RateWindows {
    const take = async (bucket: string, rule: RateRule): Promise<RateVerdict> => {
      try {
        const reply = await this.#request(VERDICT_LIMIT_MS, (id) => ({ kind: 'take', id, bucket, rule }));
        if (reply.kind === 'taken') return reply.verdict;
      } catch {
        // The fallback counts it.
      }
      return fallback.take(bucket, rule);
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

  async #reply({ id, question }: Extract<ToWorker, { kind: 'query' }>): Promise<void> {
    const value = await this.#listener?.onQuery(question).catch(() => undefined);
    this.#send({ kind: 'reply', id, value });
  }
}
