import { expect, test } from 'bun:test';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUp } from '../../test/support/backups.ts';
import { newConfig, newFolder, onEachEngine } from '../../test/support/engines.ts';
import { SmallDisk } from '../../test/support/small-disk.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { openBackup, readSteps } from '../backup/backup-file.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { migrate, pendingMigrations } from '../db/migrate.ts';
import { migrations } from '../db/migrations/list.ts';
import { openDatabase } from '../db/open.ts';
import { createLog } from '../lib/log.ts';
import { prepareStore } from './prepare-store.ts';

const NOW = Date.UTC(2026, 10, 17, 18, 30);
const runtime = { log: createLog('silent', () => {}), now: () => NOW };

// The first migration that changes what is there, from the end of the list.
const changing = migrations.findLastIndex(({ isAdditive }) => !isAdditive);
const older = migrations.slice(0, changing);
const pending = migrations.slice(changing).map(({ name }) => name);
const made = `signpost-before-${pending[0]?.slice(0, 4)}-2026-11-17T18-30-00Z.backup`;

onEachEngine('backup before a migration', (engine) => {
  async function openOlderStore(environment: Record<string, string> = {}): Promise<Config> {
    const config = await newConfig(engine, environment);
    const database = await openDatabase(config, 'unlimited');
    await migrate(database, 0, older);
    await database.close();
    return config;
  }

  /** Prepares the store as a server does, except that the backup is made on this thread. */
  async function prepare(config: Config): Promise<string[]> {
    const make = async (out: string) => ({ bytes: Bun.file(await backUp(config, out)).size });
    const { database, applied } = await prepareStore(config, runtime, { make });
    await database.close();
    return applied;
  }

  const isBegun = (database: Database) =>
    pendingMigrations(database).then(
      ({ length }) => length < migrations.length,
      () => false,
    );

  const folderOf = ({ dataDir }: Config) => join(dataDir, 'backups');

  test('one of several processes makes a backup with the older schema; then the store is migrated', async () => {
    const config = await openOlderStore();
    const applied = await Promise.all([prepare(config), prepare(config), prepare(config)]);
    expect(applied.flat()).toEqual(pending);
    expect(readdirSync(folderOf(config))).toEqual([made]);
    const { file } = openBackup(join(folderOf(config), made));
    expect(readSteps(file)).toEqual(older.map(({ name }) => name));
    file.close();
  });

  test('a new store, one that is up to date, and BACKUP_BEFORE_MIGRATION=off cause no backup', async () => {
    const fresh = await newConfig(engine);
    expect(await prepare(fresh)).toHaveLength(migrations.length);
    expect(await prepare(fresh)).toEqual([]);
    const off = await openOlderStore({ BACKUP_BEFORE_MIGRATION: 'off' });
    expect(await prepare(off)).toEqual(pending);
    for (const { dataDir } of [fresh, off]) expect(readdirSync(dataDir)).not.toContain('backups');
  });

  test('a process that starts while another one creates the store waits for it, and makes no backup', async () => {
    const config = await newConfig(engine);
    const watching = await openDatabase(config, 'unlimited');
    const first = prepare(config);
    await waitUntil('the first process has applied a migration', () => isBegun(watching), { everyMs: 0 });
    const applied = await Promise.all([first, prepare(config)]);
    expect(applied.map(({ length }) => length)).toEqual([migrations.length, 0]);
    expect(readdirSync(config.dataDir)).not.toContain('backups');
    await watching.close();
  });

  test('the newest five are kept, and no other file is deleted', async () => {
    const config = await openOlderStore();
    const folder = folderOf(config);
    mkdirSync(folder);
    const names = Array.from({ length: 6 }, (_, day) => `signpost-before-0020-2026-01-0${day + 1}T00-00-00Z.backup`);
    const others = ['signpost-2020-01-01T00-00-00Z.backup', 'signpost-before-lunch.backup', 'mine.backup'];
    const draft = 'signpost-before-0020-2026-01-01T00-00-00Z.backup.77-1.part';
    for (const name of [...names, ...others, draft]) writeFileSync(join(folder, name), '');
    await prepare(config);
    expect(readdirSync(folder).sort()).toEqual([...names.slice(2), made, ...others].sort());
  });

  test('without room for a backup, the store is not migrated, and the message says what to do', async () => {
    const config = await openOlderStore();
    const disk = new SmallDisk(newFolder(), 1);
    try {
      disk.fill();
      symlinkSync(disk.path, folderOf(config));
      await expect(prepare(config)).rejects.toThrow(
        /^The database was not migrated: the backup before it needs .* free\. Make room, or .* set BACKUP_BEFORE_MIGRATION=off\.$/,
      );
      const database = await openDatabase(config);
      expect(await pendingMigrations(database)).toEqual(pending);
      await database.close();
    } finally {
      disk.unmount();
    }
  });
});
