import { expect, test } from 'bun:test';
import type { Link } from '../resources/links/link.ts';
import type { Interstitial } from './interstitial.ts';
import { type LinkSnapshot, snapshotOfLink } from './snapshot.ts';
import { SnapshotCache } from './snapshot-cache.ts';

const LOOK = {
  title: '',
  text: '',
  button: '',
  colors: { background: null, foreground: null, accent: null },
  picture: null,
  logo: null,
};

function splashOf(id: number): Interstitial {
  return { kind: 'splash', id, seconds: 1, look: LOOK };
}

function snapshotOf(alias: string, interstitial: Interstitial | null): LinkSnapshot {
  const link = { alias, url: 'https://example.com/', type: interstitial?.kind ?? 'direct' };
  const ends = { expiresAt: null, startsAt: null, maxClicks: null, passwordHash: null };
  const rest = { interstitialId: interstitial?.id ?? null, status: 'active', unframed: [], metaTitle: '' };
  const meta = { metaDescription: '', metaImage: '', app: null, leavesApps: false };
  return snapshotOfLink(
    { ...link, rules: [], routingRules: [], parameters: [], ...ends, ...rest, ...meta } as unknown as Link,
    interstitial,
  );
}

test('a change of a splash page drops the links that show it, and no others', async () => {
  const shown: Record<string, Interstitial | null> = { a: splashOf(1), b: splashOf(2), c: splashOf(1), d: null };
  const cache = new SnapshotCache(async (alias) => snapshotOf(alias, shown[alias] ?? null));
  for (const alias of Object.keys(shown)) await cache.load(alias);
  cache.forgetInterstitial({ kind: 'overlay', id: 1 });
  expect(cache.size).toBe(4);
  const before = cache.bytes;
  cache.forgetInterstitial({ kind: 'splash', id: 1 });
  expect(Object.keys(shown).map((alias) => cache.peek(alias))).toMatchObject([
    undefined,
    { alias: 'b' },
    undefined,
    { alias: 'd' },
  ]);
  expect(cache.bytes).toBeLessThan(before);
});

test('a link that is being loaded meanwhile is used but not cached, because it may be outdated', async () => {
  const { promise, resolve } = Promise.withResolvers<LinkSnapshot>();
  const cache = new SnapshotCache(() => promise);
  const loading = cache.load('a');
  cache.forgetInterstitial({ kind: 'splash', id: 1 });
  resolve(snapshotOf('a', splashOf(1)));
  expect(await loading).toMatchObject({ alias: 'a' });
  expect(cache.peek('a')).toBeUndefined();
});
