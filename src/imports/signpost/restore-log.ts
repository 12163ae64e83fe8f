import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Tables } from '../../tables.ts';
import { saveProgress } from '../import.store.ts';
import { EMPTY_REPORT, type ImportConflict, type ImportReport, type StoredRun } from '../import.ts';
import { deleteConflicts, insertConflicts } from '../import-conflict.store.ts';
import { assertMayGoOn, type FindRefusal } from '../import-rights.ts';
import { ImportStopped, type ImportWatch } from '../run-import.ts';
import { contentNouns } from './content.ts';
import type { RestoredIds } from './restore-refs.ts';
import { insertRestored, listRestored, markCounted } from './restored-row.store.ts';

/** The files of an export in the order in which they are restored. */
const FILES = [...contentNouns.map(({ file }) => file), 'channel-items', 'overlay-responses', 'statistics', 'clicks'];

/** The last line that was restored: its file, and the ids by which the file is sorted. */
interface Position {
  file: string;
  key: number[];
}

interface LogParts {
  db: Db;
  now: Clock;
  run: StoredRun;
  watch: ImportWatch;
  ids: RestoredIds;
  /** How many lines the export has. */
  lineCount: number;
}

/** What a transaction of a restore has done. */
interface RestoreStep extends Partial<Position> {
  file: string;
  report: ImportReport;
  conflicts?: ImportConflict[];
}

function isAfter(one: number[], other: number[]): boolean {
  const place = one.findIndex((id, index) => id !== other[index]);
  return place !== -1 && (one[place] as number) > (other[place] ?? 0);
}

/** Stores what a run has restored, in the transaction that restores it: after a pause or a kill, the run continues there. */
export class RestoreLog {
  readonly ids: RestoredIds;
  readonly isResumed: boolean;
  report: ImportReport;
  readonly #db: Db;
  readonly #now: Clock;
  readonly #run: StoredRun;
  readonly #watch: ImportWatch;
  readonly #lineCount: number;
  readonly #start: Position | undefined;
  /** Rows whose statistics an earlier part of the run has stored. */
  readonly #counted = new Set<string>();
  #linesRead = 0;

  constructor({ db, now, run, watch, ids, lineCount }: LogParts) {
    this.#db = db;
    this.#now = now;
    this.#run = run;
    this.#watch = watch;
    this.#lineCount = lineCount;
    this.ids = ids;
    // A check stores no rows, so it begins again.
    this.#start = run.isDryRun || run.position === undefined ? undefined : (JSON.parse(run.position) as Position);
    this.isResumed = this.#start !== undefined;
    this.report = run.isDryRun ? EMPTY_REPORT : run.report;
  }

  /** Reads what an earlier part of the run has restored. */
  async open(): Promise<void> {
    const { id, isDryRun } = this.#run;
    if (isDryRun) await deleteConflicts(this.#db, id);
    if (!this.isResumed) return;
    for (const table of [...contentNouns.map((noun) => noun.table), 'bio_blocks' as const]) {
      for (const { from, to, isNew, isCounted } of await listRestored(this.#db, id, table)) {
        this.ids.set(table, from, to, isNew);
        if (isCounted) this.#counted.add(`${table} ${from}`);
      }
    }
    this.ids.takeAdded();
  }

  /** Whether an earlier part of the run has restored a whole file. */
  isFileDone(file: string): boolean {
    return this.#start !== undefined && FILES.indexOf(file) < FILES.indexOf(this.#start.file);
  }

  /** Whether an earlier part of the run has restored a line of a file that is sorted by `key`. */
  isDone(file: string, key: number[]): boolean {
    if (this.#start?.file === file) return !isAfter(key, this.#start.key);
    return this.isFileDone(file);
  }

  isCounted(table: keyof Tables, from: number): boolean {
    return this.#counted.has(`${table} ${from}`);
  }

  noteRead(lines: number): void {
    this.#linesRead += lines;
  }

  /** Runs a step in a transaction, if the import may go on; the step returns the report that it has saved. */
  async step(work: (tx: Db, findRefusal: FindRefusal) => Promise<ImportReport>): Promise<void> {
    this.report = await transaction(this.#db, async (tx) => {
      // What an attempt that is repeated has added.
      this.ids.takeAdded();
      return work(tx, await assertMayGoOn(tx, this.#run));
    });
    await this.#watch.onProgress({ report: this.report, done: this.#done });
  }

  /** Stores a step; throws if the run was paused or canceled. */
  async save(tx: Db, { file, key = [], report, conflicts = [] }: RestoreStep): Promise<void> {
    const { id, isDryRun } = this.#run;
    const position = JSON.stringify({ file, key } satisfies Position);
    const progress = { report, done: this.#done, ...(!isDryRun && { position }) };
    if (!(await saveProgress(tx, id, progress, this.#now()))) throw new ImportStopped();
    if (conflicts.length > 0) await insertConflicts(tx, id, conflicts);
    if (!isDryRun) await insertRestored(tx, id, this.ids.takeAdded());
  }

  markCounted(tx: Db, table: keyof Tables, ids: number[]): Promise<void> {
    return markCounted(tx, this.#run.id, table, ids);
  }

  get #done(): number {
    return Math.min(this.#linesRead / Math.max(this.#lineCount, 1), 1);
  }
}
