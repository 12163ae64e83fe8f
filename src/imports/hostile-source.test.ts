import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { createTestImports } from '../../test/support/test-imports.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import type { ImportService } from './import.service.ts';
import type { SourceBatch, SourceClick, SourceLink } from './source.ts';

const AT = Date.parse('2026-11-10T10:30:00Z');
const LONG = 'x'.repeat(20_000);

const linkOf = (ref: string, body: object): SourceLink => ({
  ...{ ref, domain: 'constructor', body: { url: 'https://example.com/', ...body }, problems: [] },
});
const click = (more: Partial<SourceClick>): SourceClick => ({ at: AT, isBot: false, ...more });

onEachEngine('a source that sends nonsense', (engine) => {
  let site: TestSite;
  let imports: ImportService;
  let batches: SourceBatch[];
  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    imports = createTestImports(site, {
      openSource: async () => ({
        describe: () => ({ from: 'shlink' as const, host: 's.test' }),
        async *read() {
          yield* batches;
        },
        close: async () => {},
      }),
    });
  });
  afterAll(() => site.close());

  const run = (owner: number) =>
    imports.runNow(
      owner,
      {
        ...{ product: 'shlink', input: { kind: 'file', path: import.meta.path }, isDryRun: false },
        settings: { taken: 'skip', domains: {} },
      },
      () => ({ onProgress() {} }),
    );

  test('is imported as far as it can be, and a second run changes nothing', async () => {
    const { id: owner, key } = await site.addUser();
    const clicks = [
      click({ city: LONG, region: 'a\u0000b', country: 'constructor' }),
      click({ browser: 'constructor', os: '__proto__', device: 'constructor', language: 'zz-\u0000' }),
      click({ userAgent: LONG, referrer: `https://${LONG}.example/\u0000`, city: '\ud800' }),
      click({ at: Number.NaN, route: 'r\u0000' }),
      click({ at: 9e15, referrer: '\u0000' }),
    ];
    const counts = [
      { span: 'day' as const, start: AT, clicks: -5, bots: 1.5, dimensions: { country: { de: -1, us: 2.5 } } },
      { span: 'hour' as const, start: Number.NaN, clicks: 1, bots: 0, dimensions: {} },
    ];
    batches = [
      {
        position: '1',
        links: [linkOf('one\u0000\ud800', { custom: 'nonsense' }), linkOf('two', { custom: `a\u0000${LONG}` })],
        history: [{ ref: 'one\u0000\ud800', clicks, counts, total: Number.MAX_SAFE_INTEGER, state: 's\u0000' }],
        misses: [{ domain: null, code: 'm\u0000', at: AT, count: 1 }],
      },
    ];
    const { report, conflicts } = await run(owner);
    expect(report).toMatchObject({ rows: 2, imported: 1, refused: 1 });
    expect(conflicts.map(({ errors }) => errors[0]?.field)).toEqual(['custom']);
    const { data } = (await site.send('GET', '/api/urls?q=nonsense', { key })).json;
    const { json } = await site.send(
      'GET',
      `/api/url/${data.urls[0].id}/stats?from=2026-01-01&to=2026-11-16&interval=month&by=city,browser`,
      { key },
    );
    expect(json.data.top.browser).toEqual({ constructor: 1 });
    for (const name of Object.keys(json.data.top.city)) expect(name.length).toBeLessThanOrEqual(300);
    const again = await run(owner);
    expect(again.report).toMatchObject({ rows: 2, imported: 0, existing: 1, refused: 1 });
  });
});
