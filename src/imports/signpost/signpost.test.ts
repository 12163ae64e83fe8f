import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { countClicks } from '../../../test/support/count-clicks.ts';
import { newFolder, onEachEngine } from '../../../test/support/engines.ts';
import { fillWorkspace, restoreFile, writeExportFile } from '../../../test/support/full-export.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { ZipArchive } from '../../lib/zip.ts';

// Ids and what only the server itself knows.
const IGNORED = /^(id|user_id|.*_id|version|subject_key|dns_checked_at|unused_in|logo|avatar|visitor)$/;

const TABLES = [
  ...[
    'links',
    'link_tags',
    'link_pixels',
    'link_qr_codes',
    'qr_codes',
    'qr_logos',
    'bio_pages',
    'bio_blocks',
    'campaigns',
  ],
  ...[
    'channels',
    'channel_items',
    'pixels',
    'utm_templates',
    'saved_tags',
    'overlays',
    'overlay_responses',
    'overlay_votes',
    'splash_pages',
  ],
  ...['domains', 'files', 'tallies', 'kept_clicks'],
];

/** The rows of a table without ids, sorted. */
async function rowsOf({ database }: TestSite, table: string, owners: number[]): Promise<string[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(database.db);
  const isOwn = ({ user_id, noun }: Record<string, unknown>) =>
    (user_id === undefined || owners.includes(Number(user_id))) && noun !== 'keys';
  const own = rows.filter(isOwn);
  return own
    .map((row) => {
      // Single clicks have no room for values that none of them has, so their bytes differ; their list is compared below.
      const isCompared = (name: string) => !IGNORED.test(name) && !(table === 'kept_clicks' && name === 'bytes');
      const columns = Object.entries(row).filter(([name]) => isCompared(name));
      const shown = columns.map(([name, value]) => {
        if (value instanceof Uint8Array) return [name, Buffer.from(value).toString('hex')];
        if (typeof value !== 'string') return [name, value];
        return [name, value.replace(/"picture":\d+/g, '').replace(/^campaign \d+$/, 'campaign')];
      });
      return JSON.stringify(Object.fromEntries(shown));
    })
    .sort();
}

