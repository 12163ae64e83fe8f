import { afterAll, beforeAll, expect, test } from 'bun:test';
import { reservedWords } from '../../src/core/reserved-words.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';

const GOOD = 'https://example.com/good';

const BAD_ALIASES: [what: string, custom: unknown][] = [
  ['a parent path', '../x'],
  ['two segments', 'a/b'],
  ['an encoded slash', 'a%2fb'],
  ['an encoded slash in capitals', 'a%2Fb'],
  ['a backslash', 'a\\b'],
  ['one dot', '.'],
  ['two dots', '..'],
  ['encoded dots', '%2e%2e'],
  ['an empty text', ''],
  ['a space', ' '],
  ['a space inside', 'a b'],
  ['a trailing space', 'ab '],
  ['a trailing newline', 'ab\n'],
  ['300 characters', 'x'.repeat(300)],
  ['101 characters', 'x'.repeat(101)],
  ['the suffix of a preview', 'ab+'],
  ['a query', 'a?b'],
  ['a fragment', 'a#b'],
  ['a dot inside', 'robots.txt'],
  ['a letter that is not ASCII', 'ä'],
  ['a Cyrillic letter', 'аbc'],
  ['a digit that is not ASCII', '٣'],
  ['a NUL', 'a\u0000b'],
  ['markup', '<b>'],
  ['a number', 7],
  ['a list', ['ab']],
  ['an object', { $ne: null }],
  ['true', true],
];

function caseVariants(word: string): string[] {
  const mixed = [...word].map((letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter)).join('');
  return [...new Set([word, word.toUpperCase(), mixed])];
}

