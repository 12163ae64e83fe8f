import { join } from 'node:path';
import { makeBackup } from '../../src/backup/make-backup.ts';
import { type RestoreReport, restoreBackup } from '../../src/backup/restore-backup.ts';
import type { Config } from '../../src/config/config.ts';
import { loadSecret } from '../../src/config/data-dir.ts';
import type { Engine } from '../../src/db/db.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { FileStorage } from '../../src/resources/files/file.storage.ts';
import { createFolderStorage } from '../../src/resources/files/folder-storage.ts';
import { newFolder, newReadyConfig } from './engines.ts';
import { fillStore, type Row, readStore, tablesOfAStore } from './full-store.ts';

/** The time at which the tests make every backup. */
export const NOW = Date.UTC(2026, 10, 16, 12);

/** The file storage that belongs to a store. */
export function storageOf({ dataDir }: Config): FileStorage {
  return createFolderStorage(join(dataDir, 'files'));
}

/** A path at which no file exists yet. */
export function newOut(): string {
  return join(newFolder(), 'store.backup');
}

/** Backs up a store and returns the path of the backup. */
export async function backUp(config: Config, out = newOut()): Promise<string> {
  await makeBackup({ config, storage: storageOf(config), out, now: NOW, onProgress: () => {} });
  return out;
}

/** Restores a backup on a machine without click journals. */
export function restoreTo(config: Config, from: string): Promise<RestoreReport> {
  return restoreBackup({ config, storage: storageOf(config), from, left: [], now: NOW, onProgress: () => {} });
}

async function makeFullStore(engine: Engine): Promise<Config> {
  const config = await newReadyConfig(engine);
  const database = await openDatabase(config);
  await fillStore(database, await tablesOfAStore());
  await database.db.insertInto('settings').values({ name: 'store_id', value: 'the old one' }).execute();
  await database.close();
  for (const id of [1, 2]) await storageOf(config).write(id, Buffer.from(`picture ${id}`));
  loadSecret(config);
  return config;
}

const fullStores = new Map<Engine, Promise<Config>>();

/** A store with rows in every table, two of its three pictures, and a secret. All tests share it, so do not change it. */
export function fullStore(engine: Engine): Promise<Config> {
  const made = fullStores.get(engine) ?? makeFullStore(engine);
  fullStores.set(engine, made);
  return made;
}

/** Every row of every table in a store. */
export async function readAll(config: Config): Promise<Record<string, Row[]>> {
  const database = await openDatabase(config);
  return readStore(database, await tablesOfAStore()).finally(() => database.close());
}
