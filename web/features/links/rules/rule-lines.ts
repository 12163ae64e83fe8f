import { type RuleKindName, ruleKinds } from '../../../../src/resources/links/rules/rule-kinds.ts';

type Kinds = typeof ruleKinds;

/** The lists of rules in the form of a link, one for each kind, as the API takes them. */
export type RuleValues = {
  [Kind in RuleKindName as Kinds[Kind]['field']]: ({ link: string } & Record<Kind, string>)[];
};

/** One rule in the form: what is typed, and its destination. */
export interface RuleLine {
  text: string;
  link: string;
}

export const ruleKindNames = Object.keys(ruleKinds) as RuleKindName[];

/** The rules of one kind in the form. */
export function linesOf(values: RuleValues, kind: RuleKindName): RuleLine[] {
  const list: readonly Record<string, string>[] = values[ruleKinds[kind].field];
  return list.map((entry) => ({ text: entry[kind] ?? '', link: entry.link ?? '' }));
}

/** The list of one kind as the form holds it. */
export function toRuleValues(kind: RuleKindName, lines: RuleLine[]): Partial<RuleValues> {
  return { [ruleKinds[kind].field]: lines.map(({ text, link }) => ({ [kind]: text, link })) };
}

/** The lists of all kinds, each made by `linesFor`. */
export function buildRuleValues(linesFor: (kind: RuleKindName) => RuleLine[]): RuleValues {
  return Object.assign({}, ...ruleKindNames.map((kind) => toRuleValues(kind, linesFor(kind))));
}

/** Which lines repeat an earlier one, by index. */
export function findRepeated(lines: RuleLine[]): number[] {
  const words = lines.map(({ text }) => text.trim().toLowerCase());
  return words.flatMap((word, index) => (word !== '' && words.indexOf(word) < index ? [index] : []));
}
