import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Log } from '../lib/log.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import { isCollision, isConnectionBroken, isDamage } from './failures.ts';

// A read waits this long until the replica has the latest write; then it uses the primary.
const CATCH_UP_LIMIT_MS = 250;
// The limit for connecting, asking and catching up together, for a replica that does not respond.
const CONNECT_LIMIT_MS = 500;
const ASK_AGAIN_AFTER_MS = 5;
const RETRY_AFTER_MS = 1_000;
const WARN_EVERY_MS = 60_000;

/** The end of the write-ahead log of a store. */
interface LogEnd {
  lsn: string;
  storeId: string;
}

const STORE_ID = "(select value from settings where name = 'store_id')";

// Every commit that a reader can see is flushed, unless the operator has turned synchronous_commit off.
const LOG_END = `select ${STORE_ID} as "storeId", (case current_setting('synchronous_commit')
  when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text as lsn`;

const REPLICA_STATE = `select pg_is_in_recovery() as "isReplica", ${STORE_ID} = $1 as "isSameStore",
  pg_last_wal_replay_lsn() >= $2::pg_lsn as "hasCaughtUp"`;

interface ReplicaState {
  isReplica: boolean;
  isSameStore: boolean | null;
  hasCaughtUp: boolean | null;
}

async function queryRow<Row>(client: PostgresPoolClient, sql: string, parameters: string[] = []): Promise<Row> {
  const { rows } = await client.query<Row>(sql, parameters);
  return rows[0] as Row;
}

/** Returns when the server has replayed the log up to this end. */
async function waitUntilCaughtUp(client: PostgresPoolClient, { lsn, storeId }: LogEnd): Promise<void> {
  const endMs = performance.now() + CATCH_UP_LIMIT_MS;
  for (;;) {
    const state = await queryRow<ReplicaState>(client, REPLICA_STATE, [storeId, lsn]);
    if (!state.isReplica) throw new Error('it is not a replica');
    if (!state.isSameStore) throw new Error('it is a replica of another database');
    if (state.hasCaughtUp) return;
    if (performance.now() > endMs) throw new Error(`it is more than ${CATCH_UP_LIMIT_MS} ms behind`);
    await Bun.sleep(ASK_AGAIN_AFTER_MS);
  }
}

/** Whether the server is the cause, not the statement. Replicas also cancel statements that conflict with the replay. */
function isServerFault(error: unknown): boolean {
  return isConnectionBroken(error) || isCollision(error) || isDamage(error);
}

/** Runs each statement on the replica if that has everything the primary has, otherwise on the primary. */
export class Replica {
  /** The number of statements that each server has run. */
  readonly counts = { replica: 0, primary: 0 };
  /** Its location, without a password. */
  readonly place: string;
  readonly #primary: PostgresPool;
  readonly #replica: PostgresPool;
  #log: Log | undefined;
  #isUsed = true;
  #retryAtMs = 0;
  #warnAtMs = 0;
  #isReported = false;

  constructor(primary: PostgresPool, replica: PostgresPool, place: string) {
    this.#primary = primary;
    this.#replica = replica;
    this.place = place;
  }

  setLog(log: Log): void {
    this.#log = log;
  }

  /** A pool whose connections are to the replica or to the primary. */
  get pool(): PostgresPool {
    return { ...this.#replica, connect: () => this.#connect() };
  }

  /** Throws an error with the reason if the replica cannot be used. */
  async check(): Promise<void> {
    (await this.#connectReplica(await this.#readLogEnd())).release();
  }

  async #connect(): Promise<PostgresPoolClient> {
    if (!this.#isUsed) {
      this.#retry();
      return this.#connectPrimary();
    }
    const end = await this.#readLogEnd();
    try {
      return this.#withFallback(await this.#connectReplica(end));
    } catch (error) {
      this.#stopUsing(error);
      return this.#connectPrimary();
    }
  }

  #connectPrimary(): Promise<PostgresPoolClient> {
    this.counts.primary += 1;
    return this.#primary.connect();
  }

  async #readLogEnd(): Promise<LogEnd> {
    const client = await this.#primary.connect();
    try {
      return await queryRow<LogEnd>(client, LOG_END);
    } finally {
      client.release();
    }
  }

  /** A connection to the replica, which has everything up to this end of the log. */
  async #connectReplica(end: LogEnd): Promise<PostgresPoolClient> {
    const connecting = this.#connectWhenCaughtUp(end);
    try {
      return await withTimeLimit(CONNECT_LIMIT_MS, connecting);
    } catch (error) {
      connecting.then(
        (late) => late.release(),
        () => {},
      );
      throw error;
    }
  }

  async #connectWhenCaughtUp(end: LogEnd): Promise<PostgresPoolClient> {
    const client = await this.#replica.connect();
    try {
      await waitUntilCaughtUp(client, end);
      return client;
    } catch (error) {
      client.release();
      throw error;
    }
  }

  /** Runs a statement again on the primary if the replica fails meanwhile. */
  #withFallback(client: PostgresPoolClient): PostgresPoolClient {
    const query = async (sql: string, parameters: readonly unknown[]) => {
      try {
        const result = await client.query(sql, parameters);
        this.counts.replica += 1;
        return result;
      } catch (error) {
        if (!isServerFault(error)) throw error;
        this.#stopUsing(error);
        const other = await this.#connectPrimary();
        return other.query(sql, parameters).finally(() => other.release());
      }
    };
    // Kysely's type also has cursors, which are not used here.
    return { query, release: () => client.release() } as unknown as PostgresPoolClient;
  }

  #stopUsing(error: unknown): void {
    const nowMs = performance.now();
    this.#isUsed = false;
    this.#retryAtMs = nowMs + RETRY_AFTER_MS;
    // A replica that is often a little behind would fill the log.
    if (nowMs < this.#warnAtMs) return;
    this.#warnAtMs = nowMs + WARN_EVERY_MS;
    this.#isReported = true;
    this.#log?.warn('the replica cannot be used: lists and statistics are read from the primary', {
      replica: this.place,
      error,
    });
  }

  /** Checks in the background whether the replica can be used again, at most once a second; no request waits for it. */
  #retry(): void {
    const nowMs = performance.now();
    if (nowMs < this.#retryAtMs) return;
    this.#retryAtMs = nowMs + RETRY_AFTER_MS;
    this.check().then(
      () => {
        this.#isUsed = true;
        if (this.#isReported) this.#log?.info('the replica is used again', { replica: this.place });
        this.#isReported = false;
      },
      () => {},
    );
  }
}
