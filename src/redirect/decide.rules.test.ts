import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { PLAIN } from '../../test/support/plain-link.ts';
import { referenceAnswer } from '../../test/support/reference-rules.ts';
import { ruleLists, type SampleVisit, visits } from '../../test/support/rule-samples.ts';
import { createVisitorHash } from '../lib/visitor-hash.ts';
import { compileRouting } from '../resources/links/rules/compile-routing.ts';
import { routingField } from '../resources/links/rules/routing.contract.ts';
import { explainAnswer } from '../resources/links/rules/routing.ts';
import type { RoutingRule } from '../resources/links/rules/routing-rule.ts';
import { decide } from './decide.ts';
import { RequestVisitor, type VisitorSources } from './request-visitor.ts';
import { snapshotOfLink } from './snapshot.ts';

// `RULE_RUNS=10000 bun test src/redirect/decide.rules.test.ts` tries more.
const RUNS = Number(Bun.env.RULE_RUNS ?? 1_000);
const TIMEOUT_MS = 60_000;
const hashVisitor = createVisitorHash('secret');

function visitorFor({ address, country, region, city, agent, languages, referrerHost, query }: SampleVisit) {
  const headers = new Headers({ 'User-Agent': agent.text });
  if (languages.length > 0)
    headers.set('Accept-Language', languages.map(([tag, weight]) => `${tag};q=${weight}`).join(', '));
  if (referrerHost !== '') headers.set('Referer', `https://${referrerHost}/page?x`);
  const sources: VisitorSources = {
    places: {
      countryOf: () => country || undefined,
      regionOf: () => undefined,
      placeOf: () => ({ country, region, city }),
    },
    addressOf: () => address,
    isUnlocked: () => false,
    pixelRules: { privacy: 'ignore', consent: 'off' },
    hashVisitor,
  };
  const request = new Request('http://localhost:3000/x', { headers });
  return new RequestVisitor({ request, peer: '', query: new URLSearchParams(query).toString() }, sources);
}

test(
  'rules decide like a plain implementation of the documentation',
  () => {
    fc.assert(
      fc.property(ruleLists, visits, (rules, visit) => {
        const routingRules = routingField.parse(rules) as RoutingRule[];
        const { index, failed } = referenceAnswer(rules, visit);
        const rule = rules[index];
        const snapshot = snapshotOfLink({ ...PLAIN, isQueryForwarded: false, routingRules });
        const decision = decide(snapshot, visitorFor(visit), visit.now);
        if (decision.kind !== 'redirect') throw new Error(`was ${decision.kind}`);

        const { answer, steps } = explainAnswer(
          compileRouting(PLAIN.id, routingRules).routing,
          visitorFor(visit),
          visit.now,
        );
        expect(answer?.url ?? PLAIN.url).toBe(decision.url);
        expect(steps.flatMap(({ condition }) => condition ?? [])).toEqual(failed as never[]);

        if (!rule) {
          expect(decision).toMatchObject({ url: PLAIN.url, route: 'default' });
          return;
        }
        const name = rule.name ?? String(index + 1);
        const variant = rule.split?.findIndex(({ url }) => url === decision.url) ?? -1;
        if (rule.split) expect([variant >= 0, decision.route]).toEqual([true, `rule:${name}/${variant + 1}`]);
        else expect(decision).toMatchObject({ url: rule.url, route: `rule:${name}` });
      }),
      { numRuns: RUNS },
    );
  },
  TIMEOUT_MS,
);
