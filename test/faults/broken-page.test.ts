import { Database as SqliteFile } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { newFolder, newReadyEnvironment } from '../support/engines.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { signpost } from '../support/server-process.ts';

const LINKS = 300;
const PAGE_BYTES = 4_096;

const aliasOf = (number: number) => `many-${number}-`;
const destinationOf = (number: number) => `https://example.com/${aliasOf(number)}`;

function openStore({ dataDir }: RestartableSite): SqliteFile {
  const file = new SqliteFile(join(dataDir, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  return file;
}

/** Inserts many copies of the first link from another process, so that the server has none of their pages in memory. */
function addLinks(file: SqliteFile): void {
  const row = file.query('select * from links limit 1').get() as Record<string, string | number | null>;
  const columns = Object.keys(row).filter((name) => name !== 'id');
  const placeholders = columns.map(() => '?').join();
  const insert = file.query(`insert into links (${columns.join()}) values (${placeholders})`);
  for (let number = 0; number < LINKS; number += 1) {
    const values = { ...row, alias: aliasOf(number), url: destinationOf(number) };
    insert.run(...columns.map((name) => values[name as keyof typeof values] ?? null));
  }
}

/** Overwrites the start of each database page that contains this text. */
function breakPages({ dataDir }: RestartableSite, text: string): number {
  const path = join(dataDir, 'signpost.db');
  const bytes = readFileSync(path);
  let broken = 0;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + PAGE_BYTES)) {
    bytes.fill(0xff, at - (at % PAGE_BYTES), at - (at % PAGE_BYTES) + 64);
    broken += 1;
  }
  writeFileSync(path, bytes);
  return broken;
}

test('a damaged database page is detected and logged, and cached links still work [sqlite]', async () => {
  await RestartableSite.use(await newReadyEnvironment('sqlite'), async (site) => {
    const visit = async (number: number) => {
      const answer = await site.server.fetch(`/${aliasOf(number)}`, { redirect: 'manual' });
      return [answer.status, answer.headers.get('Location')];
    };
    const file = openStore(site);
    addLinks(file);
    expect(await visit(150)).toEqual([302, destinationOf(150)]);
    await site.waitUntilCounted();
    file.run('pragma wal_checkpoint(truncate)');
    expect(breakPages(site, destinationOf(150))).toBe(1);
    // After a write by another process, SQLite reads the pages again.
    file.run("insert into settings (name, value) values ('somebody', 'was here')");
    file.close();

    // The next link is on the same page: the server must not guess its destination. The cached link still works.
    for (let round = 0; round < 3; round += 1) {
      expect((await visit(151))[0]).toBe(503);
      expect(await visit(150)).toEqual([302, destinationOf(150)]);
      const list = await site.server.fetch('/api/urls?limit=1000', { headers: site.headers });
      expect([list.status, await list.json()]).toMatchObject([503, { code: 'store_unavailable' }]);
    }
    expect(await visit(5)).toEqual([302, destinationOf(5)]);
    const { stdout } = site.server.output;
    const errors = stdout.split('\n').filter((line) => line.includes('"the store is damaged: stop the server'));
    // Logged once by the serving thread, and once by the counting thread if it has read that page.
    expect(errors.length).toBeOneOf([1, 2]);
    expect(errors[0]).toContain('"level":"error"');
    expect(await site.metric('signpost_store_damage_total')).toBeGreaterThanOrEqual(6);

    const doctor = await signpost(['doctor'], site.environment);
    expect(doctor.exitCode).toBe(1);
    expect(doctor.stdout).toMatch(/failed +damage +\S+signpost\.db is damaged: .*signpost restore/);
    const folder = newFolder();
    const backup = await signpost(['backup', '--out', join(folder, 'x')], site.environment);
    expect(backup).toMatchObject({ exitCode: 1, stdout: '' });
    expect(backup.stderr).toMatch(
      /^signpost: \S+signpost\.db is damaged, so a backup of it would be damaged too: .*restore/,
    );
    expect(await readdir(folder)).toEqual([]);
    const restore = await signpost(['restore', '--from', 'whatever'], site.environment);
    expect(restore).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('A server is running with this DATA_DIR'),
    });
  });
});
