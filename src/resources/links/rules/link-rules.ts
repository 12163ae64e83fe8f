import type { Parameter } from '../../../lib/url.ts';
import type { RouteName } from './route.ts';
import type { RoutingRule } from './routing-rule.ts';
import type { FindRule, RuleVisitor } from './rule-kind.ts';
import {
  type AnyRuleKind,
  allRuleKinds,
  type LinkRule,
  type RuleKindName,
  type RuleLists,
  ruleKinds,
} from './rule-kinds.ts';

function rulesOf(rules: readonly LinkRule[], { kind }: AnyRuleKind): LinkRule[] {
  return rules.filter((rule) => rule.kind === kind);
}

/** The rules of a link, ready for many visitors. */
export type CompiledRules = readonly FindRule<LinkRule>[];

/** Prepares the rules of a link; a kind without rules costs nothing. */
export function compileRules(rules: readonly LinkRule[]): CompiledRules {
  return allRuleKinds.flatMap((kind) => {
    const own = rulesOf(rules, kind);
    return own.length === 0 ? [] : [kind.compile(own)];
  });
}

/** The first rule that matches the visitor. */
export function findRule(compiled: CompiledRules, visitor: RuleVisitor): LinkRule | undefined {
  for (const find of compiled) {
    const rule = find(visitor);
    if (rule) return rule;
  }
  return undefined;
}

/** The route of the visitors whom this rule matches. */
export function routeOf({ kind }: LinkRule): RouteName {
  return ruleKinds[kind].route;
}

/** Stored entries that this version cannot read, by list. A newer version wrote them; redirects and the API ignore them. */
export type UnknownRules = Readonly<Record<string, readonly object[]>>;

/** The part of a link that is stored as JSON. */
export interface StoredRules {
  rules: LinkRule[];
  unknownRules: UnknownRules;
  /** As stored by any version, so a rule of this list may not work in this version. */
  routingRules: RoutingRule[];
  parameters: Parameter[];
}

/** The part of the stored JSON that is not a list of a kind. */
interface StoredJson {
  rules: RoutingRule[];
  parameters: Parameter[];
}

/** Applies a change: an omitted list is kept with its unknown entries, null clears a list. */
export function changeRules(
  { rules, unknownRules }: Pick<StoredRules, 'rules' | 'unknownRules'>,
  change: RuleLists,
): Pick<StoredRules, 'rules' | 'unknownRules'> {
  const keptUnknown = { ...unknownRules };
  const changed = allRuleKinds.flatMap((kind): readonly LinkRule[] => {
    const list = change[kind.field];
    if (list === undefined) return rulesOf(rules, kind);
    delete keptUnknown[kind.storedList];
    return list ?? [];
  });
  return { rules: changed, unknownRules: keptUnknown };
}

/** Every destination in the lists of a body, with the name of its field. */
export function ruleDestinationsIn(change: RuleLists): [field: string, href: string][] {
  return allRuleKinds.flatMap(({ field }) =>
    (change[field] ?? []).map(({ link }, index): [string, string] => [`${field}.${index}.link`, link]),
  );
}

/** The destinations of each kind by name, as the API shows them. */
export function viewRules(rules: readonly LinkRule[]): Record<RuleKindName, Record<string, string>> {
  const views = allRuleKinds.map((kind) => [
    kind.kind,
    Object.fromEntries(rulesOf(rules, kind).map((rule) => [kind.nameOf(rule), rule.link])),
  ]);
  return Object.fromEntries(views) as Record<RuleKindName, Record<string, string>>;
}

/** The entries of one list, as a body has them. */
export function listRules(rules: readonly LinkRule[], field: keyof RuleLists): object[] {
  return allRuleKinds
    .filter((kind) => kind.field === field)
    .flatMap((kind) => rulesOf(rules, kind).map((rule) => ({ [kind.kind]: kind.nameOf(rule), link: rule.link })));
}

/** Writes rules and parameters as JSON, with a list for each kind; null if there are none. */
export function writeRules({ rules, unknownRules, routingRules, parameters }: StoredRules): string | null {
  const length = rules.length + routingRules.length + parameters.length + Object.keys(unknownRules).length;
  if (length === 0) return null;
  const lists = allRuleKinds.map((kind) => [
    kind.storedList,
    [...rulesOf(rules, kind).map(({ kind: _, ...entry }) => entry), ...(unknownRules[kind.storedList] ?? [])],
  ]);
  const ordered = routingRules.length > 0 && { rules: routingRules };
  return JSON.stringify({ ...unknownRules, ...Object.fromEntries(lists), ...ordered, parameters });
}

/**
 * Reads the JSON of any version. It needs no version number: a new kind is a new list, which is empty in older rows, and each
 * kind supplies defaults for fields that older entries lack. Entries that only a newer version can read are kept unchanged.
 */
export function readRules(json: string | null): StoredRules {
  if (json === null) return { rules: [], unknownRules: {}, routingRules: [], parameters: [] };
  const { parameters = [], rules: ordered = [], ...lists } = JSON.parse(json) as Partial<StoredJson>;
  const routingRules = Array.isArray(ordered)
    ? ordered.filter((rule) => typeof rule === 'object' && rule !== null)
    : [];
  const remaining: Record<string, { link: string }[]> = { ...lists };
  const rules: LinkRule[] = [];
  for (const { kind, storedList, readStored } of allRuleKinds) {
    const unknown: { link: string }[] = [];
    for (const entry of remaining[storedList] ?? []) {
      const condition = readStored(entry);
      if (condition) rules.push({ ...condition, link: entry.link, kind } as LinkRule);
      else unknown.push(entry);
    }
    remaining[storedList] = unknown;
  }
  const unknownRules = Object.fromEntries(Object.entries(remaining).filter(([, entries]) => entries.length > 0));
  return { rules, unknownRules, routingRules, parameters };
}
