import { deviceRule } from './device-rule.ts';
import { languageRule } from './language-rule.ts';
import { locationRule } from './location-rule.ts';
import type { WithDestination } from './rule-kind.ts';

/** Every kind of rule, in the order in which a redirect tries them. */
export const ruleKinds = {
  location: locationRule,
  device: deviceRule,
  language: languageRule,
};

type Kinds = typeof ruleKinds;

export type RuleKindName = keyof Kinds;

/** A rule of one kind. */
export type RuleOf<Kind extends RuleKindName> = Kind extends RuleKindName
  ? { kind: Kind } & WithDestination<NonNullable<ReturnType<Kinds[Kind]['parse']>>>
  : never;

/** Another destination for the visitors that a condition matches. */
export type LinkRule = RuleOf<RuleKindName>;

/** The lists of rules in the body of a link. */
export type RuleLists = { [Kind in RuleKindName as Kinds[Kind]['field']]?: RuleOf<Kind>[] | null | undefined };

/** Any kind of rule; its functions accept the union of all rules. */
export interface AnyRuleKind {
  kind: RuleKindName;
  field: keyof RuleLists;
  storedList: string;
  readStored(entry: object): object | undefined;
  nameOf(rule: LinkRule): string;
  compile(
    rules: readonly LinkRule[],
  ): (visitor: Parameters<ReturnType<Kinds['device']['compile']>>[0]) => LinkRule | undefined;
}

// Each kind only receives rules of its own kind, which the compiler cannot infer for a list.
export const allRuleKinds = Object.values(ruleKinds) as unknown as readonly AnyRuleKind[];
