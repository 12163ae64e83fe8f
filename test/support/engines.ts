import { describe } from 'bun:test';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Database, Engine } from '../../src/db/db.ts';
import { openDatabase, openStore } from '../../src/db/open.ts';
import { createDatabase, PostgresCopies } from './postgres-copies.ts';
import { describeWith, findService } from './services.ts';
import { stretched } from './wait.ts';

/** A new folder, deleted after the test run. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'signpost-'));
}

let keptServer: SQL | undefined;

/** The server for this test run, with the connection that creates databases. It stays open, because a new one costs as much as the rest. */
async function openServer(): Promise<{ url: string; connection: SQL }> {
  const url = await findService('postgres');
  keptServer ??= new SQL(url, { max: 1 });
  return { url, connection: keptServer };
}

/** The URL of a new, empty PostgreSQL database; by default on the server for this test run. */
export async function newPostgresUrl(serverUrl?: string): Promise<string> {
  if (serverUrl === undefined) {
    const { url, connection } = await openServer();
    return createDatabase(connection, url, 'template1');
  }
  const other = new SQL(serverUrl, { max: 1 });
  return createDatabase(other, serverUrl, 'template1').finally(() => other.close());
}

/** The environment of a new, empty store on this engine. */
export async function newStoreEnvironment(engine: Engine): Promise<Record<string, string>> {
  const folder = { DATA_DIR: newFolder() };
  return engine === 'sqlite' ? folder : { ...folder, DATABASE_URL: await newPostgresUrl() };
}

/** Tests send more requests than the default limit allows. */
const UNLIMITED = { RATE_LIMIT: '1000000' };

/** A configuration with a new, empty store on this engine. */
export async function newConfig(engine: Engine, environment: Record<string, string> = {}): Promise<Config> {
  return readConfig({ ...UNLIMITED, ...(await newStoreEnvironment(engine)), ...environment });
}

let sqliteTemplate: Promise<string> | undefined;
let postgresCopies: Promise<PostgresCopies> | undefined;

async function makeSqliteTemplate(): Promise<string> {
  const config = await newConfig('sqlite');
  const { database } = await openStore(config, 0);
  await database.close();
  return config.dataDir;
}

async function makePostgresCopies(): Promise<PostgresCopies> {
  const url = await newPostgresUrl();
  const { database } = await openStore(readConfig({ DATA_DIR: newFolder(), DATABASE_URL: url }), 0);
  const { connection } = await openServer();
  return PostgresCopies.of(database.db, url, connection).finally(() => database.close());
}

/** The environment of a new, migrated store, which is copied from a template. The caller may name another PostgreSQL database. */
export async function newReadyEnvironment(
  engine: Engine,
  { DATABASE_URL: url }: Record<string, string> = {},
): Promise<Record<string, string>> {
  const DATA_DIR = newFolder();
  if (engine === 'sqlite') {
    sqliteTemplate ??= makeSqliteTemplate();
    cpSync(await sqliteTemplate, DATA_DIR, { recursive: true });
    return { DATA_DIR };
  }
  postgresCopies ??= makePostgresCopies();
  const copies = await postgresCopies;
  if (url === undefined) return { DATA_DIR, DATABASE_URL: await copies.take() };
  copies.forget(url);
  return { DATA_DIR };
}

/** A configuration with a new, migrated store. */
export async function newReadyConfig(engine: Engine, environment: Record<string, string> = {}): Promise<Config> {
  return readConfig({ ...UNLIMITED, ...(await newReadyEnvironment(engine, environment)), ...environment });
}

/** Allows later stores to use the database of a store that `newReadyConfig` made and that is closed now. */
export async function giveBackStore({ databaseUrl }: Config): Promise<void> {
  if (databaseUrl !== undefined) (await postgresCopies)?.giveBack(databaseUrl);
}

/** Opens a new, migrated store. */
export async function openReadyStore(engine: Engine): Promise<Database> {
  const config = await newReadyConfig(engine);
  // Much longer than in production, because other tests keep the machine busy.
  const database = await openDatabase(config, stretched(30_000));
  async function close(): Promise<void> {
    await database.close();
    await giveBackStore(config);
  }
  return { ...database, close };
}

/** Declares the same tests once for each engine. */
export function onEachEngine(name: string, declare: (engine: Engine) => void): void {
  describe(`${name} [sqlite]`, () => declare('sqlite'));
  describeWith('postgresql', `${name} [postgres]`, () => declare('postgres'));
}
