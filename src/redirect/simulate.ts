import type { Clock } from '../lib/date-time.ts';
import type { VisitedLink } from '../resources/links/link.ts';
import { findRule } from '../resources/links/rules/link-rules.ts';
import { explainAnswer } from '../resources/links/rules/routing.ts';
import { allRuleKinds } from '../resources/links/rules/rule-kinds.ts';
import { type Decision, decide } from './decide.ts';
import type { FindInterstitial } from './interstitial.ts';
import type { VisitorSources } from './request-visitor.ts';
import type { SimulatedProperties, Simulation } from './simulate.contract.ts';
import { SimulatedVisitor } from './simulated-visitor.ts';
import { type LinkSnapshot, snapshotOfLink } from './snapshot.ts';

/** Decides about a link for a described visitor, with the code of the redirect. Counts nothing. */
export type SimulateVisit = (link: VisitedLink, properties: SimulatedProperties) => Promise<Simulation>;

interface Parts {
  sources: VisitorSources;
  findInterstitial: FindInterstitial;
  now: Clock;
}

function reasonOf(decision: Decision): Simulation['reason'] {
  if (decision.kind === 'gone') return decision.reason;
  return decision.kind === 'redirect' && decision.isEnd ? 'expired' : null;
}

/** The name of the entry of a list that chose the destination. */
function entryOf({ options }: LinkSnapshot, visitor: SimulatedVisitor): string | null {
  const rule = options ? findRule(options.compiledRules, visitor) : undefined;
  const kind = rule && allRuleKinds.find((one) => one.kind === rule.kind);
  return rule && kind ? kind.nameOf(rule) : null;
}

/** Explains the decision about a snapshot at a time. */
export function explainVisit(
  snapshot: LinkSnapshot,
  properties: SimulatedProperties,
  sources: VisitorSources,
  now: number,
): Simulation {
  const asVisitor = (isUnlocked: boolean) =>
    new SimulatedVisitor(properties, { ...sources, isUnlocked: () => isUnlocked });
  const first = decide(snapshot, asVisitor(false), now);
  const isLocked = first.kind === 'password';
  const visitor = asVisitor(isLocked);
  const decision = isLocked ? decide(snapshot, visitor, now) : first;
  const route = ('route' in decision && decision.route) || null;
  return {
    decision: first.kind,
    reason: reasonOf(decision),
    next: isLocked ? decision.kind : null,
    url: 'url' in decision ? decision.url : null,
    route,
    entry: route === 'geo' || route === 'device' || route === 'language' ? entryOf(snapshot, visitor) : null,
    steps: route && snapshot.options ? explainAnswer(snapshot.options.routing, visitor, now).steps : [],
  };
}

export function createSimulateVisit({ sources, findInterstitial, now }: Parts): SimulateVisit {
  return async (link, properties) => {
    const visited = { ...link, spentClicks: properties.clicks ?? link.spentClicks };
    const snapshot = snapshotOfLink(visited, link.interstitialId === null ? null : await findInterstitial(link));
    return explainVisit(snapshot, properties, sources, properties.time ?? now());
  };
}
