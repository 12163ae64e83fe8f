import type { Log } from '../lib/log.ts';
import type { WebhookSending } from '../resources/webhooks/sending.service.ts';

interface Parts {
  sending: WebhookSending;
  /** Announces links whose end has passed. */
  announceExpired(): Promise<void>;
  now(): number;
  log: Log;
}

// Another process may have stored something for a webhook, and ended.
const LOOK_EVERY_MS = 1_000;
const DROP_EVERY_MS = 2_000;
// Endpoints that fail, and may hang, get only a part of the places.
const MAX_AT_ONCE = 128;
const MAX_FAILING_AT_ONCE = 64;

/** Sends the deliveries of webhooks: to many endpoints at the same time, to each of them one after the other. */
export class WebhookSender {
  readonly #parts: Parts;
  readonly #aborter = new AbortController();
  readonly #busy = new Map<number, { isFailing: boolean; work: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAwaited = false;
  #isStarted = false;
  #isFailing = false;
  #droppedAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    this.#isStarted = true;
    this.#sleep(0);
  }

  /** Looks for deliveries now; for a process that just stored one. */
  wake(): void {
    if (!this.#isStarted) return;
    this.#isAwaited = true;
    this.#sleep(0);
  }

  /** Sends nothing more; resolves once nothing uses the store. */
  async close(): Promise<void> {
    this.#aborter.abort();
    clearTimeout(this.#timer);
    await this.#running;
    await Promise.all([...this.#busy.values()].map(({ work }) => work));
  }

  #sleep(ms: number): void {
    if (this.#aborter.signal.aborted || this.#running) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isAwaited = false;
      this.#running = this.#look().then((delayMs) => {
        this.#running = undefined;
        this.#sleep(this.#isAwaited ? 0 : delayMs);
      });
    }, ms);
    this.#timer.unref();
  }

  /** Returns when to look again. */
  async #look(): Promise<number> {
    const { sending, announceExpired, now, log } = this.#parts;
    try {
      await announceExpired();
      const time = performance.now();
      if (time - this.#droppedAt >= DROP_EVERY_MS) {
        await sending.dropSurplus();
        this.#droppedAt = time;
      }
      const all = await sending.listDue();
      const idle = all.filter(({ id }) => !this.#busy.has(id)).sort((left, right) => left.dueAt - right.dueAt);
      for (const { id, isFailing } of idle.filter(({ dueAt }) => dueAt <= now())) this.#begin(id, isFailing);
      this.#isFailing = false;
      const next = idle.find(({ dueAt }) => dueAt > now());
      return next ? Math.min(Math.max(next.dueAt - now(), 1), LOOK_EVERY_MS) : LOOK_EVERY_MS;
    } catch (error) {
      if (!this.#isFailing) log.warn('webhooks could not be sent; they are tried again', { error });
      this.#isFailing = true;
      return LOOK_EVERY_MS;
    }
  }

  #begin(id: number, isFailing: boolean): void {
    const failing = [...this.#busy.values()].filter((other) => other.isFailing).length;
    if (this.#busy.size >= MAX_AT_ONCE || (isFailing && failing >= MAX_FAILING_AT_ONCE)) return;
    const { sending, log } = this.#parts;
    const work = sending.sendTo(id, this.#aborter.signal).then(
      () => {
        this.#busy.delete(id);
        // Something may have been stored at the last moment, and another endpoint may wait for the place.
        this.wake();
      },
      (error) => {
        // Looks again after the usual time: the store is probably away.
        this.#busy.delete(id);
        log.debug('deliveries of a webhook were interrupted', { webhook: id, error });
      },
    );
    this.#busy.set(id, { isFailing, work });
  }
}
