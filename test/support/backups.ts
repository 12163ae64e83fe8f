import { join } from 'node:path';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { type RestoreReport, restoreBackup } from '../../src/backup/restore-backup.ts';
import type { Config } from '../../src/config/config.ts';
import { loadSecret } from '../../src/config/data-dir.ts';
import type { Engine } from '../../src/db/db.ts';
import { openDatabase, openStore } from '../../src/db/open.ts';
import type { FileStorage } from '../../src/resources/files/file.storage.ts';
import { createFolderStorage } from '../../src/resources/files/folder-storage.ts';
import { newConfig, newFolder } from './engines.ts';
import { fillStore, type Row, readStore, tablesOfAStore } from './full-store.ts';

/** When every backup of the tests is made. */
export const NOW = Date.UTC(2026, 10, 16, 12);

/** The pictures of a store. */
export function storageOf({ dataDir }: Config): FileStorage {
  return createFolderStorage(join(dataDir, 'files'));
}

/** A file that is not there yet. */
export function newOut(): string {
  return join(newFolder(), 'store.backup');
}

/** Backs a store up, and tells where. */
export async function backUp(config: Config, out = newOut()): Promise<string> {
  await makeBackup({ config, storage: storageOf(config), out, now: NOW, tell: () => {} });
  return out;
}

/** Restores a backup where there are no journals of clicks. */
export function restoreTo(config: Config, from: string): Promise<RestoreReport> {
  return restoreBackup({ config, storage: storageOf(config), from, left: [], now: NOW, tell: () => {} });
}

async function makeFullStore(engine: Engine): Promise<Config> {
  const config = await newConfig(engine);
  const { database } = await openStore(config, NOW);
  await fillStore(database, await tablesOfAStore());
  await database.db.insertInto('settings').values({ name: 'store_id', value: 'the old one' }).execute();
  await database.close();
  for (const id of [1, 2]) await storageOf(config).write(id, Buffer.from(`picture ${id}`));
  loadSecret(config);
  return config;
}

const fullStores = new Map<Engine, Promise<Config>>();

/** A store with rows in every table, two pictures of three, and a secret; made once, and not to be changed. */
export function fullStore(engine: Engine): Promise<Config> {
  const made = fullStores.get(engine) ?? makeFullStore(engine);
  fullStores.set(engine, made);
  return made;
}

/** Every row of every table of a store. */
export async function readAll(config: Config): Promise<Record<string, Row[]>> {
  const database = await openDatabase(config);
  return readStore(database, await tablesOfAStore()).finally(() => database.close());
}
