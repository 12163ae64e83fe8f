import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const OWN = 'https://example.com/own';
const TO = 'https://rule.example/';
const SPLIT = { url: TO, weight: 1 };

function many(count: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A rule with one condition. */
function when(condition: object): object[] {
  return [{ when: [condition], url: TO }];
}

/** Wrong rules, and the place that the response names. */
const WRONG: [name: string, rules: unknown, field: string][] = [
  ['a value that is no list', { when: [], url: TO }, 'rules'],
  ['21 rules', many(21, () => ({ when: [], url: TO })), 'rules'],
  ['null as a rule', [null], 'rules.0'],
  ['no conditions', [{ url: TO }], 'rules.0.when'],
  ['11 conditions', [{ when: many(11, () => ({ type: 'visitor', is: 'bot' })), url: TO }], 'rules.0.when'],
  ['text as a condition', [{ when: ['bot'], url: TO }], 'rules.0.when.0'],
  ['no type', when({ in: ['DE'] }), 'rules.0.when.0.type'],
  ['an unknown type', [{ when: [], url: TO }, ...when({ type: 'weather', in: ['rain'] })], 'rules.1.when.0.type'],
  ['a value that negates nothing', when({ type: 'visitor', is: 'bot', not: 'yes' }), 'rules.0.when.0.not'],
  ['no values', when({ type: 'country' }), 'rules.0.when.0.in'],
  ['an empty list of values', when({ type: 'country', in: [] }), 'rules.0.when.0.in'],
  ['101 values', when({ type: 'query', name: 'a', in: many(101, String) }), 'rules.0.when.0.in'],
  ['an unknown country', [{ when: [], url: TO }, ...when({ type: 'country', in: ['DE', 'AT', 'Atlantis'] })], 'rules.1.when.0.in.2'],
  ['a number as a country', when({ type: 'country', in: [49] }), 'rules.0.when.0.in.0'],
  ['an unknown region code', when({ type: 'region', in: ['US-XX'] }), 'rules.0.when.0.in.0'],
  ['a region code without its country', when({ type: 'region', in: ['CA'] }), 'rules.0.when.0.in.0'],
  ['a region without a name', when({ type: 'region', in: ['()'] }), 'rules.0.when.0.in.0'],
  ['an unknown country of a city', when({ type: 'city', in: ['Paris'], country: 'XX' }), 'rules.0.when.0.country'],
  ['an empty city', when({ type: 'city', in: [' '] }), 'rules.0.when.0.in.0'],
  ['an unknown continent', when({ type: 'continent', in: ['Europe'] }), 'rules.0.when.0.in.0'],
  ['an unknown language', when({ type: 'language', in: ['de', 'xx'] }), 'rules.0.when.0.in.1'],
  ['any language', when({ type: 'language', in: ['*'] }), 'rules.0.when.0.in.0'],
  ['an unknown device', when({ type: 'device', in: ['watch'] }), 'rules.0.when.0.in.0'],
  ['an unknown system', when({ type: 'os', in: ['Plan 9'] }), 'rules.0.when.0.in.0'],
  ['an unknown browser', when({ type: 'browser', in: [''] }), 'rules.0.when.0.in.0'],
  ['a URL as a referrer', when({ type: 'referrer', in: ['https://a.example/'] }), 'rules.0.when.0.in.0'],
  ['a pattern as a referrer', when({ type: 'referrer', in: ['*.example'] }), 'rules.0.when.0.in.0'],
  ['a parameter without a name', when({ type: 'query', in: ['x'] }), 'rules.0.when.0.name'],
  ['a parameter with an empty name', when({ type: 'query', name: '' }), 'rules.0.when.0.name'],
  ['an empty list of parameter values', when({ type: 'query', name: 'a', in: [] }), 'rules.0.when.0.in'],
  ['a wrong range', when({ type: 'address', in: ['10.0.0.0/33'] }), 'rules.0.when.0.in.0'],
  ['a host as an address', when({ type: 'address', in: ['localhost'] }), 'rules.0.when.0.in.0'],
  ['nothing but a zone', when({ type: 'time', zone: 'UTC' }), 'rules.0.when.0'],
  ['an unknown zone', when({ type: 'time', days: ['mon'], zone: 'Mars/Base' }), 'rules.0.when.0.zone'],
  ['an offset as a zone', when({ type: 'time', days: ['mon'], zone: '+01:00' }), 'rules.0.when.0.zone'],
  ['an empty list of days', when({ type: 'time', days: [] }), 'rules.0.when.0.days'],
  ['an unknown day', when({ type: 'time', days: ['mon', 'someday'] }), 'rules.0.when.0.days.1'],
  ['an hour that does not exist', when({ type: 'time', from: '24:00' }), 'rules.0.when.0.from'],
  ['a short time', when({ type: 'time', to: '9:00' }), 'rules.0.when.0.to'],
  ['a day that does not exist', when({ type: 'time', after: '2026-02-30 00:00:00' }), 'rules.0.when.0.after'],
  ['a year beyond 9999', when({ type: 'time', before: '9999-12-31T23:59:59Z', zone: 'Asia/Tokyo' }), 'rules.0.when.0.before'],
  ['an offset that does not exist', when({ type: 'time', after: '2026-02-03T10:00:00+25:99' }), 'rules.0.when.0.after'],
  ['an unknown visitor', when({ type: 'visitor', is: 'human' }), 'rules.0.when.0.is'],
  ['several visitors', when({ type: 'visitor', is: ['bot'] }), 'rules.0.when.0.is'],
  ['both a URL and a split', [{ when: [], url: TO, split: [SPLIT] }], 'rules.0.split'],
  ['neither a URL nor a split', [{ when: [] }], 'rules.0.url'],
  ['a URL that is none', [{ when: [], url: 'rule.example' }], 'rules.0.url'],
  ['a script', [{ when: [], url: 'javascript:alert(1)' }], 'rules.0.url'],
  ['our own host', [{ when: [], url: TO }, { when: [], url: 'http://localhost:3000/x' }], 'rules.1.url'],
  ['our own host in a split', [{ when: [], split: [SPLIT, { ...SPLIT, url: 'http://localhost:3000/' }] }], 'rules.0.split.1.url'],
  ['an empty split', [{ when: [], split: [] }], 'rules.0.split'],
  ['11 variants', [{ when: [], split: many(11, () => SPLIT) }], 'rules.0.split'],
  ['no weight', [{ when: [], split: [{ url: TO }] }], 'rules.0.split.0.weight'],
  ['weight 0', [{ when: [], split: [{ ...SPLIT, weight: 0 }] }], 'rules.0.split.0.weight'],
  ['weight 1001', [{ when: [], split: [{ ...SPLIT, weight: 1_001 }] }], 'rules.0.split.0.weight'],
  ['weight 1.5', [{ when: [], split: [{ ...SPLIT, weight: 1.5 }] }], 'rules.0.split.0.weight'],
  ['weight as text', [{ when: [], split: [{ ...SPLIT, weight: '5' }] }], 'rules.0.split.0.weight'],
  ['a name of 65 characters', [{ name: 'x'.repeat(65), when: [], url: TO }], 'rules.0.name'],
  ['a name with a NUL', [{ name: 'a\u0000b', when: [], url: TO }], 'rules.0.name'],
  ['a number as a name', [{ name: 7, when: [], url: TO }], 'rules.0.name'],
]; // biome-ignore format: a table.

onEachEngine('wrong rules of a link', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function readAll(id: number): Promise<unknown[]> {
    const [list, link] = await Promise.all(
      ['/api/urls', `/api/url/${id}`].map((path) => site.send('GET', path, { key })),
    );
    return [list?.json.data.result, link?.json.details];
  }

  test('are refused with their place, and nothing is stored', async () => {
    const rules = [{ when: [], url: TO }];
    const { id } = (await site.send('POST', '/api/url/add', { key, body: { url: OWN, rules } })).json;
    const before = await readAll(id);
    for (const [name, wrong, field] of WRONG) {
      const created = await site.send('POST', '/api/url/add', { key, body: { url: OWN, rules: wrong } });
      const updated = await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: `${OWN}2`, rules: wrong } });
      for (const { status, json } of [created, updated])
        expect([name, status, json.errors?.map((error: { field: string }) => error.field)]).toEqual([
          name,
          400,
          [field],
        ]);
    }
    expect(await readAll(id)).toEqual(before);
  });

  testWithoutStore(engine)('a response lists at most 100 of many wrong values', async () => {
    const wrong = many(20, () => ({ when: [{ type: 'os', in: many(100, () => 'x') }], url: TO }));
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, rules: wrong } });
    expect([status, json.errors.length, json.errors[99].field]).toEqual([400, 100, 'rules.0.when.0.in.99']);
  });
});
