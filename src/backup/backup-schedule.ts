import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { moveTurn, readTurn, type StoredTurn } from './backup-turn.store.ts';
import { deleteOlder, listScheduled, removeDrafts, type ScheduledBackup, scheduledName } from './scheduled-file.ts';

/** Makes and verifies a backup; rejects with the reason, or when it is aborted. */
export type MakeScheduled = (out: string, signal: AbortSignal) => Promise<{ bytes: number }>;

/** What a schedule needs. */
export interface ScheduleParts {
  db: Db;
  folder: string;
  /** Whether the last backup may be in the folder of another node. */
  hasOtherNodes: boolean;
  everyMs: number;
  keep: number;
  make: MakeScheduled;
  log: Log;
  now: Clock;
}

const CHECK_EVERY_MS = 30_000;
const RETRY_AFTER_MS = 10 * 60_000;

// The process that makes a backup renews its turn while it works. If the process is killed, another one can start after this time.
const HOLD_MS = 5 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Makes backups at intervals. Several processes and nodes may run a schedule: the store decides which one makes the next backup. */
export class BackupSchedule {
  /** The last good backup. */
  last: ScheduledBackup | undefined;
  /** How many attempts of this process failed. */
  failures = 0;
  readonly #parts: ScheduleParts;
  readonly #aborter = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<unknown> = Promise.resolve();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#checkAfter(0);
  }

  /** Makes a backup if one is due and no other process makes it. */
  async check(): Promise<void> {
    const { db, folder, hasOtherNodes, everyMs, now } = this.#parts;
    // The turn is read first: a backup that ends afterward changes it, and then it cannot be taken.
    const stored = await readTurn(db);
    this.last = hasOtherNodes ? (stored.turn.last ?? undefined) : listScheduled(folder)[0];
    // A clock that was corrected may have left a backup from the future, which must not stop the schedule.
    const isDue = !this.last || Math.abs(now() - this.last.madeAt) >= everyMs;
    if (!isDue || stored.turn.heldUntil > now()) return;
    const taken = await moveTurn(db, stored, { ...stored.turn, heldUntil: now() + HOLD_MS });
    if (taken) await this.#takeTurn(taken);
  }

  /** Ends the schedule; a backup in progress is aborted. */
  async close(): Promise<void> {
    this.#aborter.abort();
    clearTimeout(this.#timer);
    await this.#checking;
  }

  get #isClosed(): boolean {
    return this.#aborter.signal.aborted;
  }

  #checkAfter(ms: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#checking = this.#checkSafely();
    }, ms);
    this.#timer.unref();
  }

  async #checkSafely(): Promise<void> {
    const { everyMs, log } = this.#parts;
    let pauseMs = CHECK_EVERY_MS;
    try {
      await this.check();
    } catch (error) {
      this.failures += 1;
      pauseMs = RETRY_AFTER_MS;
      if (!this.#isClosed) log.error('the schedule of backups failed', { error });
    }
    this.#checkAfter(Math.min(pauseMs, everyMs));
  }

  async #takeTurn(taken: StoredTurn): Promise<void> {
    const { db, everyMs, now } = this.#parts;
    let held: StoredTurn | undefined = taken;
    let renewed: Promise<unknown> = Promise.resolve();
    const renew = async () => {
      if (held) held = await moveTurn(db, held, { ...held.turn, heldUntil: now() + HOLD_MS });
    };
    // If the store is unreachable, the next renewal tries again.
    const renewal = setInterval(() => {
      renewed = renew().catch(() => {});
    }, RENEW_EVERY_MS);
    const made = await this.#make();
    clearInterval(renewal);
    await renewed;
    const hasFailed = !made && !this.#isClosed;
    const heldUntil = hasFailed ? now() + Math.min(RETRY_AFTER_MS, everyMs) : 0;
    if (held) await moveTurn(db, held, { ...held.turn, heldUntil, last: made ?? held.turn.last });
  }

  /** Makes one backup and deletes older ones; undefined if it failed. */
  async #make(): Promise<ScheduledBackup | undefined> {
    const { folder, keep, make, log, now } = this.#parts;
    const madeAt = now();
    const name = scheduledName(madeAt);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      removeDrafts(folder);
      const { bytes } = await make(join(folder, name), this.#aborter.signal);
      this.last = { name, madeAt, bytes };
      log.info('a scheduled backup was made', { file: name, bytes, ms: now() - madeAt });
    } catch (error) {
      if (this.#isClosed) return undefined;
      this.failures += 1;
      log.error('a scheduled backup failed; earlier ones are kept', { error });
      return undefined;
    }
    try {
      const deleted = deleteOlder(folder, keep);
      if (deleted.length > 0) log.info('older scheduled backups were deleted', { files: deleted });
    } catch (error) {
      log.error('older scheduled backups could not be deleted', { error });
    }
    return this.last;
  }
}
