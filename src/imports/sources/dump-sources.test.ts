import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { newFolder, onEachEngine } from '../../../test/support/engines.ts';
import { IMPORT_FILES } from '../../../test/support/read-source.ts';
import { createTestImports } from '../../../test/support/test-imports.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import type { ImportService } from '../import.service.ts';
import { openSource } from '../open-source.ts';
import type { ImportProduct } from '../source.ts';

onEachEngine('importing the databases of other services', (engine) => {
  let site: TestSite;
  let imports: ImportService;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    imports = createTestImports(site, {
      openSource,
    });
  });
  afterAll(() => site.close());

  async function run(user: { id: number }, product: ImportProduct, file: string) {
    const input = { kind: 'file', path: `${IMPORT_FILES}/${file}` } as const;
    const settings = { taken: 'skip', domains: {} } as const;
    return imports.runNow(user.id, { product, input, settings, isDryRun: false }, () => ({ onProgress() {} }));
  }

  async function readStats(key: string, alias: string, year: number) {
    const { json } = await site.send('GET', `/api/urls?q=${alias}`, { key });
    const { id } = json.data.urls.find((one: { alias: string }) => one.alias === alias);
    const { data } = (await site.send('GET', `/api/url/${id}`, { key })).json;
    const query = `from=${year}-01-01&to=${year}-12-31&interval=day&by=country,browser,referrer,os`;
    const stats = (await site.send('GET', `/api/url/${id}/stats?${query}`, { key })).json.data;
    const days = stats.series.filter((day: { clicks: number }) => day.clicks > 0);
    return {
      ...{ clicks: data.clicks, unique: data.uniqueClicks, bots: stats.bots, undated: stats.undated, top: stats.top },
      days: Object.fromEntries(
        days.map(({ date, clicks }: { date: string; clicks: number }) => [date.slice(0, 10), clicks]),
      ),
    };
  }

  test('YOURLS: every click of the log by day, country, browser and referrer; the rest of the total is undated', async () => {
    const user = await site.addUser();
    const { report } = await run(user, 'yourls', 'yourls.mariadb-dump.sql');
    expect(report).toMatchObject({ rows: 5, imported: 5, refused: 0, clicks: 15, bots: 0, undated: 7 });
    expect(await readStats(user.key, 'abc', 2023)).toEqual({
      ...{ clicks: 9, unique: 0, bots: 0, undated: 5 },
      top: {
        country: { Germany: 2, 'United States': 1 },
        browser: { Chrome: 1, Firefox: 1, Safari: 1 },
        referrer: { 'google.com': 1, 't.co': 1 },
        os: { Windows: 2, iOS: 1 },
      },
      days: { '2023-05-01': 3, '2023-05-02': 1 },
    });
    expect(await readStats(user.key, 'Abc', 2023)).toMatchObject({
      clicks: 1,
      bots: 0,
      undated: 0,
      days: { '2023-05-02': 1 },
    });
    expect(await readStats(user.key, 'caf', 2023)).toMatchObject({
      ...{ clicks: 3, undated: 0, days: { '2023-05-03': 2, '2023-06-30': 1 } },
      top: { country: { France: 2, Japan: 1 }, referrer: { 'google.com': 1, 'xn--exmple-cua.org': 1 } },
    });
    expect(await readStats(user.key, 'old', 2023)).toMatchObject({ clicks: 2, undated: 2, days: {} });
    const again = await run(user, 'yourls', 'yourls.mariadb-dump.sql');
    expect(again.report).toMatchObject({ rows: 5, imported: 0, existing: 5, clicks: 0, undated: 0 });
    const { json } = await site.send('GET', '/api/urls', { key: user.key });
    expect(json.data.result).toBe(5);
  });

  test('Kutt: hours as they are, totals above them undated, passwords that work, banned links disabled', async () => {
    const user = await site.addUser();
    const { report } = await run(user, 'kutt', 'kutt.pg_dump.sql');
    expect(report).toMatchObject({ rows: 4, imported: 4, refused: 0, clicks: 14, bots: 0, undated: 4 });
    expect(await readStats(user.key, 'plain', 2023)).toEqual({
      ...{ clicks: 7, unique: 0, bots: 0, undated: 2 },
      top: {
        ...{ country: { Germany: 2, 'United States': 1, France: 1 }, os: { Windows: 3, iOS: 1 } },
        browser: { Chrome: 2, Firefox: 1, 'Internet Explorer': 1 },
        referrer: { 'google.com': 2, 't.co': 1 },
      },
      days: { '2023-05-01': 4, '2023-05-02': 1 },
    });
    expect(await readStats(user.key, 'branded', 2023)).toMatchObject({
      ...{ clicks: 5, undated: 0, days: { '2023-06-30': 5 } },
      top: { country: { Japan: 5 }, browser: { Safari: 3, Edge: 1, Opera: 1 }, referrer: { 'news.example.org': 5 } },
    });
    expect((await site.send('GET', '/banned')).status).toBe(410);
    expect((await site.send('GET', '/locked')).status).toBe(200);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const enter = async (password: string) =>
      (await site.send('POST', '/locked', { body: String(new URLSearchParams({ password })), headers })).status;
    expect([await enter('closed'), await enter('open sesame')]).toEqual([403, 303]);
  });

  test('Kutt: a password whose hash would take minutes to check is refused', async () => {
    const user = await site.addUser();
    const dump = await Bun.file(`${IMPORT_FILES}/kutt.pg_dump.sql`).text();
    const path = join(newFolder(), 'kutt.sql');
    await Bun.write(path, dump.replace('$2a$04$', '$2a$31$'));
    const input = { kind: 'file', path } as const;
    const settings = { taken: 'rename', domains: {} } as const;
    const { conflicts } = await imports.runNow(user.id, { product: 'kutt', input, settings, isDryRun: true }, () => ({
      onProgress() {},
    }));
    expect(conflicts).toMatchObject([{ alias: 'locked', errors: [{ field: 'password', code: 'password_hash' }] }]);
  });

  test('Polr: every click; a link with a secret key is refused, a disabled one stays disabled', async () => {
    const user = await site.addUser();
    const { report, conflicts } = await run(user, 'polr', 'polr.mariadb-dump.sql');
    expect(report).toMatchObject({ rows: 3, imported: 2, refused: 1, clicks: 5, bots: 0, undated: 1 });
    expect(conflicts).toMatchObject([{ alias: 'secret', errors: [{ field: 'password', code: 'secret_link' }] }]);
    expect(await readStats(user.key, '0', 2021)).toEqual({
      ...{ clicks: 4, unique: 0, bots: 0, undated: 1 },
      top: {
        ...{ country: { Germany: 1, 'United States': 1 }, browser: { Chrome: 1, Firefox: 1 } },
        ...{ referrer: { 'google.com': 1, 't.co': 1 }, os: { Linux: 1, Windows: 1 } },
      },
      days: { '2021-05-01': 2, '2021-05-02': 1 },
    });
    expect((await site.send('GET', '/secret')).status).toBe(404);
    expect((await site.send('GET', '/off')).status).toBe(410);
  });
});
