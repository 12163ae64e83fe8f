import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Tables } from '../tables.ts';
import { Damage } from './damage.ts';
import type { Database } from './db.ts';
import { isConnectionBroken } from './failures.ts';

// Together they keep an answer, good or bad, within five seconds.
const CONNECT_LIMIT_MS = 2_000;
const QUERY_LIMIT_MS = 2_000;

// A server lets in a hundred, unless it is told otherwise; the workers of a machine share what two processes would have.
const MOST_EACH = 10;
const LEAST_EACH = 4;
const ALL_TOGETHER = 20;

function poolSizeOf(workers: number): number {
  return Math.max(LEAST_EACH, Math.min(MOST_EACH, Math.ceil(ALL_TOGETHER / workers)));
}

// int8 and numeric arrive as text; every number that is kept here fits a double.
const INT8 = 20;
const NUMERIC = 1700;
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(NUMERIC, Number);

/** A client that is thrown away, not handed on, once its connection has failed or stopped answering. */
function guardClient(client: pg.PoolClient, onFailure: (error: unknown) => void): PostgresPoolClient {
  let failure: unknown;
  // A connection may break while nobody waits for an answer; an error event without a listener would end the process.
  function noteFailure(error: unknown): void {
    failure ??= error;
  }
  client.on('error', noteFailure);

  async function query(sql: string, parameters: readonly unknown[]) {
    // A rollback on a dead connection would only wait for the same silence again, and hide what was wrong.
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
  // Kysely also knows cursors; nothing here asks for one.
  return { query, release } as unknown as PostgresPoolClient;
}

/** How patient a connection is; work on the schema may take as long as it takes. */
export type Patience = 'served' | 'patient';

/** Opens a pool of connections; the first query meets the server, not this call. */
export function openPostgres(url: string, patience: Patience = 'served', workers = 1): Database {
  const limits = patience === 'patient' ? {} : { query_timeout: QUERY_LIMIT_MS, statement_timeout: QUERY_LIMIT_MS };
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSizeOf(workers),
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'signpost',
    ...limits,
  });
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  const place = describeUrl(url);
  const damage = new Damage();
  const guarded: PostgresPool = {
    connect: async () => guardClient(await pool.connect(), (error) => damage.note(error, place)),
    end: () => pool.end(),
    options: pool.options,
  };
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) });
  return { db, engine: 'postgres', place, damage, close: () => db.destroy() };
}

/** The address of a store without the password in it. */
function describeUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
