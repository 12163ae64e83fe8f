import type { FieldProblem } from '../../../core/errors.ts';
import type { ConditionField } from './conditions/condition-kind.ts';
import { type AnyConditionKind, type Condition, kindsByType } from './conditions/condition-kinds.ts';

/** A destination of a split; the weights are shares of all visitors. */
export interface SplitVariant {
  name?: string;
  url: string;
  weight: number;
}

/** One of the ordered rules of a link: visitors that all conditions match get its destination, or one of its split. */
export interface RoutingRule {
  name?: string;
  when: Condition[];
  url?: string;
  split?: SplitVariant[];
}

/** What is wrong with a stored rule, and where: `rules.1.when.0.zone`. */
export interface RuleProblem {
  field: string;
  problem: FieldProblem;
}

/** The name of a rule or a variant; its position from 1 if it has none. */
export function nameOrPosition(named: { name?: string }, index: number): string {
  return named.name ?? String(index + 1);
}

const RULE_KEYS = ['name', 'when', 'url', 'split'];
const INVALID: FieldProblem = { code: 'invalid' };

function findValueProblem(
  { isList, isRequired, parse, problem }: ConditionField,
  value: unknown,
): { path: string; problem: FieldProblem } | undefined {
  if (value === undefined) return isRequired ? { path: '', problem: { code: 'required' } } : undefined;
  if (Array.isArray(value) !== isList) return { path: '', problem: INVALID };
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const index = values.findIndex((one) => typeof one !== 'string' || parse(one) === undefined);
  return index === -1 ? undefined : { path: isList ? `.${index}` : '', problem };
}

function findConditionProblem(condition: unknown): { path: string; problem: FieldProblem } | undefined {
  if (typeof condition !== 'object' || condition === null) return { path: '', problem: INVALID };
  const { type, not: _, ...values } = condition as Record<string, unknown>;
  const kind: AnyConditionKind | undefined = typeof type === 'string' ? kindsByType.get(type) : undefined;
  if (!kind) return { path: '.type', problem: INVALID };
  // A newer version stored something that this version does not know.
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(kind.fields, name));
  if (unknown !== undefined) return { path: `.${unknown}`, problem: INVALID };
  for (const [name, field] of Object.entries(kind.fields)) {
    const found = findValueProblem(field, values[name]);
    if (found) return { path: `.${name}${found.path}`, problem: found.problem };
  }
  const finished = kind.finish?.(values as Record<string, string | string[]>);
  return finished && 'problem' in finished ? { path: '', problem: finished.problem as FieldProblem } : undefined;
}

function isSplit(split: unknown): boolean {
  if (!Array.isArray(split) || split.length === 0) return false;
  return split.every(({ url, weight }) => typeof url === 'string' && typeof weight === 'number' && weight > 0);
}

/**
 * Why a stored rule no longer works, such as a time zone that was removed, or something that a newer version stored; undefined if
 * it works. Stored rules come from any version, so nothing about them is certain.
 */
export function findRuleProblem(rule: unknown, index: number): RuleProblem | undefined {
  const place = `rules.${index}`;
  if (typeof rule !== 'object' || rule === null) return { field: place, problem: INVALID };
  const unknown = Object.keys(rule).find((key) => !RULE_KEYS.includes(key));
  if (unknown !== undefined) return { field: `${place}.${unknown}`, problem: INVALID };
  const { when, url, split } = rule as Record<string, unknown>;
  if (!Array.isArray(when)) return { field: `${place}.when`, problem: INVALID };
  for (const [at, condition] of when.entries()) {
    const found = findConditionProblem(condition);
    if (found) return { field: `${place}.when.${at}${found.path}`, problem: found.problem };
  }
  if (split !== undefined) return isSplit(split) ? undefined : { field: `${place}.split`, problem: INVALID };
  return typeof url === 'string' ? undefined : { field: `${place}.url`, problem: INVALID };
}

/** Every destination of the rules, with the name of its field. */
export function routingDestinationsIn(rules: readonly RoutingRule[]): [field: string, href: string][] {
  return rules.flatMap((rule, index): [string, string][] => {
    // Stored rules come from any version.
    if (findRuleProblem(rule, index)) return [];
    const { url, split = [] } = rule;
    const variants = split.map((variant, at): [string, string] => [`rules.${index}.split.${at}.url`, variant.url]);
    return url === undefined ? variants : [[`rules.${index}.url`, url], ...variants];
  });
}

/**
 * The rules that the API shows. What a newer version stored is shown as it is, so that a client that sends the list back does not
 * remove a rule without noticing: the API then names the place that it does not know.
 */
export function viewRouting(rules: readonly RoutingRule[]): RoutingRule[] {
  return rules.filter((rule) => Array.isArray(rule?.when));
}
