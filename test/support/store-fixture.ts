import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SQL } from 'bun';
import type { Engine } from '../../src/db/db.ts';
import { newFolder, newPostgresUrl } from './engines.ts';
import { FIXTURE_ENVIRONMENT, type SeenVisit } from './fixture-content.ts';

const FOLDER = 'test/fixtures/stores';

/** A store that a released version has made. */
export interface StoreFixture {
  environment: Record<string, string> & { DATA_DIR: string };
  apikey: string;
  /** What the released version responded, by path. */
  responses: Record<string, object>;
  visits: SeenVisit[];
}

/** Every version that has a fixture. */
export function listFixtureVersions(): string[] {
  return readdirSync(FOLDER).flatMap((name) => /^(.+)\.sqlite\.tar\.gz$/.exec(name)?.[1] ?? []);
}

/** Unpacks a backup that a version made; returns its path. */
export function unpackBackupFixture(version: string): string {
  const path = join(newFolder(), 'store.backup');
  writeFileSync(path, gunzipSync(readFileSync(join(FOLDER, `${version}.backup.gz`))));
  return path;
}

/** Unpacks the store of a version. */
export async function openStoreFixture(version: string, engine: Engine): Promise<StoreFixture> {
  const folder = newFolder();
  const archive = join(FOLDER, `${version}.${engine}.tar.gz`);
  const { exitCode, stderr } = Bun.spawnSync(['tar', '-xzf', archive, '-C', folder]);
  if (exitCode !== 0) throw new Error(`${archive}: ${stderr}`);
  const expected = await Bun.file(join(folder, 'expected.json')).json();
  const environment = { ...FIXTURE_ENVIRONMENT, DATA_DIR: folder };
  if (engine === 'sqlite') return { environment, ...expected };
  const url = await newPostgresUrl();
  const server = new SQL(url, { max: 1 });
  await server.unsafe(await Bun.file(join(folder, 'store.sql')).text());
  await server.close();
  return { environment: { ...environment, DATABASE_URL: url }, ...expected };
}
