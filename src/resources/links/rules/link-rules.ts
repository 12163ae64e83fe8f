import type { Parameter } from '../../../lib/url.ts';
import type { FindRule, RuleVisitor } from './rule-kind.ts';
import { type AnyRuleKind, allRuleKinds, type LinkRule, type RuleKindName, type RuleLists } from './rule-kinds.ts';

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

/** The rules after a change: a list that is left out is kept, null clears it. */
export function changeRules(rules: readonly LinkRule[], change: RuleLists): LinkRule[] {
  return allRuleKinds.flatMap((kind): readonly LinkRule[] => {
    const list = change[kind.field];
    return list === undefined ? rulesOf(rules, kind) : (list ?? []);
  });
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

/** The part of a link that is stored as JSON. */
export interface StoredRules {
  rules: LinkRule[];
  parameters: Parameter[];
}

/** Writes rules and parameters as JSON, a list for each kind; null where there are none. */
export function writeRules({ rules, parameters }: StoredRules): string | null {
  if (rules.length === 0 && parameters.length === 0) return null;
  const lists = allRuleKinds.map((kind) => [
    kind.storedList,
    rulesOf(rules, kind).map(({ kind: _, ...entry }) => entry),
  ]);
  return JSON.stringify({ ...Object.fromEntries(lists), parameters });
}

/** Reads what `writeRules` of this version or an older one wrote: a list that an older version does not have is empty. */
export function readRules(json: string | null): StoredRules {
  if (json === null) return { rules: [], parameters: [] };
  const stored = JSON.parse(json) as Record<string, object[]> & { parameters?: Parameter[] };
  const rules = allRuleKinds.flatMap(({ kind, storedList }) =>
    (stored[storedList] ?? []).map((entry) => ({ ...entry, kind }) as LinkRule),
  );
  return { rules, parameters: stored.parameters ?? [] };
}
