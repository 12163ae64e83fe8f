import { actAs } from '../core/actor.ts';
import { endAudit } from '../db/audit.store.ts';
import type { Db } from '../db/db.ts';
import type { Handover } from '../db/give-rows.ts';
import { transaction } from '../db/transaction.ts';
import type { Log } from '../lib/log.ts';
import { deleteUser, findRemoval, listRemovals } from '../resources/account/user-removal.store.ts';
import { moveRollups } from '../rollups/move-rollups.store.ts';
import { erase } from '../rollups/rollup.store.ts';

const RESUME_EVERY_MS = 60_000;
const ROLLUPS_AT_ONCE = 100;

interface Parts {
  db: Db;
  deleteWebhooks(userId: number): Promise<void>;
  deleteContent(userId: number, signal: AbortSignal): Promise<void>;
  giveContent(handover: Handover, signal: AbortSignal): Promise<void>;
  log: Log;
}

/** Deletes users whose removal is stored. Every step can be repeated, so several nodes may work on the same removal. */
export class UserRemovals {
  readonly #parts: Parts;
  readonly #running = new Map<number, Promise<void>>();
  readonly #aborter = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Deletes a user whose removal is stored; resolves when the user is gone. */
  run(userId: number): Promise<void> {
    const running = this.#running.get(userId);
    if (running) return running;
    const work = this.#remove(userId).finally(() => this.#running.delete(userId));
    this.#running.set(userId, work);
    return work;
  }

  /** Continues removals that were interrupted, now and every minute. */
  start(): void {
    this.#resumeAfter(0);
  }

  /** Stops after the current step; the next start continues. */
  async close(): Promise<void> {
    this.#aborter.abort();
    clearTimeout(this.#timer);
    await Promise.allSettled(this.#running.values());
  }

  get #isClosed(): boolean {
    return this.#aborter.signal.aborted;
  }

  #resumeAfter(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      void this.#resume().finally(() => this.#resumeAfter(RESUME_EVERY_MS));
    }, ms);
    this.#timer.unref();
  }

  async #resume(): Promise<void> {
    const { db, log } = this.#parts;
    try {
      for (const { userId } of await listRemovals(db)) if (!this.#isClosed) await this.run(userId);
    } catch (error) {
      if (!this.#isClosed) log.error('a user could not be deleted; it is tried again every minute', { error });
    }
  }

  async #remove(userId: number): Promise<void> {
    const { db, deleteWebhooks, deleteContent, giveContent, log } = this.#parts;
    const { signal } = this.#aborter;
    const removal = await findRemoval(db, userId);
    if (!removal) return;
    const { heirId } = removal;
    // First: webhooks of a deleted user must not receive the deletion of the content, or what the heir does with it.
    await deleteWebhooks(userId);
    // The log has the deletion of the user; its rows about the content would be deleted at once.
    await actAs({ isSilent: true }, async () => {
      if (heirId === null) await deleteContent(userId, signal);
      else await giveContent({ from: userId, to: heirId }, signal);
    });
    while ((await transaction(db, (tx) => endAudit(tx, userId, heirId))) > 0) signal.throwIfAborted();
    await transaction(db, async (tx) => {
      // First: it waits for transactions that count clicks for this user.
      await deleteUser(tx, userId);
      const own = { noun: 'user' as const, id: userId };
      if (heirId === null) await erase(tx, own);
      else while ((await moveRollups(tx, own, { noun: 'user', id: heirId }, ROLLUPS_AT_ONCE)) > 0);
    });
    log.info('a user was deleted', { user: userId, heir: heirId ?? undefined });
  }
}