onEachEngine('a full export', (engine) => {
  let from: TestSite;
  let to: TestSite;
  let user: { id: number; key: string };
  let target: { id: number; key: string };
  let made: Awaited<ReturnType<typeof fillWorkspace>>;
  let path: string;

  beforeAll(async () => {
    from = await openTestSite(engine, { RATE_LIMIT: '1000', COMPATIBLE: 'dub' });
    to = await openTestSite(engine === 'sqlite' ? 'postgres' : 'sqlite', {
      RATE_LIMIT: '1000',
      SECRET: 'another secret of the tests',
    });
    user = await from.addUser();
    await to.addUser();
    target = await to.addUser();
    made = await fillWorkspace(from, user);
    path = await writeExportFile(from, undefined);
  });
  afterAll(async () => {
    await from.close();
    await to.close();
  });

  function restore(given: { isDryRun?: boolean } = {}, file = path) {
    return restoreFile(to, target.id, file, given);
  }

  const stats = async (site: TestSite, key: string, what: string) =>
    (await site.send('GET', `/api/${what}`, { key })).json.data;

  test('has NDJSON files only, and no key or password', async () => {
    const archive = await ZipArchive.open(path);
    expect(archive.names.every((name) => name.endsWith('.ndjson'))).toBe(true);
    let text = '';
    for (const name of archive.names) for await (const line of archive.lines(name)) text += `${line}\n`;
    expect(text.includes(user.key) || text.includes('"secret"')).toBe(false);
    expect(text).toContain('"format":"signpost-export","version":1');
    const response = await from.send('GET', '/api/export.zip', { key: user.key });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/zip']);
    expect(response.text.startsWith('PK')).toBe(true);
    const reader = (
      await from.send('POST', '/api/key/add', { key: user.key, body: { name: 'r', scopes: ['links:read'] } })
    ).json;
    expect((await from.send('GET', '/api/export.zip', { key: reader.apikey })).status).toBe(403);
  });

  test('a dry run and a damaged file store nothing', async () => {
    const { report } = await restore({ isDryRun: true });
    expect([report.rows, report.imported, report.clicks]).toEqual([4, 4, 4]);
    const bytes = new Uint8Array(await Bun.file(path).arrayBuffer());
    const middle = Math.floor(bytes.length / 2);
    const inLinks = Buffer.from(bytes).indexOf('links.ndjson') + 200;
    for (const broken of [
      bytes.slice(0, middle),
      bytes.map((byte, at) => (at === inLinks ? byte ^ 255 : byte)),
      new Uint8Array(50),
    ]) {
      const file = join(newFolder(), 'broken.zip');
      await Bun.write(file, broken);
      await expect(restore({}, file)).rejects.toThrow('not a complete Signpost file');
    }
    expect(await rowsOf(to, 'links', [target.id])).toEqual([]);
    expect(await rowsOf(to, 'files', [target.id])).toEqual([]);
  });

  test('on another engine, every table is the same, and a second import changes nothing', async () => {
    const first = await restore();
    expect(first.conflicts).toEqual([]);
    expect(first.report).toMatchObject({
      rows: 4,
      imported: 4,
      existing: 0,
      refused: 0,
      clicks: 4,
      bots: 1,
      undated: 0,
    });
    for (let run = 1; run <= 2; run += 1) {
      for (const table of TABLES)
        expect([table, await rowsOf(to, table, [target.id])]).toEqual([table, await rowsOf(from, table, [user.id])]);
      const id = (await stats(to, target.key, 'urls?short=plain')).urls[0].id;
      for (const what of [
        'stats',
        `url/${id}/clicks`,
        `url/${id}/stats?by=country,browser,referrer&interval=hour&from=2026-11-15&to=2026-11-16`,
      ]) {
        const theirs = what.replace(String(id), String(made.plain));
        expect(await stats(to, target.key, what)).toEqual(await stats(from, user.key, theirs));
      }
      const again = await restore();
      expect(again.report).toMatchObject({ rows: 4, imported: 0, existing: 4, refused: 0, clicks: 0 });
    }
  });

  test('what was restored works: password, rules, pictures, QR code, campaign', async () => {
    const open = (address: string, headers = {}) => to.send('GET', address, { headers });
    expect((await open('/plain')).headers.get('Location')).toBe('https://example.com/1');
    expect((await open('/tour')).status).toBe(410);
    const locked = await to.send('POST', '/full', {
      headers: { Host: 'go.example.com', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'password=secret',
    });
    expect([locked.status, locked.headers.get('Location')]).toEqual([303, expect.anything()]);
    const { qrs } = await stats(to, target.key, 'qr');
    const code = new URL(qrs[0].link).pathname;
    const theirs = await from.send('GET', code);
    const ours = await open(code);
    expect([ours.status, ours.headers.get('Location')]).toEqual([theirs.status, theirs.headers.get('Location')]);
    const files = await stats(to, target.key, 'files');
    expect((await open(new URL(files.files[0].url).pathname)).status).toBe(200);
    expect((await open('/me')).text).toContain('/file/');
    expect((await open('/r/spring')).headers.get('Location')).toBe('https://example.com/1');
  });

  test('an import that was interrupted continues, and keeps the visits that came meanwhile', async () => {
    const here = await openTestSite(engine, { RATE_LIMIT: '1000', SECRET: 'another secret of the tests' });
    const owner = await here.addUser();
    const { imports } = here.site.services;
    const settings = { taken: 'skip' as const, domains: {}, tag: 'moved' };
    const wanted = { product: 'signpost' as const, input: { kind: 'file' as const, path }, settings, isDryRun: false };
    /** Stops after a number of steps. */
    const runSteps = (most: number) =>
      imports.runNow(owner.id, wanted, (_, resumed) => {
        let steps = 0;
        return {
          onProgress() {
            steps += 1;
            if (steps === most) throw new Error(resumed ? 'stopped again' : 'stopped');
          },
        };
      });
    await expect(runSteps(10)).rejects.toThrow('stopped');
    const { urls } = await stats(here, owner.key, 'urls?short=plain');
    await countClicks(here.database, { linkId: urls[0].id, userId: owner.id, campaignId: 0 }, [
      { at: here.clock.now, visitor: 9, country: 'Spain' },
    ]);
    for (let stops = 0; stops < 6; stops += 1) await expect(runSteps(1)).rejects.toThrow('stopped again');
    const { report, conflicts } = await runSteps(-1);
    expect([report, conflicts]).toMatchObject([{ rows: 4, imported: 4, existing: 0, clicks: 4, bots: 1 }, []]);
    const counted = await stats(here, owner.key, `url/${urls[0].id}/stats?by=country&from=2026-11-15&to=2026-11-16`);
    expect(counted.clicks).toBe(5);
    expect(await rowsOf(here, 'overlay_responses', [])).toHaveLength(1);
    expect((await stats(here, owner.key, 'urls?tag=moved')).result).toBe(4);
    expect(await rowsOf(here, 'restored_rows', [])).toEqual([]);
    await here.close();
  });

  test('it is imported in the background too, by address or from a file', async () => {
    const owner = await to.addUser();
    const { imports } = to.site.services;
    const read = async (id: number) => stats(to, owner.key, `import/${id}`);
    const bytes = new Uint8Array(await Bun.file(path).arrayBuffer());
    const add = (query: string, sent: object) =>
      to.send('POST', `/api/import/add${query}`, { key: owner.key, ...sent });
    const headers = { 'Content-Type': 'application/octet-stream' };
    const file = await add('?from=signpost&dry_run=1&taken=rename', { body: bytes, headers });
    await imports.runJob(file.json.id, () => Promise.reject(new Error('no network')));
    expect(await read(file.json.id)).toMatchObject({ status: 'done', dry_run: true, rows: 4, imported: 4, done: 1 });
    expect(await rowsOf(to, 'links', [owner.id])).toEqual([]);

    const body = { from: 'signpost', url: 'https://8.8.8.8/', key: user.key, taken: 'rename' };
    expect((await add('', { body: { ...body, url: 'http://127.0.0.1:3000' } })).json.errors[0].field).toBe('url');
    const address = await add('', { body });
    const asked: string[] = [];
    await imports.runJob(address.json.id, async (url, sent, receive) => {
      asked.push(`${url} ${sent.Authorization === `Bearer ${user.key}`}`);
      for (let at = 0; at < bytes.length; at += 1_000) await receive?.(bytes.subarray(at, at + 1_000));
      return { status: 200, headers: new Headers(), bytes: new Uint8Array() };
    });
    expect(asked).toEqual(['https://8.8.8.8/api/export.zip true']);
    expect(await read(address.json.id)).toMatchObject({ status: 'done', rows: 4, imported: 4, clicks: 4, bots: 1 });

    const refused = (await add('', { body })).json.id;
    const reply = (status: number) => async () => ({ status, headers: new Headers(), bytes: new Uint8Array() });
    await imports.runJob(refused, reply(403));
    expect(await read(refused)).toMatchObject({ status: 'failed', reason: { code: 'source_refused' } });
    const page = (await add('', { body })).json.id;
    await imports.runJob(page, reply(200));
    expect(await read(page)).toMatchObject({ status: 'failed', reason: { code: 'file_not_readable' } });
  });

  test('a taken alias is a conflict, or gets another name', async () => {
    const other = await to.addUser();
    const again = (taken: 'skip' | 'rename') => restoreFile(to, other.id, path, { taken });
    const { report, conflicts } = await again('skip');
    expect(report.refused).toBeGreaterThanOrEqual(3);
    expect(conflicts).toContainEqual({
      ...{ alias: 'plain', file: 'links.ndjson', line: 1 },
      errors: [expect.objectContaining({ field: 'custom', code: 'alias_taken' })],
    });
    const renamed = await again('rename');
    expect(renamed.report.imported).toBe(report.refused);
    expect((await stats(to, other.key, 'urls?q=example.com/1')).result).toBe(1);
    // The links that got another name are recognized.
    expect((await again('rename')).report).toMatchObject({ imported: 0, existing: 4 });
  });
});
