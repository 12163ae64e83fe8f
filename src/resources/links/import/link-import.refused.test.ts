import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../../test/support/without-store.ts';
import { fieldError } from '../../../core/errors.ts';
import { columns } from './link-import.columns.ts';

type Body = string | Uint8Array<ArrayBuffer> | object;

onEachEngine('files that are not imported', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    key = (await site.addUser()).key;
  });

  function send(body: Body, query = '', owner = key) {
    const isCsv = typeof body === 'string' || body instanceof Uint8Array;
    const headers = { 'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/json' };
    return site.send('POST', `/api/urls/import${query}`, { body, headers, ...(owner && { key: owner }) });
  }

  const wrong: [name: string, body: Body, query: string, message: RegExp][] = [
    [
      'a file without a URL column',
      'name,clicks\nx,1',
      '',
      /the columns name, clicks\. One of these is expected: url, .*longurl/,
    ],
    ['an empty file', '', '', /no rows/],
    ['a header without rows', 'url,alias\n', '', /no rows/],
    ['a file that is not UTF-8', new Uint8Array([0x75, 0x72, 0x6c, 0x0a, 0xe4, 0x2e]), '', /UTF-8/],
    ['1,001 rows', `url\n${'https://example.com/\n'.repeat(1_001)}`, '', /more than 1,000 rows/],
    ['1,001 links', { links: Array.from({ length: 1_001 }, () => ({})) }, '', /^links: Must have at most 1,000/],
    ['an empty list of links', { links: [] }, '', /^links: Must have 1 or more/],
    ['an unknown value of taken', 'url\nhttps://example.com/', '?taken=steal', /^taken: /],
    ['an unknown value of dry_run', 'url\nhttps://example.com/', '?dry_run=yes', /^dry_run: /],
    ['an empty tag', 'url\nhttps://example.com/', '?tag=', /^tag: /],
  ];
  testWithoutStore(engine).each(wrong)('%s is refused as a whole', async (_, body, query, message) => {
    const { status, json } = await send(body, query);
    expect([status, json.error]).toEqual([400, 1]);
    expect(json.message).toMatch(message);
  });

  const fillers = ['/', ' ', ',', '-', '?', '#', '%', '.', '0', '"'];
  test('a cell that is too long for any field is refused without parsing it', async () => {
    for (const { names, field } of columns.filter(({ maxLength }) => maxLength === 8_192)) {
      for (const filler of fillers) {
        const cell = `"x${filler.replace('"', '""').repeat(20_000)}x"`;
        const csv = field === 'url' ? `url\n${cell}` : `url,${names[0]}\nhttps://example.com/,${cell}`;
        const { status, json } = await send(csv, '?dry_run=1');
        expect([names[0], filler, status]).toEqual([names[0], filler, 200]);
        expect(json.rows[0].errors).toContainEqual(fieldError(field, 'too_long', { max: 8192 }));
      }
    }
  });

  test('a row with many problems lists ten of them', async () => {
    const rules = [{ when: [{ type: 'os', in: Array(100).fill('x') }], url: 'https://example.com/' }];
    const body = { links: [{ url: 'https://example.com/', rules }] };
    const headers = { 'Content-Type': 'application/json' };
    const { json } = await site.send('POST', '/api/urls/import', { key, body, headers });
    expect(json.rows[0].errors).toHaveLength(10);
  });

  test('2 MB and 1,000 rows are accepted; one more byte is not', async () => {
    const head = 'url,description\n';
    const full = `${head}https://example.com/,`.padEnd(2 * 1024 * 1024, 'x');
    expect((await send(full)).json).toMatchObject({ error: 0, refused: 1 });
    expect((await send(`${full}x`)).status).toBe(413);
    const { json } = await send(`url\n${'https://example.com/\n'.repeat(1_000)}`, '?dry_run=1');
    expect(json.imported).toBe(1_000);
  });

  test('an import needs a key and a supported file type, and counts as one request', async () => {
    expect((await send('url\nhttps://example.com/', '', '')).status).toBe(401);
    const plain = { key, body: 'url\nhttps://example.com/', headers: { 'Content-Type': 'text/plain' } };
    expect((await site.send('POST', '/api/urls/import', plain)).json.code).toBe('not_one_file');
    const broken = { key, body: '[1]', headers: { 'Content-Type': 'application/json' } };
    expect((await site.send('POST', '/api/urls/import', broken)).json.code).toBe('malformed_json');
    const form = new FormData();
    form.set('file', new File(['\ufeffurl;alias\nhttps://example.com/;x y\n'], 'links.csv', { type: 'text/csv' }));
    const { json, headers } = await site.send('POST', '/api/urls/import?dry_run=1', { key, body: form });
    expect(json).toMatchObject({ imported: 0, refused: 1 });
    const next = await send('url\nhttps://example.com/1\nhttps://example.com/2\n');
    const left = (answer: Headers) => Number(answer.get('X-RateLimit-Remaining'));
    expect(left(headers) - left(next.headers)).toBe(1);
  });
});
