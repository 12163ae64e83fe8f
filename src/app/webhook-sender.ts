import type { Log } from '../lib/log.ts';
import { WorkLoop } from '../lib/work-loop.ts';
import type { WebhookSending } from '../resources/webhooks/sending.service.ts';
import type { DueWebhook, LeasedWebhook } from '../resources/webhooks/sending.store.ts';

interface Parts {
  sending: WebhookSending;
  now(): number;
  log: Log;
}

// Another process may have stored something for a webhook, and ended.
const LOOK_EVERY_MS = 1_000;
// Counts everything that waits, which takes a while if that is much.
const COUNT_EVERY_MS = 60_000;
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
  readonly #loop: WorkLoop;
  /** Whether a webhook waits for a place. */
  #isFull = false;
  #droppedAt = Number.NEGATIVE_INFINITY;
  #countedAt = Number.NEGATIVE_INFINITY;
  #activeAt = performance.now();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#loop = new WorkLoop({
      run: () => this.#look(),
      retryAfterMs: LOOK_EVERY_MS,
      failureText: 'webhooks could not be sent; they are tried again',
      log: parts.log,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Looks for deliveries now; for a process that just stored one. */
  wake(): void {
    this.#loop.wake();
  }

  /** How long nothing has been sent. */
  get idleMs(): number {
    return this.#busy.size > 0 ? 0 : performance.now() - this.#activeAt;
  }

  /** Sends nothing more; resolves once nothing uses the store. */
  async close(): Promise<void> {
    this.#aborter.abort();
    await this.#loop.close();
    await Promise.all([...this.#busy.values()].map(({ work }) => work));
  }

  /** Returns when to look again. */
  async #look(): Promise<number> {
    const { sending, now } = this.#parts;
    await this.#dropSurplus();
    const all = await sending.listDue();
    const due = all.filter(({ dueAt }) => dueAt <= now()).sort((left, right) => left.dueAt - right.dueAt);
    await this.#begin(due);
    const next = Math.min(...all.filter((webhook) => !due.includes(webhook)).map(({ dueAt }) => dueAt));
    return Math.min(Math.max(next - now(), 1), LOOK_EVERY_MS);
  }

  /** Drops what waits beyond the limits, at most once a second: this reads everything that waits. */
  async #dropSurplus(): Promise<void> {
    const { sending } = this.#parts;
    if (performance.now() - this.#droppedAt < LOOK_EVERY_MS) return;
    await sending.dropSurplus();
    this.#droppedAt = performance.now();
    if (performance.now() - this.#countedAt < COUNT_EVERY_MS) return;
    await sending.giveUpSurplus();
    this.#countedAt = performance.now();
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
    for (const leased of await this.#parts.sending.lease([...byId.keys()])) {
      const { isFailing = false, hasClicks = true } = byId.get(leased.id) ?? {};
      const busy: Busy = { isFailing, isAwaited: false, work: this.#send(leased, hasClicks) };
      this.#busy.set(leased.id, busy);
      void busy.work.then(() => this.#end(leased.id, busy));
    }
  }

  async #send(leased: LeasedWebhook, hasClicks: boolean): Promise<void> {
    const { sending, log } = this.#parts;
    await sending.sendTo(leased, hasClicks, this.#aborter.signal).catch((error) => {
      log.debug('deliveries of a webhook were interrupted', { webhook: leased.id, error });
    });
  }

  /** Looks again if something was stored meanwhile, or if another endpoint waits for the place. */
  #end(id: number, { isAwaited }: Busy): void {
    this.#busy.delete(id);
    this.#activeAt = performance.now();
    if (!isAwaited && !this.#isFull) return;
    this.#isFull = false;
    this.wake();
  }
}
