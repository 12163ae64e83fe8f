import { Database as SqliteFile } from 'bun:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { keepTurnShort } from '../lib/thread-yield.ts';
import type { Tables } from '../tables.ts';
import { Damage } from './damage.ts';
import type { Database } from './db.ts';
import { isBusy } from './failures.ts';
import { isRead, readRows, runQuery, whileBusy } from './sqlite-query.ts';
import { assertSafeSqlite, sqliteVersion } from './sqlite-version.ts';

// Waiting inside SQLite blocks the event loop: after opening, SQLite waits briefly and the program retries.
const OPENING_TIMEOUT_MS = 4_000;
const SERVING_TIMEOUT_MS = 10;

// How long a request waits for its turn, and for other processes that have locked the file.
const PATIENCE_MS = 4_000;

// A checkpoint waits for the disk several times. Counting commits unsynced, in its own thread, and makes checkpoints early.
// A synced commit delays an API response, so it makes a checkpoint only if the log has grown long without counting.
const UNSYNCED_CHECKPOINT_PAGES = 4_000;
const SYNCED_CHECKPOINT_PAGES = 16_000;

/** Retries: if two processes switch to WAL mode at the same moment, SQLite refuses one without regard to busy_timeout. */
function switchToWal(file: SqliteFile): void {
  const endMs = performance.now() + OPENING_TIMEOUT_MS;
  while (true) {
    try {
      file.run('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > endMs) throw error;
      Bun.sleepSync(SERVING_TIMEOUT_MS);
    }
  }
}

// By default Bun keeps 20 prepared statements; the API and counting use more.
SqliteFile.MAX_QUERY_CACHE_SIZE = 300;

function openFile(path: string): SqliteFile {
  const file = new SqliteFile(path, { create: true });
  // busy_timeout goes first: switching to WAL may itself wait for a lock.
  file.run(`pragma busy_timeout = ${OPENING_TIMEOUT_MS}`);
  switchToWal(file);
  // A change that the API has confirmed survives a power failure.
  file.run('pragma synchronous = full');
  file.run(`pragma wal_autocheckpoint = ${SYNCED_CHECKPOINT_PAGES}`);
  file.run('pragma foreign_keys = on');
  file.run('pragma cache_size = -16000');
  file.run(`pragma busy_timeout = ${SERVING_TIMEOUT_MS}`);
  return file;
}

// SQLite answers synchronously, and awaiting an answer that is there lets nothing else run.
const MAX_TURN_MS = 5;

/** Selects use the reading handle at once; writes and transactions queue for the writing handle. */
class SqliteConnection implements DatabaseConnection {
  readonly #driver: SqliteDriver;
  readonly isSynced: boolean;
  isInTransaction = false;

  constructor(driver: SqliteDriver, isSynced: boolean) {
    this.#driver = driver;
    this.isSynced = isSynced;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const shortTurn = keepTurnShort(MAX_TURN_MS);
    if (shortTurn) await shortTurn;
    try {
      return await this.#run<Row>(query);
    } catch (error) {
      this.#driver.noteFailure(error);
      throw error;
    }
  }

  async #run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { reader, writer, turn } = this.#driver;
    if (this.isInTransaction) return runQuery<Row>(writer, query);
    if (isRead(query)) return whileBusy(this.#driver.deadline(), () => readRows<Row>(reader, query));
    const endMs = this.#driver.deadline();
    return turn.run(() => whileBusy(endMs, () => runQuery<Row>(writer, query)));
  }

  // biome-ignore lint/correctness/useYield: Kysely requires a generator, and nothing here streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('streaming is not used on SQLite');
  }
}

class SqliteDriver implements Driver {
  readonly reader: SqliteFile;
  readonly writer: SqliteFile;
  /** One writer at a time: a transaction spans awaits, and all transactions share the writing handle. */
  readonly turn = new ConcurrencyLimiter(1);
  readonly noteFailure: (error: unknown) => void;
  readonly #patienceMs: number;
  #isSyncing = true;

  constructor(path: string, patienceMs: number, noteFailure: (error: unknown) => void) {
    this.#patienceMs = patienceMs;
    this.noteFailure = noteFailure;
    this.writer = openFile(path);
    this.reader = openFile(path);
    this.reader.run('pragma query_only = on');
  }

  /** When work that starts now gives up; waiting in the queue counts. */
  deadline(): number {
    return performance.now() + this.#patienceMs;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this, true);
  }

  async releaseConnection(): Promise<void> {}

  async beginTransaction(connection: SqliteConnection): Promise<void> {
    const endMs = this.deadline();
    await this.turn.enter();
    try {
      this.#setSync(connection.isSynced);
      // IMMEDIATE: a transaction that begins as a reader cannot become a writer after another process has written.
      await whileBusy(endMs, () => this.writer.run('begin immediate'));
    } catch (error) {
      this.turn.leave();
      this.noteFailure(error);
      throw error;
    }
    connection.isInTransaction = true;
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.writer.run('commit');
    this.#endTransaction(connection);
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    // SQLite rolls back by itself when the disk is full; a second rollback would hide the original error.
    try {
      if (this.writer.inTransaction) this.writer.run('rollback');
    } finally {
      this.#endTransaction(connection);
    }
  }

  async destroy(): Promise<void> {
    this.reader.close();
    this.writer.close();
  }

  #endTransaction(connection: SqliteConnection): void {
    this.#setSync(true);
    connection.isInTransaction = false;
    this.turn.leave();
  }

  /** Sets whether commits are synced to disk. The next synced commit also makes all earlier ones durable. */
  #setSync(isSyncing: boolean): void {
    if (isSyncing === this.#isSyncing) return;
    this.writer.run(`pragma synchronous = ${isSyncing ? 'full' : 'normal'}`);
    const pages = isSyncing ? SYNCED_CHECKPOINT_PAGES : UNSYNCED_CHECKPOINT_PAGES;
    this.writer.run(`pragma wal_autocheckpoint = ${pages}`);
    // A statement that changes many rows copies their pages, to undo it if it fails. A file for the copies took 6 % of the time for
    // counting. Other statements, such as those of migrations, may need more room than memory has.
    this.writer.run(`pragma temp_store = ${isSyncing ? 'default' : 'memory'}`);
    this.#isSyncing = isSyncing;
  }
}

/** The same driver for transactions whose commit is not synced to disk. */
class UnsyncedDriver implements Driver {
  readonly #driver: SqliteDriver;

  constructor(driver: SqliteDriver) {
    this.#driver = driver;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#driver, false);
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return this.#driver.beginTransaction(connection);
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return this.#driver.commitTransaction(connection);
  }

  rollbackTransaction(connection: SqliteConnection): Promise<void> {
    return this.#driver.rollbackTransaction(connection);
  }

  async destroy(): Promise<void> {}
}

/** Kysely would block reads during a write; the driver above allows them. */
class ConcurrentAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Opens the SQLite file; creates it if it is missing. Work that must wait for longer than `patienceMs` fails. */
export function openSqlite(path: string, patienceMs = PATIENCE_MS): Database {
  assertSafeSqlite(sqliteVersion());
  const damage = new Damage();
  const driver = new SqliteDriver(path, patienceMs, (error) => damage.note(error, path));
  const db = newKysely(driver);
  const unsyncedDb = newKysely(new UnsyncedDriver(driver));
  return { db, unsyncedDb, readDb: db, engine: 'sqlite', place: path, damage, close: () => db.destroy() };
}

function newKysely(driver: Driver): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new ConcurrentAdapter(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}
