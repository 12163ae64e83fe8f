import { Database as SqliteFile } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, fullStore, NOW, newOut, readAll, restoreTo, storageOf } from '../../test/support/backups.ts';
import { newConfig, onEachEngine } from '../../test/support/engines.ts';
import { addRow, type FilledTable, tablesOfAStore } from '../../test/support/full-store.ts';
import { loadSecret } from '../config/data-dir.ts';
import { openDatabase } from '../db/open.ts';
import { makeBackup } from './make-backup.ts';

let tables: FilledTable[];
beforeAll(async () => {
  tables = await tablesOfAStore();
});

for (const from of ['sqlite', 'postgres'] as const) {
  onEachEngine(`a backup of ${from} restored`, (engine) => {
    test('restores every row of every table and continues the id sequences', async () => {
      const source = await fullStore(from);
      const before = await readAll(source);
      // The schema decides which tables are filled, so a new table is covered automatically.
      expect(Object.keys(before).length).toBeGreaterThan(30);
      expect(Object.entries(before).filter(([, rows]) => rows.length < 3)).toEqual([]);

      const target = await newConfig(engine);
      const report = await restoreTo(target, await backUp(source));
      expect(report).toMatchObject({ users: 3, links: 3, pictures: 2, secret: 'restored', facts: { engine: from } });

      const { settings = [], journals, ...after } = await readAll(target);
      const { settings: oldSettings = [], journals: _, ...expected } = before;
      expect(after).toEqual(expected);
      // The restored store has a new id, so it does not own the click journals of the original.
      expect(settings).toEqual(oldSettings.filter(({ name }) => name !== 'store_id'));
      expect(journals).toEqual([]);

      const database = await openDatabase(target);
      const there = await database.db.introspection.getTables();
      expect(there.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());
      const numbered = tables.filter(({ isNumbered }) => isNumbered);
      expect(numbered.length).toBeGreaterThan(12);
      for (const table of numbered)
        expect([table.name, await addRow(database.db, table, 9, 1)]).toEqual([table.name, 5]);
      await database.close();

      expect(loadSecret(target)).toBe(loadSecret(source));
      expect(await storageOf(target).read(2)).toEqual(Buffer.from('picture 2'));
      expect(await storageOf(target).read(3)).toBeUndefined();
    });
  });
}

onEachEngine('a backup', (engine) => {
  test('is a single valid file that only its owner can read, with a report of its contents', async () => {
    const config = await fullStore(engine);
    const out = newOut();
    const report = await makeBackup({ config, storage: storageOf(config), out, now: NOW, onProgress: () => {} });
    expect(report).toEqual({
      out,
      bytes: statSync(out).size,
      users: 3,
      links: 3,
      pictures: 2,
      missing: 1,
      picturesIn: 'backup',
      hasSecret: true,
    });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(out, '..'))).toEqual(['store.backup']);
    const file = new SqliteFile(out, { readonly: true });
    expect(file.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    file.close();
  });

  test('never overwrites a file, and is refused if there is no store', async () => {
    const config = await fullStore(engine);
    const out = newOut();
    writeFileSync(out, 'mine');
    await expect(backUp(config, out)).rejects.toThrow(`${out} already exists.`);
    expect(await Bun.file(out).text()).toBe('mine');

    const nowhere = newOut();
    await expect(backUp(await newConfig(engine), nowhere)).rejects.toThrow('There is no database at');
    expect(existsSync(nowhere)).toBe(false);
    await expect(backUp(config, '/proc/nowhere/x')).rejects.toThrow('/proc/nowhere/x could not be created: ENOENT');
  });

  test('that is made twice at once under one name succeeds once, and removes the drafts of killed processes', async () => {
    const config = await fullStore(engine);
    const out = newOut();
    const killed = Bun.spawnSync(['true']).pid;
    writeFileSync(`${out}.${killed}-1.part`, 'half of it');
    const parts = { config, storage: storageOf(config), out, now: NOW };
    let second: Promise<PromiseSettledResult<unknown>[]> | undefined;
    const onProgress = () => {
      second ??= Promise.allSettled([makeBackup({ ...parts, onProgress: () => {} })]);
    };
    const ends = [...(await Promise.allSettled([makeBackup({ ...parts, onProgress })])), ...((await second) ?? [])];
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(readdirSync(join(out, '..'))).toEqual(['store.backup']);
    const made = new SqliteFile(out, { readonly: true });
    expect(made.query('select count(*) as links from links').all()).toEqual([{ links: 3 }]);
    made.close();
  });

  test('of a store with SECRET or a bucket leaves out what is not in DATA_DIR', async () => {
    const config = { ...(await fullStore(engine)), secret: 'one from the environment', s3Url: 'https://k:s@h/b' };
    const out = newOut();
    const report = await makeBackup({ config, storage: storageOf(config), out, now: NOW, onProgress: () => {} });
    expect(report).toMatchObject({ pictures: 0, missing: 0, picturesIn: 'bucket', hasSecret: false });
    expect(await Bun.file(out).text()).not.toContain('one from the environment');
    expect(await restoreTo(await newConfig(engine), out)).toMatchObject({
      secret: 'none',
      pictures: 0,
      facts: { pictures: 'bucket' },
    });
  });
});

test('a backup that the disk damages while it is written is refused and deleted [sqlite]', async () => {
  const config = await fullStore('sqlite');
  const out = newOut();
  const folder = join(out, '..');
  const storage = {
    ...storageOf(config),
    async read() {
      const draft = readdirSync(folder).find((name) => name.endsWith('.part')) ?? '';
      const handle = openSync(join(folder, draft), 'r+');
      writeSync(handle, Buffer.alloc(8_192, 0xff), 0, 8_192, 40_960);
      closeSync(handle);
      return undefined;
    },
  };
  const made = makeBackup({ config, storage, out, now: NOW, onProgress: () => {} });
  await expect(made).rejects.toThrow('damaged');
  expect(readdirSync(folder)).toEqual([]);
});

describe('privacy of backups', () => {
  test('a backup contains no visitor address, because click journals are not copied [sqlite]', async () => {
    const config = await fullStore('sqlite');
    const folder = join(config.dataDir, 'clicks');
    await Bun.write(join(folder, 'some', '00000001.clicks'), '203.0.113.77');
    const out = await backUp(config);
    expect(await Bun.file(out).text()).not.toContain('203.0.113.77');
  });
});
