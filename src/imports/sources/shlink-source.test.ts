import { expect, test } from 'bun:test';
import { createFakeShlink, type FakeShortUrl } from '../../../test/support/fake-shlink.ts';
import { readSource, statesOf } from '../../../test/support/read-source.ts';
import type { SourceBatch } from '../source.ts';
import { createSourceClient, type SendToSource } from '../source-client.ts';
import { readShlinkRules } from './shlink-rules.ts';
import { openShlink } from './shlink-source.ts';

const START = Date.parse('2024-01-01T00:00:00Z');
const dateAt = (seconds: number) => new Date(START + seconds * 1000).toISOString().replace('.000Z', '+00:00');

function open(send: SendToSource, key = 'key', sleeps: number[] = []) {
  const client = createSourceClient({ send, sleep: async (ms) => void sleeps.push(ms) });
  return openShlink({ kind: 'address', url: 'https://s.test', key, client });
}

/** Every time twice, so that pages end between equal times. */
function visitsOf(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    date: dateAt(Math.floor(index / 2)),
    referer: `https://r${index}.test/`,
  }));
}

const shortUrls: FakeShortUrl[] = Array.from({ length: 120 }, (_, index) => ({
  shortCode: `c${index}`,
  // Sixty of them at the same second, which is more than a page.
  dateCreated: dateAt(index < 60 ? 7 : index),
  visits: visitsOf(index === 3 ? 2_601 : index % 3),
}));

function countClicks(batches: SourceBatch[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { ref, clicks } of batches.flatMap(({ history }) => history))
    found.set(ref, [...(found.get(ref) ?? []), ...clicks.map(({ at, referrer }) => `${at} ${referrer}`)]);
  return new Map([...found].filter(([, clicks]) => clicks.length > 0));
}

test('a short URL comes with its fields, rules, visits and orphan visits', async () => {
  const location = { countryCode: 'DE', countryName: 'Germany', regionName: 'Berlin', cityName: 'Berlin' };
  const fake = createFakeShlink(
    [
      {
        ...{ shortCode: 'a', domain: 'b.test', title: 'T', tags: ['x', 'y'], forwardQuery: false },
        dateCreated: '2024-01-01T02:00:00+02:00',
        meta: { validSince: '2024-01-02T00:00:00+00:00', validUntil: '2034-01-02T00:00:00+00:00', maxVisits: 9 },
        visits: [
          { date: dateAt(0), visitLocation: location, userAgent: 'UA', referer: '', potentialBot: true },
          { date: dateAt(5), visitLocation: null, potentialBot: false },
        ],
        rules: [
          {
            longUrl: 'https://example.com/2',
            priority: 2,
            conditions: [{ type: 'ip-address', matchValue: '10.1.*.*' }],
          },
          {
            ...{ longUrl: 'https://example.com/1', priority: 1 },
            conditions: [
              { type: 'device', matchValue: 'mobile' },
              { type: 'query-param', matchKey: 'a', matchValue: 'b' },
              { type: 'before-date', matchValue: '2030-01-01T00:00:00+01:00' },
            ],
          },
        ],
      },
      {
        shortCode: 'odd',
        dateCreated: dateAt(1),
        visits: [],
        rules: [{ longUrl: 'https://e.test/', conditions: [{ type: 'moon' }] }],
      },
    ],
    [
      { date: dateAt(1), type: 'invalid_short_url', visitedUrl: 'https://s.test/gone' },
      { date: dateAt(2), type: 'base_url', visitedUrl: 'https://s.test/' },
    ],
  );
  const batches = await readSource(await open(fake.send));
  expect(batches.flatMap(({ links }) => links)).toMatchObject([
    {
      domain: 'b.test',
      body: {
        ...{
          url: 'https://example.com/',
          custom: 'a',
          created: '2024-01-01 00:00:00',
          metatitle: 'T',
          tags: ['x', 'y'],
        },
        ...{ starts: '2024-01-02 00:00:00', expiry: '2034-01-02 00:00:00', max_clicks: 9, forward_query: false },
        rules: [
          {
            url: 'https://example.com/1',
            when: [
              { type: 'device', in: ['mobile', 'tablet'] },
              { type: 'query', name: 'a', in: ['b'] },
              { type: 'time', before: '2029-12-31 23:00:00' },
            ],
          },
          { url: 'https://example.com/2', when: [{ type: 'address', in: ['10.1.0.0/16'] }] },
        ],
      },
      problems: [],
    },
    { domain: 's.test', problems: [{ field: 'rules', code: 'condition_unknown', params: { condition: 'moon' } }] },
  ]);
  expect(batches[0]?.history).toMatchObject([
    {
      total: 2,
      clicks: [
        { at: START, isBot: true, country: 'DE', region: 'Berlin', city: 'Berlin', userAgent: 'UA' },
        { at: START + 5_000, isBot: false, country: '' },
      ],
    },
  ]);
  expect(batches[1]?.misses).toEqual([{ domain: 's.test', code: 'gone', at: START + 1_000, count: 1 }]);
});

