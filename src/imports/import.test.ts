import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { createTestImports } from '../../test/support/test-imports.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { fieldError } from '../core/errors.ts';
import type { ImportService } from './import.service.ts';
import type { ImportSettings } from './import.ts';
import type { ImportProduct, ImportSource, KnownState, SourceBatch, SourceClick, SourceLink } from './source.ts';
import { sourceUnavailable } from './source-failures.ts';

const PLAIN: ImportSettings = { taken: 'skip', domains: {} };
const HOUR = 3_600_000;
const AT = Date.parse('2026-11-10T10:30:00Z');

function linkOf(ref: string, alias: string, body: object = {}): SourceLink {
  return { ref, domain: 's.test', body: { url: `https://example.com/${ref}`, custom: alias, ...body }, problems: [] };
}

const click = (at: number, more: Partial<SourceClick> = {}): SourceClick => ({ at, isBot: false, ...more });

onEachEngine('importing links with their history', (engine) => {
  let site: TestSite;
  let imports: ImportService;
  let batches: SourceBatch[];
  let failAt: number;
  let read: number[];
  let states: Record<string, string>;
  let from: { product: ImportProduct; host: string };
  let user: { id: number; key: string };
  let count = 0;
  let a = '';

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    imports = createTestImports(site, {
      findDomainId: async (_, host) => (host === 'localhost:3000' ? 0 : undefined),
      openSource: async () => fakeSource(),
    });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    user = await site.addUser();
    count += 1;
    a = `h${count}`;
    failAt = -1;
    read = [];
    from = { product: 'shlink', host: 's.test' };
  });

  function fakeSource(): ImportSource {
    return {
      describe: () => ({ from: from.product, host: from.host }),
      async *read(resume: string | undefined, known: KnownState) {
        const sent = batches.flatMap(({ history }) => history.map(({ ref }) => ref));
        states = Object.fromEntries(await known.stateOf(sent));
        for (const [index, batch] of batches.entries()) {
          if (resume !== undefined && index <= Number(resume)) continue;
          if (index === failAt) throw sourceUnavailable({ host: 's.test', problem: 'no connection' });
          read.push(index);
          yield { ...batch, position: String(index) };
        }
      },
      close: async () => {},
    };
  }

  const run = (settings = PLAIN, isDryRun = false) =>
    imports.runNow(
      user.id,
      { product: from.product, input: { kind: 'file', path: import.meta.path }, settings, isDryRun },
      () => ({ onProgress() {} }),
    );

  async function readLink(alias: string) {
    const { json } = await site.send('GET', `/api/urls?q=${alias}`, { key: user.key });
    const { id } = json.data.urls[0];
    return { id, ...(await site.send('GET', `/api/url/${id}`, { key: user.key })).json };
  }

  test('clicks are counted by day, country, browser and referrer; undated ones stand beside the series', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
    batches = [
      {
        position: '',
        links: [linkOf('1', `${a}-a`), linkOf('2', `${a}-b`, { max_clicks: 5 })],
        history: [
          {
            ref: '1',
            clicks: [
              click(AT, { country: 'de', userAgent: agent, referrer: 'https://www.news.example/x' }),
              click(AT + HOUR, { country: 'DE', city: 'Berlin' }),
              click(AT, { isBot: true, userAgent: agent }),
            ],
            counts: [
              { span: 'day', start: Date.parse('2020-05-06'), clicks: 7, bots: 0, dimensions: { country: { us: 5 } } },
            ],
            total: 15,
            state: 's1',
          },
          { ref: '2', clicks: [], counts: [], total: 5 },
          { ref: 'gone', clicks: [click(AT)], counts: [] },
        ],
      },
    ];
    const tried = await run(PLAIN, true);
    expect(tried.report).toMatchObject({ rows: 2, imported: 2, clicks: 19, bots: 1, undated: 10 });
    const { report } = await run();
    expect(report).toMatchObject({ rows: 2, imported: 2, existing: 0, refused: 0, clicks: 19, bots: 1, undated: 10 });
    const { id, data, details } = await readLink(`${a}-a`);
    expect(data).toMatchObject({ clicks: 14, uniqueClicks: 0, imported: { clicks: 14, undated: 5, from: 'shlink' } });
    expect(data.topCountries).toEqual({ 'United States': 5, Germany: 2 });
    expect(details.imported_clicks).toBe(5);
    const stats = async (query: string) =>
      (await site.send('GET', `/api/url/${id}/stats?${query}`, { key: user.key })).json.data;
    const year = await stats('from=2020-01-01&to=2026-11-16&interval=month&by=country,browser,referrer,city');
    expect(year).toMatchObject({ clicks: 9, bots: 1, unique: 0, undated: 5, direct: 8 });
    expect(year.top).toEqual({
      country: { 'United States': 5, Germany: 2 },
      browser: { Firefox: 1 },
      referrer: { 'news.example': 1 },
      city: { 'Berlin, Germany': 1 },
    });
    const day = await stats('from=2026-11-10&to=2026-11-10&interval=hour');
    expect(day.series.filter((point: { clicks: number }) => point.clicks > 0)).toEqual([
      { date: '2026-11-10 10:00:00', clicks: 1, bots: 1 },
      { date: '2026-11-10 11:00:00', clicks: 1, bots: 0 },
    ]);
    const filtered = await stats('from=2026-11-01&to=2026-11-16&country=Germany');
    expect(filtered).toMatchObject({ clicks: 2, unique: 0 });
    const all = (await site.send('GET', '/api/stats?from=2020-01-01&to=2026-11-16&interval=month', { key: user.key }))
      .json.data;
    expect(all).toMatchObject({ clicks: 9, undated: 10, links: 2 });
    // Imported clicks count toward the limit.
    expect((await site.send('GET', `/${a}-b`)).status).toBe(410);
    expect((await site.send('GET', `/${a}-a`)).status).toBe(302);
    expect((await readLink(`${a}-a`)).data).toMatchObject({ clicks: 15, uniqueClicks: 1, imported: { clicks: 14 } });
  });

  test('a second run changes nothing, a later one adds only what is new, and a renamed link is recognized', async () => {
    await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/', custom: `${a}-t` } });
    const history = (total: number) => [{ ref: '1', clicks: [], counts: [], total }];
    batches = [{ position: '', links: [linkOf('1', `${a}-t`)], history: history(3) }];
    expect((await run()).report).toMatchObject({ rows: 1, refused: 1, imported: 0, clicks: 0 });
    const rename: ImportSettings = { ...PLAIN, taken: 'rename' };
    expect((await run(rename)).report).toMatchObject({ imported: 1, clicks: 3, undated: 3 });
    expect((await run(rename)).report).toMatchObject({ rows: 1, imported: 0, existing: 1, clicks: 0 });
    batches = [{ position: '', links: [linkOf('1', `${a}-t`), linkOf('2', `${a}-u`)], history: history(5) }];
    expect((await run()).report).toMatchObject({ rows: 2, imported: 1, existing: 1, refused: 0, clicks: 2 });
    const { json } = await site.send('GET', '/api/urls', { key: user.key });
    expect(json.data.result).toBe(3);
  });

  test('a file and an address of the same installation are one source, and undated clicks get their dates later', async () => {
    const send = async (host: string, clicks: SourceClick[], total: number, ref = '1') => {
      from = { ...from, host };
      batches = [
        { position: '', links: [linkOf(ref, `${a}-w`, { url: 'https://example.com/1' })], history: [] },
        { position: '', links: [], history: [{ ref, clicks, counts: [], total, state: `${total}` }] },
      ];
      const { report } = await run();
      const { data } = await readLink(`${a}-w`);
      return [report.clicks, report.undated, data.clicks, data.imported.undated];
    };
    from = { product: 'yourls', host: '' };
    expect(await send('', [click(AT), click(AT)], 2)).toEqual([2, 0, 2, 0]);
    expect(await send('y.test', [click(AT + HOUR)], 4)).toEqual([2, 1, 4, 1]);
    expect(states).toEqual({ 1: '2' });
    // One of these was undated.
    expect(await send('', [click(AT + HOUR), click(AT + HOUR)], 5)).toEqual([1, 0, 5, 0]);
    expect(states).toEqual({ 1: '4' });
    // A total that shrank takes nothing away.
    expect(await send('', [], 3)).toEqual([0, 0, 5, 0]);
    await site.database.db
      .updateTable('import_refs')
      .set({ source: 'yourls old.test' })
      .where('ref', '=', '1')
      .execute();
    expect(await send('', [], 5)).toEqual([0, 0, 5, 0]);
  });

  test('a link that has one ref in a file and another by address is recognized by its alias', async () => {
    from = { product: 'dub', host: '' };
    const send = async (host: string, ref: string, clicks: SourceClick[], total: number) => {
      from = { ...from, host };
      const link = linkOf(ref, `${a}-d`, { url: 'https://example.com/d' });
      batches = [{ position: '', links: [link], history: [{ ref, clicks, counts: [], total, state: `s${total}` }] }];
      const { report } = await run();
      return [report.existing, report.clicks, (await readLink(`${a}-d`)).data.clicks];
    };
    expect(await send('', 'row', [], 3)).toEqual([0, 3, 3]);
    expect(await send('api.dub.test', 'link_1', [click(AT), click(AT), click(AT), click(AT)], 4)).toEqual([1, 1, 4]);
    expect(await send('', 'row', [], 4)).toEqual([1, 0, 4]);
    expect(await send('api.dub.test', 'link_1', [click(AT)], 5)).toEqual([1, 1, 5]);
    expect(states).toEqual({ link_1: 's4' });
  });

  test('an interrupted import continues where it stopped and counts nothing twice', async () => {
    const part = (at: number): SourceBatch => ({
      position: '',
      links: [linkOf(`${at}`, `${a}-${at}`)],
      history: [{ ref: `${at}`, clicks: [click(AT), click(AT)], counts: [] }],
    });
    batches = [part(0), part(1), part(2)];
    failAt = 2;
    await expect(run()).rejects.toThrow('no connection');
    expect(read).toEqual([0, 1]);
    // A command that was killed could not store that it ended.
    const listed = async () => (await site.send('GET', '/api/imports', { key: user.key })).json.data.imports[0];
    expect(await listed()).toMatchObject({
      status: 'paused',
      by_command: true,
      reason: { code: 'source_unavailable' },
    });
    const { db } = site.database;
    await db.updateTable('imports').set({ status: 'running', reason: null }).where('user_id', '=', user.id).execute();
    const { id, ...shown } = await listed();
    expect(shown).toMatchObject({ status: 'paused', by_command: true, reason: { code: 'import_interrupted' } });
    expect((await site.send('POST', `/api/import/${id}/resume`, { key: user.key })).status).toBe(409);
    failAt = -1;
    const { report } = await run();
    expect(await listed()).toMatchObject({ status: 'done', reason: null });
    expect(read).toEqual([0, 1, 2]);
    expect(report).toMatchObject({ rows: 3, imported: 3, existing: 0, clicks: 6 });
    expect((await readLink(`${a}-0`)).data).toMatchObject({ clicks: 2, imported: { clicks: 2 } });
  });

  test('refused links are reported with the alias and the reasons; hashes of passwords protect links', async () => {
    const passwordHash = await Bun.password.hash('open', { algorithm: 'bcrypt', cost: 4 });
    batches = [
      {
        position: '',
        links: [
          { ...linkOf('1', `${a}-p`), passwordHash },
          { ...linkOf('2', `${a}-q`), problems: [fieldError('password', 'password_hash')] },
          linkOf('3', `${a}-r`, { url: 'ftp://example.com/' }),
        ],
        history: [{ ref: '2', clicks: [click(AT)], counts: [] }],
      },
    ];
    const { report, conflicts } = await run();
    expect(report).toMatchObject({ rows: 3, imported: 1, refused: 2, clicks: 0 });
    expect(conflicts.map(({ alias, errors }) => [alias, errors[0]?.field])).toEqual([
      [`${a}-q`, 'password'],
      [`${a}-r`, 'url'],
    ]);
    const page = await site.send('GET', `/${a}-p`);
    expect([page.status, page.headers.get('Location')]).toEqual([200, null]);
    const wrong = { ...PLAIN, domains: { 's.test': 'nobody.example' } };
    await expect(run(wrong)).rejects.toThrow("You don't own this domain.");
  });
});
