import { describeAgent } from '../../../src/agent/describe-agent.ts';
import { matchesDevice } from '../../../src/agent/device.ts';
import { chooseLanguage, preferredLanguages } from '../../../src/agent/language.ts';
import { parseLocation } from '../../../src/geo/countries.ts';
import { hostOf, parseDestination } from '../../../src/lib/url.ts';
import { type Decision, decide } from '../../../src/redirect/decide.ts';
import { linkOptionsOf } from '../../../src/redirect/link-options.ts';
import type { LinkVisitor } from '../../../src/redirect/visitor.ts';
import type { LinkType, RedirectCode } from '../../../src/resources/links/link-values.ts';
import { compileRouting } from '../../../src/resources/links/rules/compile-routing.ts';
import { findRule } from '../../../src/resources/links/rules/link-rules.ts';
import type { RoutingRule } from '../../../src/resources/links/rules/routing-rule.ts';
import { type LinkRule, type RuleKindName, ruleKinds } from '../../../src/resources/links/rules/rule-kinds.ts';
import { toLinkApp } from './app-form.ts';
import type { LinkValues } from './link-form.ts';
import { isConditionComplete, type RuleDraft, writeRuleDrafts } from './routing/rule-draft.ts';
import { linesOf, ruleKindNames } from './rules/rule-lines.ts';
import { type AgentName, agents } from './sample-agents.ts';

/** A simulated visitor and time. */
export interface SimulatedVisit {
  /** `Country` or `Country-Region`; '' is an unknown place. */
  place: string;
  agent: AgentName;
  /** A tag such as `fr-CA`. */
  language: string;
  /** The value of a `datetime-local` input. */
  time: string;
  who: 'person' | 'network';
  /** The number of earlier clicks. */
  clicks: string;
}

/** One line of the form. */
export interface Line {
  kind: RuleKindName;
  index: number;
}

/** What the visitor gets, and the line that matched, if any. */
export interface SimulatedOutcome {
  decision: Decision;
  asksPassword: boolean;
  line: Line | undefined;
  /** The name or position of the ordered rule that matched, if any. */
  rule: string | undefined;
  /** Whether the link has a complete rule or line. */
  hasLines: boolean;
  /** The number of incomplete rules and lines, which are ignored. */
  unfinished: number;
  /** Why an ended link has ended. */
  end: 'time' | 'clicks';
}

function toMs(text: string): number | null {
  return text === '' ? null : new Date(text).getTime();
}

function typeOf(text: string): LinkType {
  if (text.startsWith('overlay-')) return 'overlay';
  return text === 'direct' || text === 'frame' ? text : 'splash';
}

function hrefOf(text: string): string | undefined {
  const destination = parseDestination(text);
  return 'href' in destination ? destination.href : undefined;
}

/** Converts the complete lines of the form to the rules of a redirect, and maps each rule to its line. */
function readLines(values: LinkValues) {
  const lines = new Map<LinkRule, Line>();
  let unfinished = 0;
  for (const kind of ruleKindNames) {
    for (const [index, line] of linesOf(values, kind).entries()) {
      const link = hrefOf(line.link);
      const condition = ruleKinds[kind].parse(line.text);
      if (link && condition) lines.set({ ...condition, kind, link } as LinkRule, { kind, index });
      else unfinished += 1;
    }
  }
  return { rules: [...lines.keys()], lines, unfinished };
}

/** The complete ones of the ordered rules; those without a name keep their position. */
function readRouting({ rules }: LinkValues): RoutingRule[] {
  const named = rules.map((rule, index) => ({ ...rule, name: rule.name.trim() || String(index + 1) }));
  const isComplete = ({ kept, when, url, split }: RuleDraft) =>
    kept === undefined &&
    when.every(isConditionComplete) &&
    (split ?? [{ url }]).every((variant) => hrefOf(variant.url));
  return writeRuleDrafts(named.filter(isComplete)) as RoutingRule[];
}

function toVisitor({ place, agent, language, who }: SimulatedVisit, hasUnlocked: boolean): LinkVisitor {
  const from = parseLocation(place);
  const userAgent = agents[agent];
  return {
    isIn: (country, region) => from?.country.code === country && (region === '' || from.region === region),
    isDevice: (device) => matchesDevice(userAgent, device),
    prefers: (languages) => chooseLanguage(preferredLanguages(language), languages),
    country: () => from?.country.code ?? '',
    region: () => from?.region ?? '',
    city: () => '',
    language: () => preferredLanguages(language)[0] ?? '',
    os: () => describeAgent(userAgent).os,
    browser: () => describeAgent(userAgent).browser,
    referrerHost: () => '',
    address: () => '',
    kind: () => (who === 'person' ? 'person' : 'preview'),
    hash: () => 0,
    isPerson: () => who === 'person',
    isSocialCrawler: () => who === 'network',
    hasUnlocked: () => hasUnlocked,
    pixelChoice: () => (who === 'person' ? 'fire' : 'skip'),
    query: '',
  };
}

/** Runs the decision of the redirect for the link in the form; undefined while it has no valid destination. */
export function simulate(values: LinkValues, visit: SimulatedVisit): SimulatedOutcome | undefined {
  const url = hrefOf(values.url);
  if (!url) return undefined;
  const { rules, lines, unfinished } = readLines(values);
  const maxClicks = values.max_clicks === '' ? null : Number(values.max_clicks);
  const link = {
    status: values.status,
    startsAt: toMs(values.starts),
    expiresAt: toMs(values.expiry),
    expiryUrl: hrefOf(values.expiry_url) ?? null,
    maxClicks,
    spentClicks: Number(visit.clicks),
    passwordHash: values.hasPassword ? '*' : null,
    unframed: [],
    rules,
    parameters: values.parameters.filter(({ name }) => name !== ''),
    metaTitle: values.metatitle,
    metaDescription: values.metadescription,
    metaImage: values.metaimage,
    app: toLinkApp(values.app),
    leavesApps: values.escape,
  };
  // The vendor does not affect the decision.
  const pixels = values.pixels.map((id) => ({ id, vendor: 'tagmgrpixel' as const, tag: '' }));
  const complete = readRouting(values);
  const { routing } = compileRouting(0, complete);
  const options = linkOptionsOf(link, { type: typeOf(values.type), pixels, routing, title: hostOf(url) });
  const snapshot = {
    linkId: 0,
    url,
    code: Number(values.redirect_code) as RedirectCode,
    isQueryForwarded: values.forward_query,
    options,
  };
  const now = toMs(visit.time) ?? Date.now();
  const first = decide(snapshot, toVisitor(visit, false), now);
  const decision = first.kind === 'password' ? decide(snapshot, toVisitor(visit, true), now) : first;
  const route = 'route' in decision ? decision.route : undefined;
  const rule = findRule(options.compiledRules, toVisitor(visit, true));
  return {
    decision,
    asksPassword: first.kind === 'password',
    line: rule && lines.get(rule),
    rule: route?.startsWith('rule:') ? route.slice('rule:'.length) : undefined,
    hasLines: lines.size + complete.length > 0,
    unfinished: unfinished + values.rules.length - complete.length,
    end: options.isSpent ? 'clicks' : 'time',
  };
}
