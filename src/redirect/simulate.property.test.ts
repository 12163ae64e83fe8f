import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NOON, PLAIN } from '../../test/support/plain-link.ts';
import type { Places } from '../geo/places.ts';
import { createVisitorHash } from '../lib/visitor-hash.ts';
import type { VisitedLink } from '../resources/links/link.ts';
import type { RoutingRule } from '../resources/links/rules/routing-rule.ts';
import { decide } from './decide.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import { simulateBody } from './simulate.contract.ts';
import { explainVisit } from './simulate.ts';
import { snapshotOfLink } from './snapshot.ts';

const PLACES = new Map([
  ['198.51.100.1', { country: 'CA', region: 'Quebec', city: 'Montreal (Ville-Marie)' }],
  ['198.51.100.2', { country: 'US', region: 'California', city: 'San Francisco' }],
  ['2001:db8::7', { country: 'DE', region: 'State of Berlin', city: 'Berlin' }],
]);
const NOWHERE = { country: '', region: '', city: '' };

function placeOf(address: string) {
  return PLACES.get(address) ?? NOWHERE;
}

const places: Places = {
  placeOf,
  countryOf: (address) => placeOf(address).country || undefined,
  regionOf: (address) => placeOf(address).region.toLowerCase().replace('state of ', '') || undefined,
};

const sources: VisitorSources = {
  places,
  addressOf: (_, peer) => peer,
  isUnlocked: () => false,
  pixelRules: { privacy: 'respect', consent: 'eu' },
  hashVisitor: createVisitorHash('secret'),
};

const AGENTS = [
  '',
  'curl/8.5.0',
  'Googlebot/2.1',
  'Twitterbot/1.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
];

const someOf = (...values: string[]) => fc.subarray(values, { minLength: 1 });
const condition = fc.oneof(
  someOf('CA', 'US', 'DE').map((list) => ({ type: 'country', in: list })),
  someOf('CA-QC', 'California', 'DE-BE').map((list) => ({ type: 'region', in: list })),
  someOf('Montreal', 'berlin').map((list) => ({ type: 'city', in: list })),
  someOf('EU', 'NA').map((list) => ({ type: 'continent', in: list })),
  someOf('de', 'pt-BR', 'fr').map((list) => ({ type: 'language', in: list })),
  someOf('ios', 'desktop', 'android').map((list) => ({ type: 'device', in: list })),
  someOf('iOS', 'Windows').map((list) => ({ type: 'os', in: list })),
  someOf('Firefox', 'Safari').map((list) => ({ type: 'browser', in: list })),
  someOf('example.com', 'direct').map((list) => ({ type: 'referrer', in: list })),
  someOf('1', 'a b').map((list) => ({ type: 'query', name: 'a', in: list })),
  someOf('198.51.100.0/31', '2001:db8::/32').map((list) => ({ type: 'address', in: list })),
  fc.constantFrom({ type: 'time', from: '12:00' }, { type: 'time', days: ['tue'] }),
  fc.constantFrom('person', 'bot', 'preview').map((is) => ({ type: 'visitor', is })),
);
const negated = fc.tuple(condition, fc.boolean()).map(([one, not]) => (not ? { ...one, not } : one));
const url = fc.constantFrom('a', 'b', 'c').map((name) => `https://${name}.example/`);
const variants = fc.array(fc.record({ url, weight: fc.integer({ min: 1, max: 9 }) }), { minLength: 1, maxLength: 3 });
const rule = fc
  .record({ when: fc.array(negated, { maxLength: 2 }), url, split: fc.option(variants, { nil: undefined, freq: 2 }) })
  .map(({ when, url: only, split }) => ({ when, ...(split ? { split } : { url: only }) }) as unknown as RoutingRule);

const link: fc.Arbitrary<VisitedLink> = fc
  .record({
    routingRules: fc.array(rule, { maxLength: 4 }),
    type: fc.constantFrom('direct' as const, 'frame' as const, 'splash' as const),
    status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'disabled' as const),
    maxClicks: fc.option(fc.constant(5)),
    metaTitle: fc.constantFrom('', 'Title'),
    isQueryForwarded: fc.boolean(),
    isLocked: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    hasPixel: fc.boolean(),
  })
  .map(({ isLocked, hasPixel, ...values }) => ({
    ...PLAIN,
    ...values,
    passwordHash: isLocked ? 'hash' : null,
    rules: [{ kind: 'device', device: 'ios', link: 'https://ios.example/' }],
    pixels: hasPixel ? [{ id: 1, type: 'fbpixel', tag: '123456789012345' }] : [],
  }));

const visitor = fc.record({
  address: fc.constantFrom(...PLACES.keys(), '203.0.113.9'),
  user_agent: fc.constantFrom(...AGENTS),
  language: fc.constantFrom('', 'de-AT', 'fr,de;q=0.5', 'pt-BR'),
  referrer: fc.constantFrom('', 'https://www.example.com/x', 'https://other.example/'),
  query: fc.constantFrom('', 'a=1', 'a=a+b&c'),
  now: fc.integer({ min: NOON, max: NOON + 48 * 3_600_000 }),
});

test('the simulator and the real visit of the same visitor agree', () => {
  fc.assert(
    fc.property(link, visitor, (of, { now, ...described }) => {
      const snapshot = snapshotOfLink(of);
      const headers = { 'User-Agent': described.user_agent, 'Accept-Language': described.language };
      const request = new Request('http://localhost/x', { headers: { ...headers, Referer: described.referrer } });
      const real = new RequestVisitor({ request, peer: described.address, query: described.query }, sources);
      const decision = decide(snapshot, real, now);
      const simulation = explainVisit(snapshot, simulateBody.parse(withoutBlanks(described)), sources, now);
      expect(simulation.decision).toBe(decision.kind);
      if (decision.kind === 'password') return;
      expect(simulation.url).toBe('url' in decision ? decision.url : null);
      const route = ('route' in decision && decision.route) || null;
      expect(simulation.route).toBe(route);
      const answered = simulation.steps.filter(({ matched }) => matched);
      expect(answered.map(({ rule: name }) => `rule:${name}`)).toEqual(
        route?.startsWith('rule:') ? [route.replace(/\/.*/, '')] : [],
      );
    }),
    { numRuns: 10_000 },
  );
});

/** The API reads "" as nothing before it parses a body. */
function withoutBlanks(body: Record<string, string>): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}
