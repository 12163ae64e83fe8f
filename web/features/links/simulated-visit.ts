import { parseLocation } from '../../../src/geo/countries.ts';
import { parseDestination } from '../../../src/lib/url.ts';
import { type LinkRule, type RuleKindName, ruleKinds } from '../../../src/resources/links/rules/rule-kinds.ts';
import type { AnswerOf, BodyOf } from '../../lib/api.ts';
import { fromLocalInput } from '../../lib/format.ts';
import { completeUrl } from '../../lib/urls.ts';
import { type LinkValues, NEW_LINK, toLinkBody } from './link-form.ts';
import { isConditionComplete, type RuleDraft } from './routing/rule-draft.ts';
import { buildRuleValues, linesOf, type RuleLine, ruleKindNames } from './rules/rule-lines.ts';
import { type AgentName, agents } from './sample-agents.ts';

/** What a simulated visitor gets, and why. */
export type SimulationAnswer = AnswerOf<'POST /api/url/simulate'>;

/** A simulated visitor and time. */
export interface SimulatedVisit {
  /** `Country` or `Country-Region`; '' is an unknown place. */
  place: string;
  city: string;
  agent: AgentName;
  /** A tag such as `fr-CA`. */
  language: string;
  /** The value of a `datetime-local` input. */
  time: string;
  who: 'person' | 'network' | 'bot';
  /** The number of earlier clicks. */
  clicks: string;
  /** A URL or a host. */
  referrer: string;
  query: string;
  address: string;
}

const kindOf = { person: 'person', network: 'preview', bot: 'bot' } as const;

function isDestination(text: string): boolean {
  return 'href' in parseDestination(text);
}

function isComplete(kind: RuleKindName, { text, link }: RuleLine): boolean {
  return isDestination(link) && ruleKinds[kind].parse(text) !== undefined;
}

/** The complete ones of the ordered rules; those without a name keep their position. */
function completeRules({ rules }: LinkValues): RuleDraft[] {
  return rules
    .map((rule, index) => ({ ...rule, name: rule.name.trim() || String(index + 1) }))
    .filter(({ kept, when, url, split }) => {
      // The form adds a missing scheme when it sends rules.
      const destinations = (split ?? [{ url }]).map((variant) => completeUrl(variant.url));
      return kept === undefined && when.every(isConditionComplete) && destinations.every(isDestination);
    });
}

/** The number of rules and lines that are ignored, because they are incomplete. */
export function countUnfinished(values: LinkValues): number {
  const lines = ruleKindNames.flatMap((kind) => linesOf(values, kind).filter((line) => !isComplete(kind, line)));
  return lines.length + values.rules.length - completeRules(values).length;
}

/** The line of a list whose entry the API named. */
export function findLine(values: LinkValues, kind: RuleKindName, entry: string | null): string | undefined {
  return linesOf(values, kind)
    .map(({ text }) => text)
    .find((text) => {
      const condition = ruleKinds[kind].parse(text);
      return condition && (ruleKinds[kind].nameOf as (rule: object) => string)(condition as LinkRule) === entry;
    });
}

/** The part of the link in the form that decides what a visitor gets. */
function toLink(values: LinkValues): BodyOf<'POST /api/url/simulate'>['link'] {
  const complete = {
    ...values,
    ...buildRuleValues((kind) => linesOf(values, kind).filter((line) => isComplete(kind, line))),
    rules: completeRules(values),
    parameters: values.parameters.filter(({ name }) => name !== ''),
  };
  const { custom: _, domain: __, tags: ___, campaign, channel, description, ...link } = toLinkBody(NEW_LINK, complete);
  // A password that is not typed again stays.
  return { ...link, ...(values.hasPassword && { password: values.password || '*' }) };
}

function toPlace(place: string): { country?: string; region?: string } {
  const found = parseLocation(place);
  if (!found) return place.trim() === '' ? {} : { country: place };
  return { country: found.country.code, ...(found.region && { region: found.region }) };
}

/** The request that simulates the visit of the link in the form. */
export function toSimulation(values: LinkValues, visit: SimulatedVisit): BodyOf<'POST /api/url/simulate'> {
  const { place, city, agent, language, time, who, clicks, referrer, query, address } = visit;
  return {
    link: toLink(values),
    ...toPlace(place),
    ...{ city, user_agent: agents[agent], language, referrer, query, address, is: kindOf[who] },
    time: fromLocalInput(time),
    ...(values.max_clicks !== '' && { clicks: Number(clicks) }),
  };
}
