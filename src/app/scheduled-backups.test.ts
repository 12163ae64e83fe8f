import { expect, test } from 'bun:test';
import { cpSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAll, restoreTo } from '../../test/support/backups.ts';
import { newConfig, newFolder, newStoreEnvironment, onEachEngine } from '../../test/support/engines.ts';
import { readStore, tablesOfAStore } from '../../test/support/full-store.ts';
import { signpost, startServer } from '../../test/support/server-process.ts';
import { SmallDisk } from '../../test/support/small-disk.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { openBackup } from '../backup/backup-file.ts';
import { createFolderPlace } from '../backup/backup-place.ts';
import { BackupSchedule } from '../backup/backup-schedule.ts';
import { readTurn } from '../backup/backup-turn.store.ts';
import { createLog } from '../lib/log.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

async function openSiteWithBackup(engine: 'sqlite' | 'postgres', environment: Record<string, string> = {}) {
  const site = await openTestSite(engine, { BACKUP_EVERY: '1h', ...environment });
  const backups = site.site.backups;
  // The start makes the first backup.
  await waitUntil('the first backup is made', async () => (await readTurn(site.database.db)).turn.last, { everyMs: 5 });
  return { ...site, backups, folder: join(site.dataDir, 'backups') };
}

async function readMetrics(site: TestSite): Promise<Record<string, number>> {
  const { text } = await site.send('GET', '/metrics', { peer: '127.0.0.1' });
  return Object.fromEntries(
    [...text.matchAll(/^signpost_backup_(\w+) (\d+)$/gm)].map(([, name, value]) => [name, Number(value)]),
  );
}

