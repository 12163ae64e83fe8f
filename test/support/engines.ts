import { describe } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SQL } from 'bun';
import { type Config, readConfig } from '../../src/config/config.ts';
import type { Engine } from '../../src/db/db.ts';
import { randomToken } from '../../src/lib/token.ts';

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the tests with npm test, which starts what they need`);
  return value;
}

/** The Redis of this test run. */
export function testRedisUrl(): string {
  return required('TEST_REDIS_URL');
}

/** A new folder that goes away with the test run. */
export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'signpost-'));
}

/** The address of a new, empty PostgreSQL database. */
export async function newPostgresUrl(): Promise<string> {
  const url = new URL(required('TEST_POSTGRES_URL'));
  const name = `test_${Buffer.from(randomToken(9)).toString('hex')}`;
  const server = new SQL(url.href, { max: 1 });
  await server.unsafe(`create database ${name}`);
  await server.close();
  url.pathname = `/${name}`;
  return url.href;
}

/** The environment of a new, empty store on this engine. */
export async function newStoreEnvironment(engine: Engine): Promise<Record<string, string>> {
  const folder = { DATA_DIR: newFolder() };
  return engine === 'sqlite' ? folder : { ...folder, DATABASE_URL: await newPostgresUrl() };
}

/** A configuration over a new, empty store on this engine. */
export async function newConfig(engine: Engine, environment: Record<string, string> = {}): Promise<Config> {
  return readConfig({ RATE_LIMIT: '1000000', ...(await newStoreEnvironment(engine)), ...environment });
}

/** Declares the same tests once for each engine. */
export function onEachEngine(name: string, declare: (engine: Engine) => void): void {
  for (const engine of ['sqlite', 'postgres'] as const) describe(`${name} [${engine}]`, () => declare(engine));
}
