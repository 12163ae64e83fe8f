import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { MAX_PORTS, parentsOf, parseDomain, readHost } from './domain.ts';

const BAD_DOMAINS: [what: string, domain: unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['empty text', ''],
  ['a number', 7],
  ['a list', ['https://go.example']],
  ['no scheme', 'go.example'],
  ['another scheme', 'ftp://go.example'],
  ['a script', 'javascript://go.example'],
  ['a path', 'https://go.example/path'],
  ['a query', 'https://go.example/?a'],
  ['an empty query', 'https://go.example?'],
  ['a fragment', 'https://go.example#'],
  ['a name and password', 'https://user:pass@go.example'],
  ['an empty label', 'https://go..example'],
  ['two trailing dots', 'https://go.example..'],
  ['an underscore', 'https://go_to.example'],
  ['a hyphen at the end of a label', 'https://go-.example'],
  ['a label of 64 characters', `https://${'x'.repeat(64)}.example`],
  ['a blank', 'https://go example'],
  ['a port that is none', 'https://go.example:99999'],
  ['a thousand characters', `https://${'x.'.repeat(500)}example`],
];

test('a name is a subdomain of each of its parents', () => {
  expect(parentsOf('a.b.c.d')).toEqual(['b.c.d', 'c.d', 'd']);
  expect(parentsOf('a')).toEqual([]);
});

test('a name of 253 characters is valid, one of 254 is not', () => {
  const longest = `${'x.'.repeat(123)}example`;
  expect(longest).toHaveLength(253);
  expect(parseDomain(`https://${longest}`)).toMatchObject({ name: longest });
  expect(parseDomain(`https://x${longest}`)).toEqual({ problem: { code: 'too_long', params: { max: 253 } } });
});

test.each([
  ['go.example', 'go.example'],
  ['HTTP://Go.Example./', 'go.example'],
  ['https://go.example:8443', 'go.example:8443'],
  ['go.example:8443', 'go.example:8443'],
  ['bücher.example', 'xn--bcher-kva.example'],
])('%s means the host %s', (text, host) => {
  expect(readHost(text)?.host).toBe(host);
});

onEachEngine('domains with invalid fields', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  function add(body: object): Promise<Received> {
    return site.send('POST', '/api/domain/add', { key, body });
  }

  async function expectRefused(body: object, fields: string[]): Promise<void> {
    const { status, json } = await add(body);
    expect([status, json.code]).toEqual([400, 'invalid_input']);
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  }

  testWithoutStore(engine).each(BAD_DOMAINS)(
    '%s is refused with the field named, and nothing is stored',
    async (_, domain) => {
      await expectRefused({ domain }, ['domain']);
    },
  );

  testWithoutStore(engine).each(['redirectroot', 'redirect404'])('%s must be a destination', async (field) => {
    for (const destination of [
      'javascript:alert(1)',
      '//x.example',
      'https://u:p@x.example/',
      7,
      ['x'],
      'x'.repeat(9_000),
    ])
      await expectRefused({ domain: 'https://go.example', [field]: destination }, [field]);
  });

  test.each(['redirectroot', 'redirect404'])('%s must lead outside of this service', async (field) => {
    for (const destination of ['https://SGN.example./x', 'http://localhost/x', 'https://go.example:99/x'])
      await expectRefused({ domain: 'https://go.example', [field]: destination }, [field]);
    expect(await site.database.db.selectFrom('domains').select('id').execute()).toEqual([]);
  });

  test('all invalid fields are named at once, and nothing is stored', async () => {
    await expectRefused({ domain: 'x', redirectroot: 'y', redirect404: 'z' }, [
      'domain',
      'redirectroot',
      'redirect404',
    ]);
    const ours = 'https://sgn.example/';
    await expectRefused({ domain: ours, redirectroot: ours, redirect404: ours }, [
      'domain',
      'redirectroot',
      'redirect404',
    ]);
    expect(await site.database.db.selectFrom('domains').select('id').execute()).toEqual([]);
  });

  testWithoutStore(engine).each(['force=2', 'force=yes', 'force='])('%s is refused', async (query) => {
    const { status, json } = await site.send('DELETE', `/api/domain/1/delete?${query}`, { key });
    expect([status, json.errors[0].field]).toEqual([400, 'force']);
  });

  test('the number of ports of one name is limited', async () => {
    const { key: owner } = await site.addUser();
    const statuses: number[] = [];
    for (let port = 1; port <= MAX_PORTS + 1; port += 1) {
      const body = { domain: `https://many.example:${8000 + port}` };
      statuses.push((await site.send('POST', '/api/domain/add', { key: owner, body })).status);
    }
    expect(statuses).toEqual([...Array(MAX_PORTS).fill(200), 400]);
  });
});