onEachEngine('scheduled backups', (engine) => {
  test('are made at each interval, deleted beyond BACKUP_KEEP, and restore the same content', async () => {
    const { backups, folder, clock, ...site } = await openSiteWithBackup(engine, { BACKUP_KEEP: '2' });
    const first = 'signpost-2026-11-16T12-00-00Z.backup';
    expect(readdirSync(folder)).toEqual([first]);
    const others = ['notes.txt', 'signpost-2026.backup', `${first}.txt`];
    for (const name of others) writeFileSync(join(folder, name), 'mine');
    writeFileSync(join(folder, `${first}.${process.pid}-1.part`), 'left by a killed process');

    const { key } = await site.addUser();
    await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', custom: 'kept' } });
    clock.now = NOON + 59 * MINUTE_MS;
    await backups.check();
    expect(backups.last).toMatchObject({ name: first, madeAt: NOON });
    for (const hour of [1, 2]) {
      clock.now = NOON + hour * HOUR_MS;
      await backups.check();
    }
    const kept = [1, 2].map((hour) => `signpost-2026-11-16T1${2 + hour}-00-00Z.backup`);
    expect(readdirSync(folder).sort()).toEqual([...others, ...kept].sort());
    expect(await readMetrics({ clock, ...site })).toEqual({
      interval_seconds: 3600,
      last_success_timestamp_seconds: (NOON + 2 * HOUR_MS) / 1000,
      last_success_bytes: Bun.file(join(folder, String(kept[1]))).size,
      failures_total: 0,
    });

    const target = await newConfig(engine);
    await restoreTo(target, join(folder, String(kept[1])));
    const { settings: _, journals: __, ...before } = await readStore(site.database, await tablesOfAStore());
    expect(before.links).toHaveLength(1);
    expect(await readAll(target)).toMatchObject(before);
    await site.close();
  });

  test('that fail are reported and tried again, while earlier ones are kept and redirects continue', async () => {
    const { backups, folder, clock, logLines, ...site } = await openSiteWithBackup(engine);
    const { key } = await site.addUser();
    await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', custom: 'works' } });
    const disk = new SmallDisk(newFolder(), 8);
    try {
      cpSync(folder, disk.path, { recursive: true });
      renameSync(folder, `${folder}-before`);
      symlinkSync(disk.path, folder);
      const [first] = readdirSync(folder);
      Bun.spawnSync(['mount', '-o', 'remount,ro', disk.path]);
      clock.now += HOUR_MS;
      // The second check comes too early for another attempt.
      for (let checks = 0; checks < 2; checks += 1) await backups.check();
      expect(backups.failures).toBe(1);
      expect(logLines.at(-1)).toMatch(/a backup failed.*(read-only|EROFS)/i);
      expect(await site.send('GET', '/works')).toMatchObject({ status: 302 });

      Bun.spawnSync(['mount', '-o', 'remount,rw', disk.path]);
      disk.fill();
      clock.now += 10 * MINUTE_MS;
      await backups.check();
      expect(logLines.at(-1)).toContain('the disk is full');
      expect(readdirSync(folder).sort()).toEqual(['filler', String(first)]);
      expect(await readMetrics({ clock, logLines, ...site })).toMatchObject({
        failures_total: 2,
        last_success_timestamp_seconds: NOON / 1000,
      });
      expect(await site.send('GET', '/works')).toMatchObject({ status: 302 });

      disk.free();
      clock.now += 10 * MINUTE_MS;
      await backups.check();
      expect(readdirSync(folder)).toHaveLength(2);
    } finally {
      disk.unmount();
      await site.close();
    }
  });

  test('are listed for administrators, who can make one at any time', async () => {
    const site = await openTestSite(engine, { BACKUP_KEEP: '3' });
    // The first user is the administrator.
    const { key } = await site.addUser();
    const { key: otherKey } = await site.addUser();
    for (const [method, path] of [
      ['GET', '/api/backups'],
      ['POST', '/api/backup/add'],
    ] as const) {
      expect(await site.send(method, path)).toMatchObject({ status: 401 });
      expect((await site.send(method, path, { key: otherKey })).json).toMatchObject({
        error: 1,
        code: 'admin_required',
      });
    }
    const list = async () => (await site.send('GET', '/api/backups', { key })).json.data;
    const off = { every: null, keep: 3, place: 'folder', problem: null };
    expect(await list()).toEqual({ ...off, running: false, backups: [] });

    const started = await Promise.all([1, 2].map(() => site.send('POST', '/api/backup/add', { key })));
    expect(started.map(({ json }) => json.message).sort()).toEqual([
      'A backup is already running.',
      'Backup has been started.',
    ]);
    await waitUntil('the backup has ended', async () => !(await list()).running, { everyMs: 5 });
    const backup = {
      name: 'signpost-2026-11-16T12-00-00Z.backup',
      date: '2026-11-16 12:00:00',
      bytes: expect.any(Number),
    };
    expect(await list()).toEqual({ ...off, running: false, backups: [backup] });

    const file = await Bun.file(join(site.dataDir, 'backups', backup.name)).text();
    const path = `/api/backup/${backup.name}`;
    expect((await site.send('POST', `${path}/confirm`, { key, body: {} })).json).toEqual({ error: 0, link: path });
    expect(await site.send('GET', path, { key })).toMatchObject({ status: 200, text: file });
    expect(site.logLines.join('')).toMatch(/a backup is downloaded.*signpost-2026-11-16T12-00-00Z/);
    for (const name of ['signpost-2026-11-16T12-00-01Z.backup', '..%2Fsecret', 'secret']) {
      expect(await site.send('GET', `/api/backup/${name}`, { key })).toMatchObject({ status: 404 });
    }
    expect(await site.send('GET', path)).toMatchObject({ status: 401 });
    expect((await site.send('GET', path, { key: otherKey })).json).toMatchObject({ code: 'admin_required' });
    await site.database.db.updateTable('keys').set({ manages_account: 0 }).execute();
    for (const [method, asked] of [
      ['GET', path],
      ['POST', `${path}/confirm`],
    ] as const) {
      expect((await site.send(method, asked, { key, ...(method === 'POST' && { body: {} }) })).json.code).toBe(
        'scope_missing',
      );
    }

    // A second one in the same second has the same name.
    await site.send('POST', '/api/backup/add', { key });
    await waitUntil('the backup has ended', async () => !(await list()).running, { everyMs: 5 });
    expect(await list()).toMatchObject({ problem: expect.stringContaining('already exists'), backups: [backup] });
    await site.close();
  });

  test('of several nodes are made by one of them, and by another one if that is killed', async () => {
    const { database, close } = await openTestSite(engine);
    const clock = { now: NOON };
    const made: string[] = [];
    function openNode(name: string, isHanging = false): BackupSchedule {
      return new BackupSchedule({
        db: database.db,
        place: createFolderPlace(newFolder()),
        hasOtherNodes: true,
        everyMs: HOUR_MS,
        keep: 7,
        make: async () => {
          made.push(name);
          if (isHanging) await new Promise(() => {});
          return { bytes: 5 };
        },
        log: createLog('silent', () => {}),
        now: () => clock.now,
      });
    }
    const nodes = ['a', 'b', 'c'].map((name) => openNode(name));
    await Promise.all(nodes.map((node) => node.check()));
    expect(made).toHaveLength(1);
    await Promise.all(nodes.map((node) => node.check()));
    expect(made).toHaveLength(1);
    expect(nodes.map(({ last }) => last?.bytes)).toEqual([5, 5, 5]);

    clock.now += HOUR_MS;
    openNode('killed', true).check();
    await waitUntil('the second backup has begun', () => made.length === 2, { everyMs: 1 });
    await nodes[0]?.check();
    expect(made).toHaveLength(2);
    clock.now += 5 * MINUTE_MS;
    await nodes[0]?.check();
    expect(made.slice(1)).toEqual(['killed', 'a']);
    await close();
  });

  test.concurrent('are made by one of two workers in a process of its own', async () => {
    const environment: Record<string, string> = { ...(await newStoreEnvironment(engine)), BACKUP_EVERY: '1h' };
    const folder = join(environment.DATA_DIR ?? '', 'backups');
    const server = await startServer({ ...environment, WORKERS: '2' });
    const countMade = () => server.output.stdout.split('a backup was made').length - 1;
    // The first worker may make it before the second one has started; until then a signal ends the main process at once.
    const isReady = () => countMade() > 0 && server.output.stdout.includes('"listening"');
    await waitUntil('both workers listen and a backup is made', isReady, { details: () => server.output.stdout });
    expect(await server.end()).toBe(0);
    expect(countMade()).toBe(1);
    const [name = '', ...more] = readdirSync(folder);
    expect(more).toEqual([]);
    openBackup(join(folder, name)).file.close();
    if (engine === 'postgres') return;

    expect((await signpost(['doctor'], environment)).stdout).toMatch(
      /ok +backups +The last scheduled backup is signpost-20/,
    );
    renameSync(join(folder, name), join(folder, 'signpost-2026-01-02T03-04-05Z.backup'));
    expect((await signpost(['doctor'], environment)).stdout).toMatch(
      /warning +backups +.* made on 2026-01-02 03:04:05 UTC: longer ago/,
    );
  });
});
