import {
  CompiledQuery,
  type Driver,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
} from 'kysely';
import pg from 'pg';
import type { Tables } from '../tables.ts';
import { Damage } from './damage.ts';
import type { Database, Db } from './db.ts';
import { isConnectionBroken } from './failures.ts';
import { Replica } from './replica.ts';

// Together these limits keep every response within five seconds.
const CONNECT_LIMIT_MS = 2_000;
const QUERY_LIMIT_MS = 2_000;

// PostgreSQL allows 100 connections by default. All workers of a machine share 20, which leaves room for other nodes.
const MAX_EACH = 10;
const MIN_EACH = 4;
const ALL_TOGETHER = 20;

/** How many connections each of the workers of a machine may open. */
export function poolSizeOf(workers: number): number {
  return Math.max(MIN_EACH, Math.min(MAX_EACH, Math.ceil(ALL_TOGETHER / workers)));
}

// int8 and numeric arrive as text; all stored numbers fit into a double.
const INT8 = 20;
const NUMERIC = 1700;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);

/** Wraps a client so that the pool discards it once its connection has failed or stopped responding. */
function guardClient(client: pg.PoolClient, onFailure: (error: unknown) => void): PostgresPoolClient {
  let failure: unknown;
  // A connection may fail while no query runs; an error event without a listener would end the process.
  function noteFailure(error: unknown): void {
    failure ??= error;
  }
  client.on('error', noteFailure);

  async function query(sql: string, parameters: readonly unknown[]) {
    // A rollback on a dead connection would wait for the time limit again and hide the original error.
    if (failure !== undefined) throw failure;
    try {
      return await client.query(sql, [...parameters]);
    } catch (error) {
      if (isConnectionBroken(error)) noteFailure(error);
      onFailure(error);
      throw error;
    }
  }
  function release(): void {
    client.release(failure !== undefined);
    client.off('error', noteFailure);
  }
  // Kysely's type also has cursors, which are not used here.
  return { query, release } as unknown as PostgresPoolClient;
}

/** For transactions whose commit is not synced to disk; the next synced commit also makes all earlier ones durable. */
class UnsyncedDialect extends PostgresDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    const { beginTransaction } = driver;
    driver.beginTransaction = async (connection, settings) => {
      await beginTransaction.call(driver, connection, settings);
      await connection.executeQuery(CompiledQuery.raw('set local synchronous_commit = off'));
    };
    return driver;
  }
}

/** The time limit of queries: that of a request, none as for migrations, or a number of milliseconds, also to get a connection. */
export type QueryLimit = 'limited' | 'unlimited' | number;

interface PoolOptions {
  queryLimit: QueryLimit;
  maxConnections: number;
  onFailure(error: unknown): void;
}

/** Creates a connection pool. The first query connects to the server, not this call. */
function createPool(url: string, { queryLimit, maxConnections, onFailure }: PoolOptions): PostgresPool {
  const [connectMs, queryMs] =
    typeof queryLimit === 'number' ? [queryLimit, queryLimit] : [CONNECT_LIMIT_MS, QUERY_LIMIT_MS];
  const limits = queryLimit === 'unlimited' ? {} : { query_timeout: queryMs, statement_timeout: queryMs };
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'signpost',
    ...limits,
  });
  // The pool replaces an idle connection that breaks; without a listener the event would end the process.
  pool.on('error', () => {});
  let ending: Promise<void> | undefined;
  return {
    connect: async () => guardClient(await pool.connect(), onFailure),
    end() {
      // A pool refuses to be ended twice, but a store may be closed twice.
      ending ??= pool.end();
      return ending;
    },
    options: pool.options,
  };
}

/** The URL of a store without its password. */
function describeUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

function createDb(pool: PostgresPool): Db {
  // Kysely ends a pool only if it has used it, so `close` does that.
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: { ...pool, end: async () => {} } }) });
}

interface PostgresOptions {
  url: string;
  replicaUrl?: string | undefined;
  queryLimit?: QueryLimit;
  maxConnections?: number;
}

/** Opens a database, and its replica if there is one. */
export function openPostgres({
  url,
  replicaUrl,
  queryLimit = 'limited',
  maxConnections = MAX_EACH,
}: PostgresOptions): Database {
  const place = describeUrl(url);
  const damage = new Damage();
  const pool = createPool(url, { queryLimit, maxConnections, onFailure: (error) => damage.note(error, place) });
  const db = createDb(pool);
  async function close(): Promise<void> {
    await db.destroy();
    await pool.end();
  }
  const unsyncedDb = new Kysely<Tables>({ dialect: new UnsyncedDialect({ pool }) });
  const primary = { db, unsyncedDb, readDb: db, engine: 'postgres', place, damage, close } as const;
  if (replicaUrl === undefined) return primary;
  // Damage to a replica is not damage to the store: the replica is not used, and the log says why.
  const replicaPool = createPool(replicaUrl, { queryLimit, maxConnections, onFailure: () => {} });
  const replica = new Replica(pool, replicaPool, describeUrl(replicaUrl));
  const readDb = createDb(replica.pool);
  return {
    ...primary,
    ...{ readDb, replica },
    async close() {
      await readDb.destroy();
      await replicaPool.end();
      await close();
    },
  };
}
