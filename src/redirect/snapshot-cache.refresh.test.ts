import { expect, test } from 'bun:test';
import { AWAY, NEW, OLD, RULES } from '../../test/support/controlled-store.ts';
import { waitUntil } from '../../test/support/wait.ts';
import type { LinkSnapshot } from './snapshot.ts';
import { SnapshotCache } from './snapshot-cache.ts';

const OLD_MS = RULES.refreshAfterMs + 1;

/** A cache with three old entries; the test decides when the store responds to a refresh. */
async function openOld() {
  const clock = { now: 1_000_000 };
  const asked: string[][] = [];
  let answer = Promise.withResolvers<LinkSnapshot | null>();
  const cache = new SnapshotCache(
    async () => OLD,
    { ...RULES, loadLimitMs: 1_000 },
    () => clock.now,
    async (keys) => {
      asked.push(keys);
      const snapshot = await answer.promise;
      return keys.map(() => snapshot);
    },
  );
  for (const key of ['a', 'b', 'c']) await cache.load(key);
  clock.now += OLD_MS;
  async function reply(snapshot: LinkSnapshot | null | Error): Promise<void> {
    if (snapshot instanceof Error) answer.reject(snapshot);
    else answer.resolve(snapshot);
    answer = Promise.withResolvers();
    await Bun.sleep(0);
  }
  return { clock, asked, cache, reply };
}

async function untilAsked(asked: string[][], times: number): Promise<void> {
  await waitUntil(`the store is asked ${times} times`, () => asked.length >= times, { everyMs: 1 });
}

test('old entries that are visited are reloaded with one query', async () => {
  const { asked, cache, reply } = await openOld();
  for (const key of ['a', 'b', 'a', 'a']) expect(cache.peek(key)).toBe(OLD);
  await untilAsked(asked, 1);
  for (const key of ['a', 'b']) expect(cache.peek(key)).toBe(OLD);
  await reply(NEW);
  expect(asked).toEqual([['a', 'b']]);
  for (const key of ['a', 'b']) expect(cache.peek(key)).toBe(NEW);
});

test('an entry that is forgotten during the query does not come back', async () => {
  const { asked, cache, reply } = await openOld();
  for (const key of ['a', 'b']) cache.peek(key);
  await untilAsked(asked, 1);
  cache.forget('a');
  await reply(OLD);
  expect(cache.peek('a')).toBeUndefined();
  expect(cache.peek('b')).toBe(OLD);
});

test('an entry that no longer exists is cached as missing', async () => {
  const { asked, cache, reply } = await openOld();
  cache.peek('a');
  await untilAsked(asked, 1);
  await reply(null);
  expect(cache.peek('a')).toBeNull();
});

test('entries stay while the store is unavailable, and are loaded a second later', async () => {
  const { clock, asked, cache, reply } = await openOld();
  cache.peek('a');
  await untilAsked(asked, 1);
  await reply(AWAY);
  clock.now += 999;
  expect(cache.peek('a')).toBe(OLD);
  // Both would be loaded together.
  cache.peek('b');
  await untilAsked(asked, 2);
  expect(asked).toEqual([['a'], ['b']]);
  clock.now += 2;
  cache.peek('a');
  await untilAsked(asked, 3);
});
