import { RedisClient } from 'bun';
import type { Log } from '../lib/log.ts';
import { withTimeLimit } from '../lib/time-limit.ts';

const ANSWER_LIMIT_MS = 250;
const REST_MS = 1_000;

/**
 * The connection to Redis. It never blocks a caller for long: a command fails within 250 ms. After a failure, commands fail at
 * once for a second; then the next command tries again.
 */
export class RedisConnection {
  readonly #url: string;
  readonly #log: Log;
  readonly #answerLimitMs: number;
  #client: RedisClient | undefined;
  #restUntilMs = 0;

  constructor(url: string, log: Log, answerLimitMs = ANSWER_LIMIT_MS) {
    this.#url = url;
    this.#log = log;
    this.#answerLimitMs = answerLimitMs;
  }

  /** Sends one command; undefined while Redis is unavailable. */
  async send(command: string, words: string[]): Promise<{ value: unknown } | undefined> {
    if (performance.now() < this.#restUntilMs) return undefined;
    try {
      return { value: await withTimeLimit(this.#answerLimitMs, this.#open().send(command, words)) };
    } catch (error) {
      this.#rest(error as Error);
      return undefined;
    }
  }

  close(): void {
    this.#client?.close();
    this.#client = undefined;
  }

  #open(): RedisClient {
    // Creates a new client after each failure: the client's own reconnecting gives up after some attempts.
    this.#client ??= new RedisClient(this.#url, { autoReconnect: false, connectionTimeout: this.#answerLimitMs });
    return this.#client;
  }

  #rest(error: Error): void {
    if (performance.now() >= this.#restUntilMs) {
      this.#log.warn('Redis is unavailable; this node counts rate limits on its own', { reason: error.message });
    }
    this.#restUntilMs = performance.now() + REST_MS;
    this.close();
  }
}
