import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { PLAIN } from '../../test/support/plain-link.ts';
import { ruleLists, type SampleVisit, visits } from '../../test/support/rule-samples.ts';
import { createVisitorHash } from '../lib/visitor-hash.ts';
import type { VisitedLink } from '../resources/links/link.ts';
import { routingField } from '../resources/links/rules/routing.contract.ts';
import type { RoutingRule } from '../resources/links/rules/routing-rule.ts';
import { decide } from './decide.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import { simulateBody } from './simulate.contract.ts';
import { explainVisit } from './simulate.ts';
import { snapshotOfLink } from './snapshot.ts';

// `RULE_RUNS=10000 bun test src/redirect/simulate.property.test.ts` tries more.
const RUNS = Number(Bun.env.RULE_RUNS ?? 1_000);
const TIMEOUT_MS = 60_000;
const hashVisitor = createVisitorHash('secret');

function sourcesFor({ country, region, city }: SampleVisit): VisitorSources {
  return {
    places: {
      countryOf: () => country || undefined,
      regionOf: () => undefined,
      placeOf: () => ({ country, region, city }),
    },
    addressOf: (_, peer) => peer,
    isUnlocked: () => false,
    pixelRules: { privacy: 'respect', consent: 'eu' },
    hashVisitor,
  };
}

function languagesOf({ languages }: SampleVisit): string {
  return languages.map(([tag, weight]) => `${tag};q=${weight}`).join(', ');
}

function queryOf({ query }: SampleVisit): string {
  return new URLSearchParams(query).toString();
}

/** The visitor by what a request contains. */
function describeRequest(visit: SampleVisit): Record<string, string> {
  const { address, agent, referrerHost } = visit;
  return {
    ...{ address, user_agent: agent.text, language: languagesOf(visit), query: queryOf(visit) },
    referrer: referrerHost && `https://${referrerHost}/page?x`,
  };
}

/** The same visitor by its properties. `android` alone does not say whether it is a phone. */
function nameProperties(visit: SampleVisit): Record<string, string> {
  const { country, region, city, agent, referrerHost } = visit;
  const [device = ''] = agent.devices;
  return {
    ...{ ...describeRequest(visit), country, region, city, os: agent.os, browser: agent.browser, is: agent.kind },
    ...{ device: device === 'android' ? '' : device, referrer: referrerHost },
  };
}

/** The API reads "" as nothing before it parses a body. */
function withoutBlanks(body: Record<string, string>): object {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== ''));
}

const links = fc
  .record({
    rules: ruleLists,
    type: fc.constantFrom('direct' as const, 'frame' as const, 'splash' as const),
    status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'disabled' as const),
    maxClicks: fc.option(fc.constant(5)),
    metaTitle: fc.constantFrom('', 'Title'),
    isQueryForwarded: fc.boolean(),
    app: fc.constantFrom(null, null, { ios: { url: 'shop://sale' } }),
    leavesApps: fc.boolean(),
    isLocked: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
    hasPixel: fc.boolean(),
  })
  .map(
    ({ rules, isLocked, hasPixel, ...values }): VisitedLink => ({
      ...{ ...PLAIN, ...values },
      routingRules: routingField.parse(rules) as RoutingRule[],
      passwordHash: isLocked ? 'hash' : null,
      rules: [{ kind: 'device', device: 'ios', link: 'https://ios.example/' }],
      pixels: hasPixel ? [{ id: 1, type: 'fbpixel', tag: '123456789012345' }] : [],
    }),
  );

test(
  'the simulator and the real visit of the same visitor agree',
  () => {
    fc.assert(
      fc.property(links, visits, fc.boolean(), (link, visit, areNamed) => {
        const snapshot = snapshotOfLink(link);
        const sources = sourcesFor(visit);
        const headers = new Headers({ 'User-Agent': visit.agent.text, 'Accept-Language': languagesOf(visit) });
        if (visit.referrerHost !== '') headers.set('Referer', `https://${visit.referrerHost}/page?x`);
        const request = new Request('http://localhost:3000/x', { headers });
        const real = new RequestVisitor({ request, peer: visit.address, query: queryOf(visit) }, sources);
        const decision = decide(snapshot, real, visit.now);

        const described = areNamed ? nameProperties(visit) : describeRequest(visit);
        const simulation = explainVisit(snapshot, simulateBody.parse(withoutBlanks(described)), sources, visit.now);
        expect(simulation.decision).toBe(decision.kind);
        if (decision.kind === 'password') return;
        const route = ('route' in decision && decision.route) || null;
        expect([simulation.url, simulation.route]).toEqual(['url' in decision ? decision.url : null, route]);
        const answered = simulation.steps.filter(({ matched }) => matched);
        expect(answered.map(({ rule }) => `rule:${rule}`)).toEqual(
          route?.startsWith('rule:') ? [route.replace(/\/.*/, '')] : [],
        );
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
