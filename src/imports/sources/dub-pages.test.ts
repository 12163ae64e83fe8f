import { expect, test } from 'bun:test';
import type { KnownState, SourceBatch, SourceClient } from '../source.ts';
import { openDub } from './dub-source.ts';

const START = Date.parse('2026-11-01T00:00:00Z');

/** A stand-in for Dub with these clicks of its first link, and 149 other links. */
function openStandIn(times: number[]): SourceClient {
  const links = Array.from({ length: 150 }, (_, index) => ({
    ...{ id: `link_${index}`, domain: 'dub.test', key: `k${index}`, url: 'https://example.com/' },
    clicks: index === 0 ? times.length + 5 : 0,
  }));
  const getJson = async (url: string): Promise<unknown> => {
    const { pathname, searchParams } = new URL(url);
    const [page, size] = [searchParams.get('page'), searchParams.get('pageSize') ?? searchParams.get('limit')].map(
      Number,
    );
    const cut = <T>(list: T[]) => list.slice(((page ?? 1) - 1) * (size ?? 100), (page ?? 1) * (size ?? 100));
    if (pathname === '/links') return cut(links);
    const start = Date.parse(searchParams.get('start') ?? '1970-01-01');
    return cut(times.filter((at) => at >= start)).map((at) => ({
      timestamp: new Date(at).toISOString(),
      click: { country: 'DE', browser: 'Chrome' },
    }));
  };
  return { get: async () => ({ status: 200, headers: new Headers(), text: '[]' }), getJson, download: async () => 200 };
}

async function readAll(client: SourceClient, resume?: string) {
  const source = await openDub({ kind: 'address', url: 'https://api.dub.test', key: 'k', client });
  const known: KnownState = { stateOf: async () => new Map(), missState: async () => undefined };
  const batches: SourceBatch[] = [];
  for await (const batch of source.read(resume, known)) batches.push(batch);
  return batches;
}

const clicksIn = (batches: SourceBatch[]) =>
  batches.flatMap(({ history }) => history.flatMap(({ clicks }) => clicks.map(({ at }) => at)));

test('every click is read once, also if a page of them has one time, and whatever batch was the last to be stored', async () => {
  const sameTime = Array.from({ length: 2_300 }, () => START + 5_000);
  const later = Array.from({ length: 2_200 }, (_, index) => START + 6_000 + index * 1_000);
  const times = [START, START + 1_000, ...sameTime, ...later];
  const client = openStandIn(times);
  const all = await readAll(client);
  expect(clicksIn(all)).toEqual(times);
  expect(all.flatMap(({ links }) => links).map(({ ref }) => ref)).toEqual(
    Array.from({ length: 150 }, (_, index) => `link_${index}`),
  );
  expect(all.flatMap(({ history }) => history).at(-1)).toMatchObject({ ref: 'link_0', total: times.length + 5 });
  expect(all.length).toBeGreaterThan(2);
  for (const [index, { position }] of all.entries()) {
    const rest = await readAll(client, position);
    expect(clicksIn([...all.slice(0, index + 1), ...rest])).toEqual(times);
    const links = [...all.slice(0, index + 1), ...rest].flatMap((batch) => batch.links);
    expect(links).toHaveLength(150);
  }
});
