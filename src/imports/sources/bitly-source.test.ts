import { expect, test } from 'bun:test';
import type { KnownState, SourceBatch, SourceHistory } from '../source.ts';
import { createSourceClient, type SendToSource } from '../source-client.ts';
import { openBitly } from './bitly-source.ts';

/** A small stand-in for Bitly with two pages of links. */
function openStandIn() {
  const paths: string[] = [];
  const failures: { status: number; text?: string; headers?: Record<string, string> }[] = [];
  const days: Record<string, [date: string, clicks: number][]> = {
    'bit.ly/one': [
      ['2026-11-15T00:00:00+0000', 2],
      ['2026-11-14T00:00:00+0000', 0],
      ['2026-11-13T00:00:00+0000', 5],
    ],
  };
  const countries = [
    { value: 'US', clicks: 4 },
    { value: 'DE', clicks: 3 },
  ];
  const links: Record<string, object[]> = {
    '': [
      {
        ...{ id: 'bit.ly/one', link: 'https://bit.ly/one', long_url: 'https://example.com/1', title: 'A\u0007 title' },
        ...{ created_at: '2020-02-03T12:06:17+0000', custom_bitlinks: ['https://bit.ly/my-one'], tags: ['t'] },
      },
    ],
    next: [
      {
        id: 'go.example.org/two',
        long_url: 'https://example.com/2',
        created_at: '2021-01-01T00:00:00+0000',
        archived: true,
      },
      { id: 'bit.ly/my-one', long_url: 'https://example.com/1', created_at: '2020-02-03T12:06:17+0000' },
    ],
  };

  function answer(path: string, query: URLSearchParams): object | undefined {
    if (path === '/v4/groups') return { groups: [{ guid: 'G1' }] };
    if (path === '/v4/groups/G1/bitlinks') {
      expect(query.get('archived')).toBe('both');
      const after = query.get('search_after') ?? '';
      return { links: links[after], pagination: { search_after: after === '' ? 'next' : '' } };
    }
    const [, id = '', call = ''] = /^\/v4\/bitlinks\/([^/]+\/[^/]+)\/(.+)$/.exec(path) ?? [];
    const ofLink = days[id] ?? days['bit.ly/one'] ?? [];
    const isCounted = id === 'bit.ly/one' || id === 'bit.ly/my-one';
    const clicks = isCounted ? ofLink.map(([date, count]) => ({ date, clicks: count })) : [];
    if (call === 'clicks') return { link_clicks: clicks };
    if (call === 'clicks/summary') return { total_clicks: clicks.reduce((sum, day) => sum + day.clicks, 0) };
    if (call === 'countries') return { metrics: isCounted ? countries : [] };
    if (call === 'devices') return { metrics: isCounted ? [{ device_type: 'Mobile', clicks: 7 }] : [] };
    return call === 'referrers' ? { metrics: isCounted ? [{ value: 'direct', clicks: 7 }] : [] } : undefined;
  }

  const send: SendToSource = async (url) => {
    const { pathname, searchParams } = new URL(url);
    paths.push(pathname);
    const failure = failures.shift();
    const found = answer(pathname, searchParams);
    // Control characters arrive as they are, which JSON forbids.
    const json = JSON.stringify(found).replaceAll('\\u0007', '\u0007');
    const headers = new Headers(failure?.headers);
    return { status: failure?.status ?? 200, headers, bytes: Buffer.from(failure ? (failure.text ?? '') : json) };
  };
  return { send, paths, failures, days, countries };
}

async function readAll(standIn: ReturnType<typeof openStandIn>, resume?: string, states = new Map<string, string>()) {
  const waits: number[] = [];
  const client = createSourceClient({ send: standIn.send, sleep: async (ms) => void waits.push(ms) });
  const source = await openBitly({ kind: 'address', url: 'https://api.test', key: 'k', client });
  const known: KnownState = {
    stateOf: async (refs) => new Map(refs.flatMap((ref) => (states.has(ref) ? [[ref, states.get(ref) ?? '']] : []))),
    missState: async () => undefined,
  };
  const batches: SourceBatch[] = [];
  for await (const batch of source.read(resume, known)) {
    batches.push(batch);
    for (const { ref, state } of batch.history) if (state !== undefined) states.set(ref, state);
  }
  return {
    batches,
    waits,
    states,
    links: batches.flatMap(({ links }) => links),
    history: batches.flatMap((one) => one.history),
  };
}

