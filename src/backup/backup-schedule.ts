import { join } from 'node:path';
import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import { formatDateTime } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import type { BackupsView } from './backup.contract.ts';
import type { BackupControl } from './backup.routes.ts';
import type { BackupPlace } from './backup-place.ts';
import { type BackupTurn, moveTurn, readTurn, type StoredTurn } from './backup-turn.store.ts';
import { type ScheduledBackup, scheduledName } from './scheduled-file.ts';

/** Makes and verifies a backup, and uploads it if there is a bucket; rejects with the reason, or when it is aborted. */
export type MakeScheduled = (out: string, signal: AbortSignal) => Promise<{ bytes: number }>;

/** What a schedule needs. */
export interface ScheduleParts {
  db: Db;
  place: BackupPlace;
  /** Whether the last backup may be in the folder of another node. */
  hasOtherNodes: boolean;
  /** Undefined if backups are made only on request. */
  everyMs: number | undefined;
  keep: number;
  make: MakeScheduled;
  log: Log;
  now: Clock;
}

type Outcome = { kind: 'made'; backup: ScheduledBackup } | { kind: 'failed'; problem: string } | { kind: 'aborted' };

const LISTED = 100;
const CHECK_EVERY_MS = 30_000;
const RETRY_AFTER_MS = 10 * 60_000;

// The process that makes a backup renews its turn while it works. If the process is killed, another one can start after this time.
const HOLD_MS = 5 * 60_000;
const RENEW_EVERY_MS = 60_000;

/** Makes backups at intervals and on request. Several processes and nodes may run a schedule: the store decides which one makes the next backup. */
export class BackupSchedule implements BackupControl {
  /** The last good backup. */
  last: ScheduledBackup | undefined;
  /** How many attempts of this process failed. */
  failures = 0;
  readonly #parts: ScheduleParts;
  readonly #aborter = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<unknown> = Promise.resolve();
  #requested: Promise<unknown> = Promise.resolve();

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#parts.everyMs !== undefined) this.#checkAfter(0);
  }

  async describe(): Promise<BackupsView> {
    const { db, place, everyMs, keep, now } = this.#parts;
    const { turn } = await readTurn(db);
    // An unreachable bucket is a problem to show, not a failure of the request.
    const found = await place.list().catch((error: Error) => error);
    const files = found instanceof Error ? [] : found.slice(0, LISTED);
    return {
      every: everyMs === undefined ? null : everyMs / 1000,
      keep,
      place: place.kind,
      running: turn.isRunning && turn.heldUntil > now(),
      problem: found instanceof Error ? found.message : turn.problem,
      backups: files.map(({ name, madeAt, bytes }) => ({ name, date: formatDateTime(madeAt), bytes })),
    };
  }

  /** When the last backup was made, and why the last attempt failed. */
  async readState(): Promise<{ lastAt: number | undefined; problem: string | null }> {
    const { turn } = await readTurn(this.#parts.db);
    return { lastAt: (await this.#findLast(turn))?.madeAt, problem: turn.problem };
  }

  async startNow(requestedBy: number): Promise<boolean> {
    const { log, now } = this.#parts;
    const stored = await readTurn(this.#parts.db);
    if (stored.turn.isRunning && stored.turn.heldUntil > now()) return false;
    const taken = await this.#hold(stored);
    if (!taken) return false;
    log.info('a backup was requested', { user: requestedBy });
    this.#requested = this.#takeTurn(taken).catch((error) => log.error('a requested backup failed', { error }));
    return true;
  }

  async hasFile(name: string): Promise<boolean> {
    // Only listed names, so that no path leads out of the folder.
    return (await this.#parts.place.list()).some((backup) => backup.name === name);
  }

  async openFile(name: string, requestedBy: number): Promise<ReadableStream<Uint8Array> | undefined> {
    if (!(await this.hasFile(name))) return undefined;
    const { place, log } = this.#parts;
    log.info('a backup is downloaded', { user: requestedBy, file: name });
    return place.open(name);
  }

  /** Makes a backup if one is due and no other process makes it. */
  async check(): Promise<void> {
    const { db, everyMs, now } = this.#parts;
    // The turn is read first: a backup that ends afterward changes it, and then it cannot be taken.
    const stored = await readTurn(db);
    this.last = await this.#findLast(stored.turn);
    // A clock that was corrected may have left a backup from the future, which must not stop the schedule.
    const isDue = everyMs !== undefined && (!this.last || Math.abs(now() - this.last.madeAt) >= everyMs);
    if (!isDue || stored.turn.heldUntil > now()) return;
    const taken = await this.#hold(stored);
    if (taken) await this.#takeTurn(taken);
  }

  /** Ends the schedule; a backup in progress is aborted. */
  async close(): Promise<void> {
    this.#aborter.abort();
    clearTimeout(this.#timer);
    await Promise.all([this.#checking, this.#requested]);
  }

  async #findLast(turn: BackupTurn): Promise<ScheduledBackup | undefined> {
    const { place, hasOtherNodes } = this.#parts;
    if (!hasOtherNodes && place.kind === 'folder') return (await place.list())[0];
    // A backup from before BACKUP_URL was changed does not count.
    return turn.last?.place === place.kind ? turn.last : undefined;
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
    const { everyMs = CHECK_EVERY_MS, log } = this.#parts;
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

  #hold(stored: StoredTurn): Promise<StoredTurn | undefined> {
    const { db, now } = this.#parts;
    return moveTurn(db, stored, { ...stored.turn, heldUntil: now() + HOLD_MS, isRunning: true });
  }

  async #takeTurn(taken: StoredTurn): Promise<void> {
    const { db, place, everyMs = RETRY_AFTER_MS, now } = this.#parts;
    let held: StoredTurn | undefined = taken;
    let renewed: Promise<unknown> = Promise.resolve();
    const renew = async () => {
      if (held) held = await this.#hold(held);
    };
    // If the store is unreachable, the next renewal tries again.
    const renewal = setInterval(() => {
      renewed = renew().catch(() => {});
    }, RENEW_EVERY_MS);
    const outcome = await this.#make();
    clearInterval(renewal);
    await renewed;
    if (!held) return;
    const free = { ...held.turn, heldUntil: 0, isRunning: false };
    if (outcome.kind === 'made') {
      const last = { ...outcome.backup, place: place.kind };
      await moveTurn(db, held, { ...free, problem: null, last });
    } else if (outcome.kind === 'aborted') await moveTurn(db, held, free);
    else {
      const heldUntil = now() + Math.min(RETRY_AFTER_MS, everyMs);
      await moveTurn(db, held, { ...free, heldUntil, problem: outcome.problem });
    }
  }

  /** Makes one backup and deletes older ones. */
  async #make(): Promise<Outcome> {
    const { place, keep, make, log, now } = this.#parts;
    const madeAt = now();
    const backup = { name: scheduledName(madeAt), madeAt, bytes: 0 };
    try {
      backup.bytes = (await make(join(place.prepare(), backup.name), this.#aborter.signal)).bytes;
      this.last = backup;
      log.info('a backup was made', { file: backup.name, bytes: backup.bytes, ms: now() - madeAt });
    } catch (error) {
      if (this.#isClosed) return { kind: 'aborted' };
      this.failures += 1;
      log.error('a backup failed; earlier ones are kept', { error });
      return { kind: 'failed', problem: error instanceof Error ? error.message : String(error) };
    }
    try {
      const deleted = await place.deleteOlder(keep);
      if (deleted.length > 0) log.info('older backups were deleted', { files: deleted });
    } catch (error) {
      log.error('older backups could not be deleted', { error });
    }
    return { kind: 'made', backup };
  }
}
