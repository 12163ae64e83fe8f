import type { Database } from '../db/db.ts';
import { translateStoreError } from '../db/failures.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { NewerFormatError } from '../rollups/stored-format.ts';
import { Cleanup } from './cleanup.ts';
import type { ClickRecord } from './click-record.ts';
import { adoptSources, type ClickSource, newSource } from './click-source.ts';
import { ClickWriter, type Pause, WrittenBeforeError } from './click-writer.ts';
import type { EnrichedClicks } from './enrich-clicks.ts';
import * as store from './journal.store.ts';
import type { SharedPosition } from './journal.ts';
import type { JournalFolder } from './journal-folder.ts';
import { type Batch, hasReached, JournalReader, type Position } from './journal-reader.ts';
import { PendingBatch } from './pending-batch.ts';
import { quarantineBytes } from './quarantine.ts';

/** The dependencies of `Consumer`. */
export interface ConsumerParts {
  database: Database;
  /** Folder of all journals of this machine. */
  root: string;
  quarantineFolder: string;
  /** The journal that this process writes. */
  own: { id: string; path: string; writtenTo: SharedPosition };
  storeId: string;
  enrich(records: ClickRecord[]): EnrichedClicks;
  retentionDays: number;
  auditRetentionDays: number;
  now: Clock;
  log: Log;
}

/** The result of writing clicks. */
export interface BatchReport {
  /** Whether this process recorded them. */
  isOwn: boolean;
  records: number;
  people: number;
  bots: number;
  orphans: number;
  broken: number;
  /** How far the journal of this process has been counted. */
  position: Position;
  /** The time of the last click in the batch. */
  lastAt: number;
}

// Small enough that the records of a batch fit into the CPU cache.
const RECORDS_AT_ONCE = 1_000;

/** Moves clicks from journals to the store, each exactly once: `read` loads them into memory, `write` stores them. */
export class Consumer {
  readonly #parts: ConsumerParts;
  readonly #writer: ClickWriter;
  readonly #cleanup: Cleanup;
  readonly #own: ClickSource;
  readonly #pending = new PendingBatch();
  #abandoned: ClickSource[] = [];
  /** The journal that the pending clicks come from. */
  #source: ClickSource;
  /** The report of a write whose response was lost although it was committed. */
  #lateReport: BatchReport | undefined;
  /** Whether a live feed received the clicks of the last write. */
  hasListeners = false;

  constructor(parts: ConsumerParts) {
    this.#parts = parts;
    this.#writer = new ClickWriter(parts);
    this.#cleanup = new Cleanup({ ...parts, db: parts.database.db });
    const { id, path, writtenTo } = parts.own;
    this.#own = newSource(id, new JournalReader(path, store.BEGINNING, writtenTo));
    this.#source = this.#own;
  }

  /** How far the journal of this process has been counted. */
  get position(): Position {
    return this.#own.reader.wipedTo;
  }

  /** How far the journal of this process has been read. */
  get readTo(): Position {
    return this.#own.reader.readTo;
  }

  /** Whether `write` has anything to do. */
  get hasPending(): boolean {
    return this.#hasClicks || this.#lateReport !== undefined;
  }

