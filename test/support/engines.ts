import { describe } from 'bun:test';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Engine } from '../../src/db/db.ts';
import { openStore } from '../../src/db/open.ts';
import { randomToken } from '../../src/lib/token.ts';
import { describeWith, findService } from './services.ts';

/** A new folder, deleted after the test run. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'signpost-'));
}

/** The URL of a new PostgreSQL database, empty or copied from a template. */
export async function newPostgresUrl(template = 'template1', serverUrl?: string): Promise<string> {
  const url = new URL(serverUrl ?? (await findService('postgres')));
  const name = `test_${Buffer.from(randomToken(9)).toString('hex')}`;
  const server = new SQL(url.href, { max: 1 });
  await server.unsafe(`create database ${name} template ${template}`);
  await server.close();
  url.pathname = `/${name}`;
  return url.href;
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

async function makeTemplate(engine: Engine): Promise<Config> {
  const config = await newConfig(engine);
  const { database } = await openStore(config, 0);
  await database.close();
  return config;
}

const templates = new Map<Engine, Promise<Config>>();

/** A configuration with a new, migrated store. The first one is the template for the others, because copying is faster. */
export async function newReadyConfig(engine: Engine, environment: Record<string, string> = {}): Promise<Config> {
  const made = templates.get(engine) ?? makeTemplate(engine);
  templates.set(engine, made);
  const { dataDir, databaseUrl } = await made;
  const folder = { DATA_DIR: newFolder() };
  if (databaseUrl === undefined) cpSync(dataDir, folder.DATA_DIR, { recursive: true });
  const url = databaseUrl && { DATABASE_URL: await newPostgresUrl(new URL(databaseUrl).pathname.slice(1)) };
  return readConfig({ ...UNLIMITED, ...folder, ...url, ...environment });
}

/** Declares the same tests once for each engine. */
export function onEachEngine(name: string, declare: (engine: Engine) => void): void {
  describe(`${name} [sqlite]`, () => declare('sqlite'));
  describeWith('postgresql', `${name} [postgres]`, () => declare('postgres'));
}