test('visits of many pages are complete and in order; a later run reads only what is new', async () => {
  const { send, requests } = createFakeShlink(shortUrls, visitsOf(3));
  const batches = await readSource(await open(send));
  const links = batches.flatMap((batch) => batch.links.map(({ body }) => String(body.custom)));
  expect(links).toEqual(shortUrls.map(({ shortCode }) => shortCode));
  const clicks = countClicks(batches);
  expect(clicks.size).toBe(shortUrls.filter(({ visits }) => visits.length > 0).length);
  for (const { shortCode, dateCreated, visits } of shortUrls) {
    const expected = visits.map(({ date, referer }) => `${Date.parse(date)} ${referer}`);
    expect(clicks.get(`/${shortCode} ${Date.parse(dateCreated)}`) ?? []).toEqual(expected);
  }
  expect(batches.every(({ history }) => history.reduce((sum, one) => sum + one.clicks.length, 0) <= 5_000)).toBe(true);
  const states = statesOf(batches);
  requests.length = 0;
  expect(countClicks(await readSource(await open(send), states)).size).toBe(0);
  expect(requests.filter((path) => !path.endsWith('/short-urls'))).toEqual(['/rest/v3/visits/orphan']);
  const grown = shortUrls.map((one) => (one.shortCode === 'c3' ? { ...one, visits: visitsOf(2_605) } : one));
  const later = countClicks(await readSource(await open(createFakeShlink(grown).send), states));
  expect([...later.values()]).toEqual([
    visitsOf(2_605)
      .slice(2_601)
      .map(({ date, referer }) => `${Date.parse(date)} ${referer}`),
  ]);
});

test('whenever the server stops, a resumed run sends the rest, and nothing twice', async () => {
  const whole = countClicks(await readSource(await open(createFakeShlink(shortUrls).send)));
  const { send, requests } = createFakeShlink(shortUrls);
  await readSource(await open(send));
  const all = requests.length;
  for (let stop = 1; stop < all; stop += 3) {
    let left = stop;
    const stopping: SendToSource = async (url, headers) => {
      left -= 1;
      if (left < 0) throw new Error('cut');
      return send(url, headers);
    };
    const batches: SourceBatch[] = [];
    const known = { stateOf: async () => statesOf(batches), missState: async () => undefined };
    const read = async (source: Awaited<ReturnType<typeof open>>) => {
      for await (const batch of source.read(batches.at(-1)?.position, known)) batches.push(batch);
    };
    await expect(open(stopping).then(read)).rejects.toMatchObject({ code: 'source_unavailable' });
    const before = requests.length;
    await read(await open(send));
    expect([stop, countClicks(batches)]).toEqual([stop, whole]);
    const links = batches.flatMap((batch) => batch.links.map(({ ref }) => ref));
    expect([stop, links.length, new Set(links).size]).toEqual([stop, 120, 120]);
    // Reads again at most the page of short URLs and what was not stored yet.
    expect(requests.length - before).toBeLessThan(all - stop + 60);
  }
});

test('429, errors, garbage and cut connections are waited out; a wrong key or another server is refused', async () => {
  const { send } = createFakeShlink(shortUrls);
  const expected = countClicks(await readSource(await open(send)));
  const bytes = (text: string) => Buffer.from(text);
  const faults: SendToSource[] = [
    async () => ({ status: 429, headers: new Headers({ 'Retry-After': '7' }), bytes: bytes('') }),
    async () => ({ status: 503, headers: new Headers(), bytes: bytes('busy') }),
    async () => ({ status: 200, headers: new Headers(), bytes: bytes('<html>') }),
    async () => Promise.reject(new Error('reset')),
  ];
  let count = 0;
  const sleeps: number[] = [];
  const flaky: SendToSource = async (url, headers) => {
    count += 1;
    const fault = count % 2 === 0 ? faults[(count / 2) % faults.length] : undefined;
    return (fault ?? send)(url, headers);
  };
  expect(countClicks(await readSource(await open(flaky, 'key', sleeps)))).toEqual(expected);
  expect(sleeps).toContain(7_000);
  await expect(open(send, 'wrong').then((source) => readSource(source))).rejects.toMatchObject({
    code: 'source_refused',
  });
  const other: SendToSource = async () => ({ status: 200, headers: new Headers(), bytes: bytes('{"ok":1}') });
  await expect(open(other).then((source) => readSource(source))).rejects.toMatchObject({ code: 'source_refused' });
});

test('rules that a server refuses to show are a problem of their link', () => {
  expect(readShlinkRules({ status: 400, title: 'Invalid data' })).toEqual({ rules: [], unknown: ['redirectRules'] });
  expect(readShlinkRules({ status: 404 })).toEqual({ rules: [], unknown: [] });
});
