import type { Log } from '../lib/log.ts';
import type { WebhookSending } from '../resources/webhooks/sending.service.ts';
import type { DueWebhook, HeldWebhook } from '../resources/webhooks/sending.store.ts';

interface Parts {
  sending: WebhookSending;
  /** Announces links whose end has passed. */
  announceExpired(): Promise<void>;
  now(): number;
  log: Log;
}

// Another process may have stored something for a webhook, and ended.
const LOOK_EVERY_MS = 1_000;
// Endpoints that fail, and may hang, get only a part of the places.
const MAX_AT_ONCE = 128;
const MAX_FAILING = 64;

/** A webhook that is being sent to. */
interface Busy {
  isFailing: boolean;
  /** Whether more was due since it began. */
  isAwaited: boolean;
  work: Promise<void>;
}

/** Sends the deliveries of webhooks: to many endpoints at the same time, to each of them one after the other. */
export class WebhookSender {
  readonly #parts: Parts;
  readonly #aborter = new AbortController();
  readonly #busy = new Map<number, Busy>();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isAwaited = false;
  #isStarted = false;
  #isFailing = false;
  /** Whether a webhook waits for a place. */
  #isFull = false;
  #ranAt = Number.NEGATIVE_INFINITY;

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
    const { sending, now, log } = this.#parts;
    try {
      await this.#runRegularly();
      const all = await sending.listDue();
      const due = all.filter(({ dueAt }) => dueAt <= now()).sort((left, right) => left.dueAt - right.dueAt);
      await this.#begin(due);
      this.#isFailing = false;
      const next = Math.min(...all.filter((webhook) => !due.includes(webhook)).map(({ dueAt }) => dueAt));
      return Math.min(Math.max(next - now(), 1), LOOK_EVERY_MS);
    } catch (error) {
      if (!this.#isFailing) log.warn('webhooks could not be sent; they are tried again', { error });
      this.#isFailing = true;
      return LOOK_EVERY_MS;
    }
  }

  /** What need not happen with every look. */
  async #runRegularly(): Promise<void> {
    const { sending, announceExpired, now } = this.#parts;
    // By both clocks: a test moves one of them.
    const time = performance.now() + now();
    if (Math.abs(time - this.#ranAt) < LOOK_EVERY_MS) return;
    await announceExpired();
    await sending.dropSurplus();
    this.#ranAt = time;
  }

  /** Sends to those of these webhooks that are not being sent to, as far as there are places. */
  async #begin(due: DueWebhook[]): Promise<void> {
    const chosen: DueWebhook[] = [];
    let failing = [...this.#busy.values()].filter(({ isFailing }) => isFailing).length;
    for (const webhook of due) {
      const busy = this.#busy.get(webhook.id);
      const hasPlace = this.#busy.size + chosen.length < MAX_AT_ONCE && (!webhook.isFailing || failing < MAX_FAILING);
      if (busy) busy.isAwaited = true;
      else if (!hasPlace) this.#isFull = true;
      else {
        chosen.push(webhook);
        if (webhook.isFailing) failing += 1;
      }
    }
    const byId = new Map(chosen.map((webhook) => [webhook.id, webhook]));
    for (const held of await this.#parts.sending.hold([...byId.keys()])) {
      const { isFailing = false, hasClicks = true } = byId.get(held.id) ?? {};
      const busy: Busy = { isFailing, isAwaited: false, work: this.#send(held, hasClicks) };
      this.#busy.set(held.id, busy);
      void busy.work.then(() => this.#end(held.id, busy));
    }
  }

  async #send(held: HeldWebhook, hasClicks: boolean): Promise<void> {
    const { sending, log } = this.#parts;
    await sending.sendTo(held, hasClicks, this.#aborter.signal).catch((error) => {
      log.debug('deliveries of a webhook were interrupted', { webhook: held.id, error });
    });
  }

  /** Looks again if something was stored meanwhile, or if another endpoint waits for the place. */
  #end(id: number, { isAwaited }: Busy): void {
    this.#busy.delete(id);
    if (!isAwaited && !this.#isFull) return;
    this.#isFull = false;
    this.wake();
  }
}
