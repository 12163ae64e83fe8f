import { type Condition, kindsByType } from './conditions/condition-kinds.ts';
import type { CompiledCondition, CompiledRouting, CompiledRule, RuleAnswer } from './routing.ts';
import { findRuleProblem, nameOrPosition, type RoutingRule, type RuleProblem } from './routing-rule.ts';
import { compileSplit } from './split.ts';

function compileCondition({ type, not = false, ...values }: Condition): CompiledCondition {
  const matcher = kindsByType.get(type)?.compile(values as Record<string, string | string[]>);
  if (!matcher) throw new Error(`There is no condition ${type}`);
  return { type, isNegated: not, ...matcher };
}

function compileAnswer(linkId: number, { url = '', split }: RoutingRule, name: string): CompiledRule['answer'] {
  const route = `rule:${name}` as const;
  if (!split) {
    const only: RuleAnswer = { url, route };
    return () => only;
  }
  const routes = split.map(
    (variant, index): RuleAnswer => ({ url: variant.url, route: `${route}/${nameOrPosition(variant, index)}` }),
  );
  const pick = compileSplit(linkId, split);
  return (visitor) => routes[pick(visitor.hash())] as RuleAnswer;
}

/** Prepares the ordered rules of a link. A rule that no longer works is left out and reported. */
export function compileRouting(
  linkId: number,
  rules: readonly RoutingRule[],
): { routing: CompiledRouting; problems: RuleProblem[] } {
  const routing: CompiledRule[] = [];
  const problems: RuleProblem[] = [];
  for (const [index, rule] of rules.entries()) {
    const problem = findRuleProblem(rule, index);
    if (problem) {
      problems.push(problem);
      continue;
    }
    const name = nameOrPosition(rule, index);
    routing.push({ name, conditions: rule.when.map(compileCondition), answer: compileAnswer(linkId, rule, name) });
  }
  return { routing, problems };
}
