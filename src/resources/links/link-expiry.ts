import type { Db } from '../../db/db.ts';
import { type EventListener, findAllListeners } from '../../db/outbox.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { EndedLink, LinkOutbox } from './link.outbox.ts';
import { listEnded, readScannedTo, saveScannedTo } from './link-expiry.store.ts';

interface Parts {
  db: Db;
  outbox: Pick<LinkOutbox, 'expired'>;
  now: Clock;
}

// A transaction that sets an end may be committed this long after the end was looked for.
const OVERLAP_MS = 60_000;
const SAVE_EVERY_MS = 30_000;
const LINKS_AT_ONCE = 500;

/**
 * Announces links whose end has passed to the webhooks that want to know. Every process looks for them; the key of the event makes
 * sure that a webhook gets each of them once.
 */
export class LinkExpiry {
  readonly #parts: Parts;
  /** What was announced already, so that it is not read again for as long as it overlaps. */
  readonly #announced = new Map<string, number>();
  #scannedTo: number | undefined;
  #savedAt = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Announces what has ended since the last call, also in another process or before a restart. Returns how many links ended. */
  async announce(): Promise<number> {
    const { db, now } = this.#parts;
    const listeners = await findAllListeners(db, 'link.expired');
    if (listeners.length === 0) {
      this.#scannedTo = undefined;
      return 0;
    }
    const until = now();
    this.#scannedTo ??= (await readScannedTo(db)) ?? until;
    const count = await this.#announceBetween(Math.min(this.#scannedTo, until) - OVERLAP_MS, until, listeners);
    this.#scannedTo = until;
    for (const [key, at] of this.#announced) if (at < until - 2 * OVERLAP_MS) this.#announced.delete(key);
    if (Math.abs(until - this.#savedAt) >= SAVE_EVERY_MS) {
      await saveScannedTo(db, until);
      this.#savedAt = until;
    }
    return count;
  }

  async #announceBetween(from: number, until: number, listeners: EventListener[]): Promise<number> {
    const { db, outbox } = this.#parts;
    let count = 0;
    const owners = [...new Set(listeners.map(({ owner }) => owner))];
    for (let after = { expiresAt: from, id: Number.MAX_SAFE_INTEGER }; ; ) {
      const found = await listEnded(db, owners, { after, until, limit: LINKS_AT_ONCE });
      const fresh = found.filter((link) => !this.#announced.has(keyOf(link)));
      if (fresh.length > 0) await transaction(db, (tx) => this.#store(tx, outbox, fresh, listeners));
      for (const link of fresh) this.#announced.set(keyOf(link), until);
      count += fresh.length;
      const last = found.at(-1);
      if (!last || found.length < LINKS_AT_ONCE) return count;
      after = last;
    }
  }

  /** A webhook is told nothing that happened before it was there. */
  async #store(tx: Db, outbox: Parts['outbox'], links: EndedLink[], listeners: EventListener[]): Promise<void> {
    for (const listener of listeners) {
      const own = links.filter(
        ({ owner, expiresAt }) => owner === listener.owner && expiresAt >= listener.listensSince,
      );
      if (own.length > 0) await outbox.expired(tx, own, [listener]);
    }
  }
}

function keyOf({ id, expiresAt }: EndedLink): string {
  return `${id} ${expiresAt}`;
}