onEachEngine('aliases', (engine) => {
  let site: TestSite;
  let key: string;
  let kept: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    kept = (await add({ custom: 'kept' })).json.id;
  });
  afterAll(() => site.close());

  function add(fields: object, owner = key): Promise<Received> {
    return site.send('POST', '/api/url/add', { key: owner, body: { url: GOOD, ...fields } });
  }

  function rename(custom: unknown): Promise<Received> {
    return site.send('PUT', `/api/url/${kept}/update`, { key, body: { url: GOOD, custom } });
  }

  async function expectRefused(custom: unknown): Promise<void> {
    // In an update, "" keeps the alias: every link has one.
    for (const { status, json } of [await add({ custom }), ...(custom === '' ? [] : [await rename(custom)])]) {
      expect(status).toBe(400);
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['custom']);
    }
  }

  testWithoutStore(engine).each([...reservedWords])(
    '14: the reserved word %s is refused in upper and lower case',
    async (word) => {
      guards('reserved-words');
      for (const custom of caseVariants(word)) await expectRefused(custom);
    },
  );

  testWithoutStore(engine)('14: every word in a path of the service is reserved', () => {
    guards('reserved-words');
    const served = [
      'api',
      'app',
      'assets',
      'avatar',
      'docs',
      'file',
      'healthz',
      'mcp',
      'metrics',
      'readyz',
      'setup',
      'qr',
      'q',
      'r',
      'u',
    ];
    expect(served.filter((word) => !reservedWords.has(word))).toEqual([]);
  });

  testWithoutStore(engine).each(BAD_ALIASES)('15: %s is not a valid alias', (_, custom) => expectRefused(custom));

  test('15: aliases of 1 and of 100 characters are valid, and so is each allowed special character', async () => {
    guards('aliases');
    for (const custom of ['x', '-', '_', 'X'.repeat(100), 'aZ09_-']) {
      expect((await add({ custom })).json).toMatchObject({ error: 0, shorturl: `http://localhost:3000/${custom}` });
      expect((await site.send('GET', `/${custom}`)).headers.get('Location')).toBe(GOOD);
    }
  });

  test('15: a malformed path finds no link', async () => {
    guards('aliases');
    const paths = [
      '/x/y',
      '/kept/x',
      '/kept%2f',
      '/kept%00',
      '/k%65pt',
      '/kept++',
      '/+',
      '/kept;x',
      '//kept',
      '/kept.',
      '/Kept',
    ];
    for (const [index, path] of paths.entries()) {
      const request = new Request('http://localhost:3000/', { method: 'GET' });
      Object.defineProperty(request, 'url', { value: `http://localhost:3000${path}` });
      const answer = await site.site.handle(request, { requestIP: () => ({ address: `192.0.2.${index}` }) });
      expect([path, answer.status, answer.headers.get('Location')]).toEqual([path, 404, null]);
    }
  });

  test('16: of 100 parallel requests for one alias one succeeds and 99 get a conflict', async () => {
    guards('aliases');
    const { key: other } = await site.addUser();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        add({ custom: 'wanted', url: `https://example.com/${index}` }, index % 2 ? key : other),
      ),
    );
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    const taken = answers.filter(({ status }) => status === 409);
    expect(taken).toHaveLength(99);
    for (const { json } of taken) {
      expect(json).toEqual({ error: 1, message: 'This alias is already taken.', code: 'alias_taken' });
    }
    const rows = await site.database.db.selectFrom('links').select('url').where('alias', '=', 'wanted').execute();
    expect(rows).toHaveLength(1);
    expect((await site.send('GET', '/wanted')).headers.get('Location')).toBe(rows[0]?.url ?? '');
    expect((await site.send('GET', '/api/urls', { key: other })).json.data.result).toBeLessThanOrEqual(1);
  });

  test('16: changing to a taken alias is 409 and changes nothing; keeping its own alias is no conflict', async () => {
    guards('aliases');
    await add({ custom: 'held' });
    const answer = await site.send('PUT', `/api/url/${kept}/update`, {
      key,
      body: { url: 'https://example.com/changed', custom: 'held', tags: ['changed'] },
    });
    expect(answer.status).toBe(409);
    const { details } = (await site.send('GET', `/api/url/${kept}`, { key })).json;
    expect(details).toMatchObject({ alias: 'kept', longurl: GOOD, tags: [] });
    expect((await rename('kept')).status).toBe(200);
  });

  test('17: /Abc and /abc are different links', async () => {
    guards('aliases');
    const words = ['Abc', 'abc', 'ABC', 'aBc'];
    for (const custom of words) expect((await add({ custom, url: `https://example.com/${custom}` })).status).toBe(200);
    for (const custom of words) {
      expect((await site.send('GET', `/${custom}`)).headers.get('Location')).toBe(`https://example.com/${custom}`);
      const { urls } = (await site.send('GET', `/api/urls?short=${custom}`, { key })).json.data;
      expect(urls.map(({ alias }: { alias: string }) => alias)).toEqual([custom]);
    }
    expect((await site.send('GET', '/abC')).status).toBe(404);
    expect((await add({ custom: 'abc' })).status).toBe(409);
  });

  test('18: after 20 misses in a minute a visitor’s misses are 429, and existing links still work', async () => {
    guards('aliases');
    const peer = '2001:db8:77::1';
    const statuses: number[] = [];
    for (let index = 0; index < 25; index += 1)
      statuses.push((await site.send('GET', `/guess${index}`, { peer: `2001:db8:77::${index}` })).status);
    expect(statuses).toEqual([...Array(20).fill(404), ...Array(5).fill(429)]);
    for (const path of ['/kept', '/kept?a=1', '/kept'])
      expect((await site.send('GET', path, { peer })).status).toBe(302);
    await add({ custom: 'not-asked-for-yet' });
    expect((await site.send('GET', '/not-asked-for-yet', { peer })).status).toBe(302);
    expect((await site.send('GET', '/guess0', { peer: '2001:db8:78::1' })).status).toBe(404);
  });

  test('18: parallel guesses are limited like sequential guesses, also with forged headers', async () => {
    guards('aliases');
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        site.send('GET', `/try${index}`, { peer: '192.0.2.200', headers: { 'X-Forwarded-For': `10.0.0.${index}` } }),
      ),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  });
});