const sumOf = (history: SourceHistory[]) =>
  history.flatMap(({ counts }) => counts).reduce((sum, { clicks }) => sum + clicks, 0);

test('links of Bitly come with clicks by day, and totals of country, referrer and device', async () => {
  const { links, history } = await readAll(openStandIn());
  expect(links.map(({ ref, domain, body }) => [ref, domain, body.custom])).toEqual([
    ['bit.ly/one', 'bit.ly', 'one'],
    ['bit.ly/my-one', 'bit.ly', 'my-one'],
    ['go.example.org/two', 'go.example.org', 'two'],
    ['bit.ly/my-one', 'bit.ly', 'my-one'],
  ]);
  expect(links[0]?.body).toEqual({
    ...{ url: 'https://example.com/1', custom: 'one', metatitle: 'A title', tags: ['t'] },
    created: '2020-02-03 12:06:17',
  });
  // An archived link stays active.
  expect(links[2]?.body).not.toContainKey('status');
  const [own] = history;
  expect(own?.counts).toEqual([
    { span: 'day', start: Date.UTC(2026, 10, 13), clicks: 5, bots: 0, dimensions: {} },
    { span: 'day', start: Date.UTC(2026, 10, 15), clicks: 2, bots: 0, dimensions: {} },
    {
      ...{ span: 'total', start: 0, clicks: 0, bots: 0 },
      dimensions: { country: { US: 4, DE: 3 }, referrer: { direct: 7 }, device: { Mobile: 7 } },
    },
  ]);
  expect(own?.total).toBe(7);
  // The clicks of a custom back-half are those of its link.
  expect(sumOf(history)).toBe(7);
});

test('a later run adds the difference of the last day and of the totals', async () => {
  const standIn = openStandIn();
  const first = await readAll(standIn);
  const same = await readAll(standIn, undefined, new Map(first.states));
  expect(same.history.filter(({ counts }) => counts.length > 0)).toEqual([]);
  standIn.days['bit.ly/one'] = [
    ['2026-11-16T00:00:00+0000', 1],
    ['2026-11-15T00:00:00+0000', 4],
    ['2026-11-13T00:00:00+0000', 5],
  ];
  standIn.countries[0] = { value: 'US', clicks: 7 };
  const { history } = await readAll(standIn, undefined, new Map(first.states));
  expect(history[0]?.counts.map(({ start, clicks }) => [start, clicks])).toEqual([
    [Date.UTC(2026, 10, 15), 2],
    [Date.UTC(2026, 10, 16), 1],
    [0, 0],
  ]);
  expect(history[0]?.counts.at(-1)?.dimensions).toMatchObject({ country: { US: 3 }, device: {} });
});

test('a resumed run continues after the last position', async () => {
  const standIn = openStandIn();
  const { batches, states } = await readAll(standIn);
  standIn.paths.length = 0;
  const { links } = await readAll(standIn, batches[0]?.position, states);
  expect(links.map(({ ref }) => ref)).toEqual(['go.example.org/two', 'bit.ly/my-one']);
  expect(standIn.paths).not.toContain('/v4/bitlinks/bit.ly/one/clicks');
});

test('429 is waited out, garbage is asked for again, and what is not Bitly is refused at once', async () => {
  const standIn = openStandIn();
  standIn.failures.push(
    { status: 429, headers: { 'Retry-After': '30' } },
    { status: 502 },
    { status: 200, text: '<html>' },
  );
  const { links, waits } = await readAll(standIn);
  expect(links).toHaveLength(4);
  expect(waits[0]).toBe(30_000);
  expect(waits).toHaveLength(3);
  const other = openStandIn();
  other.failures.push({ status: 200, text: '{"hello":1}' });
  await expect(readAll(other)).rejects.toMatchObject({ code: 'source_refused' });
  const wrongKey = openStandIn();
  wrongKey.failures.push({ status: 403, text: '{"message":"FORBIDDEN"}' });
  await expect(readAll(wrongKey)).rejects.toMatchObject({ code: 'source_refused' });
  const down = openStandIn();
  down.failures.push(...Array.from({ length: 20 }, () => ({ status: 503 })));
  await expect(readAll(down)).rejects.toMatchObject({ code: 'source_unavailable' });
});
