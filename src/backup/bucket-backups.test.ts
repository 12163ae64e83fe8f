import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAll, restoreTo } from '../../test/support/backups.ts';
import { type BucketServer, startBucket } from '../../test/support/bucket-server.ts';
import { newConfig, newFolder, newStoreEnvironment, onEachEngine } from '../../test/support/engines.ts';
import { readStore, tablesOfAStore } from '../../test/support/full-store.ts';
import { signpost, startServer } from '../../test/support/server-process.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { readTurn } from './backup-turn.store.ts';
import { createBucketBackups } from './bucket-backups.ts';

const HOUR_MS = 3_600_000;

let bucket: BucketServer;

beforeAll(() => {
  bucket = startBucket();
});
afterAll(() => bucket.close());

async function emptyBucket(): Promise<void> {
  await createBucketBackups(bucket.url.href).deleteOlder(0);
}

/** The start makes the first backup. */
async function waitForFirst({ database }: TestSite): Promise<void> {
  await waitUntil('the first backup is made', async () => (await readTurn(database.db)).turn.last, { everyMs: 5 });
}

async function readBackups(site: TestSite, key: string) {
  return (await site.send('GET', '/api/backups', { key })).json.data;
}

onEachEngine('backups in a bucket', (engine) => {
  test('are verified, kept by BACKUP_KEEP, listed, downloaded and restored', async () => {
    await emptyBucket();
    const environment = { BACKUP_EVERY: '1h', BACKUP_KEEP: '3', BACKUP_URL: bucket.url.href };
    const site = await openTestSite(engine, environment);
    const { key } = await site.addUser();
    await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', custom: 'kept' } });
    await waitForFirst(site);
    for (let hour = 1; hour < 5; hour += 1) {
      site.clock.now = NOON + hour * HOUR_MS;
      await site.site.backups.check();
    }
    const names = [4, 3, 2].map((hour) => `signpost-2026-11-16T1${2 + hour}-00-00Z.backup`);
    expect(bucket.keys()).toEqual(names.toReversed().map((name) => `/bucket/backups/${name}`));
    // Nothing is left on the disk of the server.
    expect(readdirSync(join(site.dataDir, 'backups', 'uploads'))).toEqual([]);
    const listed = await readBackups(site, key);
    expect(listed).toMatchObject({ place: 'bucket', keep: 3, problem: null, running: false });
    expect(listed.backups.map(({ name }: { name: string }) => name)).toEqual(names);
    expect((await site.send('GET', '/metrics', { key })).text).toContain(
      `signpost_backup_last_success_timestamp_seconds ${(NOON + 4 * HOUR_MS) / 1000}`,
    );

    const file = join(newFolder(), 'one.backup');
    await createBucketBackups(bucket.url.href).download(String(names[0]), file);
    const { status, text } = await site.send('GET', `/api/backup/${names[0]}`, { key });
    expect([status, text === (await Bun.file(file).text())]).toEqual([200, true]);
    const target = await newConfig(engine);
    await restoreTo(target, file);
    const { settings: _, journals: __, keys: ___, ...before } = await readStore(site.database, await tablesOfAStore());
    expect(await readAll(target)).toMatchObject(before);
    await site.close();
  });

  test('that arrive changed, or not at all, are failures with a clear reason', async () => {
    await emptyBucket();
    const site = await openTestSite(engine, { BACKUP_EVERY: '1h', BACKUP_URL: bucket.url.href });
    const { key } = await site.addUser();
    await waitForFirst(site);
    bucket.spoil(true);
    site.clock.now += HOUR_MS;
    await site.site.backups.check();
    bucket.spoil(false);
    const { problem, backups } = await readBackups(site, key);
    expect(problem).toContain('returned other bytes than were uploaded');
    expect(backups).toHaveLength(1);
    expect(site.logLines.join('')).toContain('a backup failed; earlier ones are kept');
    await site.close();

    const wrong = bucket.url.href.replace('KEY', 'OTHER');
    const refused = await openTestSite(engine, { BACKUP_EVERY: '1h', BACKUP_URL: wrong });
    const admin = await refused.addUser();
    const hasProblem = async () => (await refused.site.backups.readState()).problem !== null;
    await waitUntil('the backup has failed', hasProblem, { everyMs: 5 });
    const shown = await readBackups(refused, admin.key);
    expect(shown.problem).toContain('The bucket of BACKUP_URL cannot be used to list backups (AccessDenied');
    const missing = await refused.send('GET', '/api/backup/signpost-2026-01-02T03-04-05Z.backup', { key: admin.key });
    expect([missing.status, missing.json.code]).toEqual([503, 'backups_unavailable']);
    expect(JSON.stringify(shown) + refused.logLines.join('')).not.toContain('SE/CRET');
    await refused.close();
  });
});

test('a large file is uploaded in parts, and an existing name is not replaced', async () => {
  const backups = createBucketBackups(bucket.url.href);
  const name = 'signpost-2026-01-02T03-04-05Z.backup';
  const file = join(newFolder(), name);
  writeFileSync(file, Buffer.alloc(20_000_000, 'signpost'));
  await backups.upload(file, name);
  expect((await backups.list()).find((one) => one.name === name)?.bytes).toBe(20_000_000);
  expect(backups.upload(file, name)).rejects.toThrow(`already has ${name}`);
  const copy = `${file}.copy`;
  await backups.download(name, copy);
  expect(Bun.file(copy).size).toBe(20_000_000);
});

test('the server and the commands use the bucket in processes of their own [sqlite]', async () => {
  await emptyBucket();
  const environment: Record<string, string> = {
    ...(await newStoreEnvironment('sqlite')),
    BACKUP_EVERY: '1h',
    BACKUP_URL: bucket.url.href,
  };
  const server = await startServer(environment);
  const isMade = () => server.output.stdout.includes('a backup was made');
  await waitUntil('a backup is made', isMade, { details: () => server.output.stdout });
  expect(await server.end()).toBe(0);
  const [name = ''] = (await createBucketBackups(bucket.url.href).list()).map((backup) => backup.name);
  expect((await signpost(['doctor'], environment)).stdout).toContain(`The last scheduled backup is ${name}`);
  const target = { ...environment, DATA_DIR: newFolder() };
  const missing = await signpost(['restore', '--from', 'other.backup'], target);
  expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining(`The bucket has ${name}`)]);
  const restored = await signpost(['restore', '--from', name], target);
  expect(restored.stdout).toContain('Restored 0 users');
  expect(existsSync(join(target.DATA_DIR, 'signpost.db'))).toBe(true);
  expect(readdirSync(target.DATA_DIR).filter((file) => file.includes('.download'))).toEqual([]);
});