  get #hasClicks(): boolean {
    return !this.#pending.isEmpty || this.#source.state?.partly !== undefined;
  }

  /** Whether the pending clicks should be written before more are read. */
  get isFull(): boolean {
    // Partly written clicks must all be read first: they are written up to the stored end.
    return this.#pending.isFull && this.#source.state?.partly === undefined;
  }

  /** Whether the pending clicks come from the journal of a process that has ended. */
  get hasAbandonedClicks(): boolean {
    return this.#source.abandoned !== undefined;
  }

  /** Takes over the journals of processes that have ended. */
  async adopt(): Promise<void> {
    for (const source of await adoptSources(this.#parts)) this.#abandoned.push(source);
  }

  /** Reads the next clicks into memory; false if there are none. Throws while the store is unavailable. */
  async read(): Promise<boolean> {
    while (true) {
      // Abandoned journals come first: their clicks are older.
      if (!this.#hasClicks) this.#source = this.#abandoned[0] ?? this.#own;
      const source = this.#source;
      const state = source.state ?? (await this.#openSource(source));
      const batch = await this.#readBatch(source, state.partly?.end);
      if (batch === 'newer') continue;
      if (batch) {
        this.#addBatch(source, batch);
        return true;
      }
      if (this.#hasClicks) return false;
      await source.reader.wipeTo(source.reader.readTo);
      if (!source.abandoned) return false;
      await this.#finish(source, source.abandoned);
    }
  }

  /**
   * Writes the clicks that were read; undefined if there are none. Calls `pause` between its transactions. After an error, the
   * clicks are read again.
   */
  async write(pause: Pause = async () => {}): Promise<BatchReport | undefined> {
    const lateReport = this.#lateReport;
    this.#lateReport = undefined;
    if (lateReport || !this.#hasClicks) return lateReport;
    const source = this.#source;
    const end = source.state?.partly?.end ?? source.reader.readTo;
    try {
      return await this.#tryWrite(source, end, pause);
    } catch (error) {
      source.unanswered = { end, records: this.#pending.records };
      this.#pending.clear();
      source.state = undefined;
      if (!translateStoreError(error) && !(error instanceof NewerFormatError) && !(error instanceof WrittenBeforeError))
        source.isSuspicious = true;
      throw error;
    }
  }

  /** Reads until the batch is full or the journal ends, then writes; undefined if there was nothing to count. */
  async consume(): Promise<BatchReport | undefined> {
    while (!this.isFull && (await this.read()));
    return this.write();
  }

  /** Closes all journals and releases the abandoned ones. */
  close(): void {
    this.#own.reader.close();
    for (const { reader, abandoned } of this.#abandoned) {
      reader.close();
      abandoned?.release();
    }
  }

  /** Deletes a batch of old or unused rows; returns whether there may be more. */
  tidy(): Promise<boolean> {
    return this.#cleanup.tidy();
  }

  /** Starts or resumes at the stored position: a transaction may have been committed although its response was lost. */
  async #openSource(source: ClickSource): Promise<store.JournalState> {
    const state = await store.readJournalState(this.#parts.database.db, source.id);
    await source.reader.restartAt(state.position);
    source.state = state;
    const { unanswered } = source;
    source.unanswered = undefined;
    if (unanswered && hasReached(state.position, unanswered.end)) {
      this.#lateReport = { ...this.#report(source), records: unanswered.records };
    }
    return state;
  }

  /** Reads the next batch of a journal. Returns `newer` and releases the journal if a newer version wrote it. */
  async #readBatch(source: ClickSource, until: Position | undefined): Promise<Batch | undefined | 'newer'> {
    try {
      return await source.reader.read(RECORDS_AT_ONCE, until);
    } catch (error) {
      if (!source.abandoned || !(error instanceof NewerFormatError)) throw error;
      this.#parts.log.error('a click journal was ignored', { journal: source.id, error });
      this.#pending.clear();
      source.state = undefined;
      source.reader.close();
      source.abandoned.release();
      this.#abandoned = this.#abandoned.filter((other) => other !== source);
      return 'newer';
    }
  }

  #addBatch(source: ClickSource, batch: Batch): void {
    const enriched = this.#parts.enrich(batch.records);
    for (const { error } of enriched.failed) this.#parts.log.error('a click could not be read', { error });
    this.#pending.add(batch, enriched, source.isSuspicious);
  }

  async #tryWrite(source: ClickSource, end: Position, pause: Pause): Promise<BatchReport> {
    const pending = this.#pending;
    const state = source.state ?? (await this.#openSource(source));
    if (source.isSuspicious) {
      const removed = await pending.removeUnwritable((buffer) => this.#writer.canWrite(buffer));
      if (removed > 0) this.#parts.log.error('clicks could not be counted', { journal: source.id, clicks: removed });
    }
    const { buffer, records, broken, lastAt } = pending;
    const written = await this.#writer.write({ journalId: source.id, state, buffer, end }, pause);
    source.state = { position: end, partly: undefined };
    source.isSuspicious = false;
    this.hasListeners = written.hasListeners;
    quarantineBytes(this.#parts, source.id, broken);
    await source.reader.wipeTo(end);
    pending.clear();
    const { people, bots, orphans } = written;
    return { ...this.#report(source), records, people, bots, orphans, broken: broken.length, lastAt };
  }

  #report(source: ClickSource): BatchReport {
    const nothing = { records: 0, people: 0, bots: 0, orphans: 0, broken: 0, lastAt: 0 };
    return { isOwn: source === this.#own, ...nothing, position: this.position };
  }

  /** Deletes the files first: if the position were deleted before them, every click could be counted again. */
  async #finish(source: ClickSource, folder: JournalFolder): Promise<void> {
    source.reader.close();
    await folder.remove();
    // First, because deleting the position may fail and there is nothing left to read.
    this.#abandoned = this.#abandoned.filter((other) => other !== source);
    await store.deleteJournalState(this.#parts.database.db, source.id);
  }
}
