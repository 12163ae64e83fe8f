import { Database as SqliteFile } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { copyFileSync, existsSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, fullStore, NOW, newOut, readAll, restoreTo, storageOf } from '../../test/support/backups.ts';
import { newConfig, onEachEngine } from '../../test/support/engines.ts';
import type { Config } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { migrate } from '../db/migrate.ts';
import { migrations } from '../db/migrations/list.ts';
import { openDatabase, openStore } from '../db/open.ts';
import { readStoreId } from '../db/store-id.ts';
import { restoreBackup } from './restore-backup.ts';

async function isStillEmpty(config: Config): Promise<boolean> {
  if (config.databaseUrl === undefined) return !existsSync(join(config.dataDir, 'signpost.db'));
  const { users, links, words } = await readAll(config);
  return [users, links, words].every((rows) => rows?.length === 0);
}

/** Copies a backup and modifies the copy. */
function spoil(backup: string, work: (file: SqliteFile) => void): string {
  const copy = newOut();
  copyFileSync(backup, copy);
  const file = new SqliteFile(copy);
  work(file);
  file.close();
  return copy;
}

onEachEngine('restore', (engine) => {
  test('refuses a store that is not empty, and leaves it unchanged', async () => {
    const backup = await backUp(await fullStore(engine));
    const target = await newConfig(engine);
    await restoreTo(target, backup);
    const before = await readAll(target);
    await expect(restoreTo(target, backup)).rejects.toThrow(
      engine === 'sqlite' ? 'A database already exists: ' : 'is not empty: ',
    );
    expect(await readAll(target)).toEqual(before);
  });

  test('refuses with a clear message a file that is not a backup, is damaged, or comes from a newer version', async () => {
    const backup = await backUp(await fullStore('sqlite'));
    const text = newOut();
    writeFileSync(text, 'Dear diary, '.repeat(100));
    const cut = spoil(backup, () => {});
    truncateSync(cut, 200_000);
    const cases: [string, string][] = [
      ['/nowhere/at/all', 'File not found: /nowhere/at/all.'],
      ['/tmp', '/tmp is not a backup, or is damaged: '],
      [text, 'is not a backup, or is damaged: file is not a database.'],
      [cut, 'damaged'],
      [spoil(backup, (file) => file.run('drop table backup_facts')), 'is not a Signpost backup.'],
      [
        spoil(backup, (file) => file.run("update backup_facts set value = '2' where name = 'format'")),
        'is not a Signpost backup',
      ],
      [
        spoil(backup, (file) => file.run("insert into migrations values ('9999-from-the-future', 0)")),
        'was created by a newer Signpost, 0.1.0: 9999-from-the-future is unknown here.',
      ],
      [
        spoil(backup, (file) => {
          file.run('pragma foreign_keys = off');
          file.run('delete from users where id = 1');
        }),
        'refer to missing rows',
      ],
    ];
    const target = await newConfig(engine);
    if (engine === 'postgres') await openStore(target, NOW).then(({ database }) => database.close());
    for (const [from, sentence] of cases) await expect(restoreTo(target, from)).rejects.toThrow(sentence);
    expect(await isStillEmpty(target)).toBe(true);
    expect(readdirSync(target.dataDir)).toEqual([]);
  });

  test('migrates an older backup', async () => {
    const old = await newConfig(engine);
    const database = await openDatabase(old, 'unlimited');
    const steps = migrations.slice(0, 7);
    await migrate(database, 0, steps);
    await database.db.insertInto('words').values({ text: 'old' }).execute();
    await database.close();
    const target = await newConfig(engine);
    expect(await restoreTo(target, await backUp(old))).toMatchObject({ users: 0, links: 0, pictures: 0 });
    const { words, migrations: applied, name_locks } = await readAll(target);
    expect(words).toEqual([{ id: 1, text: 'old', unused_in: 0 }]);
    expect(applied?.length).toBe(migrations.length);
    expect(name_locks?.length).toBe(256);
  });

  test('stops before it creates the store if the secret or a picture with the same id differs', async () => {
    const backup = await backUp(await fullStore(engine));
    const target = await newConfig(engine);
    const own = loadSecret(target);
    await expect(restoreTo(target, backup)).rejects.toThrow('The secret in DATA_DIR differs from the backup’s');
    const chosen = { ...target, secret: own };
    await storageOf(target).write(2, Buffer.from('another'));
    await expect(restoreTo(chosen, backup)).rejects.toThrow('A different image 2 already exists.');
    expect(await isStillEmpty(target)).toBe(true);
    await storageOf(target).remove(2);
    expect(await restoreTo(chosen, backup)).toMatchObject({ secret: 'other', pictures: 2 });
    expect(loadSecret(target)).toBe(own);
  });

  test('takes over the click journals that are here and belong to the store of the backup', async () => {
    const source = await fullStore(engine);
    const { journals = [] } = await readAll(source);
    const known = String(journals[0]?.id);
    const backup = await backUp(source);
    const target = await newConfig(engine);
    const left = [
      { id: known, storeId: 'the old one' },
      { id: 'begun since', storeId: 'the old one' },
      { id: 'of somebody else', storeId: 'another' },
    ];
    const parts = { config: target, storage: storageOf(target), from: backup, left, now: NOW, onProgress: () => {} };
    expect(await restoreBackup(parts)).toMatchObject({ journals: 2 });
    const after = (await readAll(target)).journals;
    expect(after).toHaveLength(2);
    // Counting continues at the position in the backup; the journal that the backup does not know starts at 0.
    expect(after).toContainEqual({ ...journals[0], updated_at: NOW });
    const begun = after?.find(({ id }) => id === 'begun since');
    expect(begun).toMatchObject({ segment: 0, position: 0, partly_noun: 0, updated_at: NOW });
    const database = await openDatabase(target);
    expect(await readStoreId(database.db)).not.toBe('the old one');
    await database.close();
  });
});

test('never applies the write-ahead log of another store to the restored one [sqlite]', async () => {
  const backup = await backUp(await fullStore('sqlite'));
  const target = await newConfig('sqlite');
  writeFileSync(join(target.dataDir, 'signpost.db-wal'), 'left by another');
  await expect(restoreTo(target, backup)).rejects.toThrow('signpost.db-wal. Stop the server and move this file away');
});
