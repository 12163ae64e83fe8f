import { expect, test } from 'bun:test';
import { NEW, OLD, RULES } from '../../test/support/controlled-store.ts';
import type { VisitedHost } from './hosts.ts';
import { createRecentUrls } from './recent-urls.ts';
import type { LinkSnapshot } from './snapshot.ts';
import { SnapshotCache } from './snapshot-cache.ts';

const URL_OF_A = 'http://localhost/a';

function open(isLasting = true) {
  const stored = { snapshot: OLD as LinkSnapshot | null };
  const clock = { now: 1_000 };
  const cache = new SnapshotCache(
    async () => stored.snapshot,
    RULES,
    () => clock.now,
  );
  const lookups = { host: 0 };
  const hostFinder = {
    peek() {
      lookups.host += 1;
      return { prefix: '', isLasting } as VisitedHost;
    },
  };
  const urls = createRecentUrls(hostFinder, cache, new Set(['shared']));
  function visit(url = URL_OF_A) {
    const recent = urls.find(url);
    return recent && cache.peekEntry(recent.key, recent.entry);
  }
  return { stored, clock, cache, lookups, urls, visit };
}

test('a visited URL is found without its host', async () => {
  const { cache, lookups, visit } = open();
  expect(visit()).toBeUndefined();
  await cache.load('a');
  for (let times = 0; times < 3; times += 1) expect(visit()).toBe(OLD);
  expect(lookups.host).toBe(2);
});

test('a link that was changed is never found as it was before', async () => {
  const { stored, cache, visit } = open();
  await cache.load('a');
  expect(visit()).toBe(OLD);
  stored.snapshot = NEW;
  cache.forget('a');
  expect(visit()).toBeUndefined();
  await cache.load('a');
  expect(visit()).toBe(NEW);
});

test('a refreshed link is found as it is now, and a deleted one as missing', async () => {
  const { stored, clock, cache, visit } = open();
  await cache.load('a');
  expect(visit()).toBe(OLD);
  stored.snapshot = NEW;
  clock.now += RULES.maxAgeMs + 1;
  expect(visit()).toBeUndefined();
  await cache.load('a');
  expect(visit()).toBe(NEW);
  stored.snapshot = null;
  await cache.load('a');
  expect(visit()).toBeNull();
});

test('an entry that the cache dropped for its size is not used', async () => {
  const cache = new SnapshotCache(
    async () => OLD,
    { ...RULES, maxBytes: 1 },
    () => 0,
  );
  const peek = () => ({ prefix: '', isLasting: true }) as VisitedHost;
  const urls = createRecentUrls({ peek }, cache, new Set());
  await cache.load('a');
  expect(urls.find(URL_OF_A)).toBeUndefined();
});

test('a host that may change is found again by every visit', async () => {
  const { cache, lookups, visit } = open(false);
  await cache.load('a');
  for (let times = 0; times < 3; times += 1) expect(visit()).toBe(OLD);
  expect(lookups.host).toBe(3);
});

test('neither shared paths nor longer ones are found', async () => {
  const { cache, urls } = open();
  for (const key of ['shared', 'a', 'a/b', 'a?x=1']) await cache.load(key);
  expect(urls.find('http://localhost/shared')).toBeUndefined();
  expect(urls.find('http://localhost/a/b')).toBeUndefined();
  expect(urls.find(URL_OF_A)?.key).toBe('a');
});
