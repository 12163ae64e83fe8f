import type { ConditionMatcher } from './conditions/condition-kind.ts';
import type { ConditionType } from './conditions/condition-kinds.ts';
import type { RouteName } from './route.ts';
import type { RuleVisitor } from './rule-kind.ts';

/** The destination of the rule that matched, and its route in statistics. */
export interface RuleAnswer {
  url: string;
  route: RouteName;
}

/** A condition that is ready for many visitors. */
export interface CompiledCondition extends ConditionMatcher {
  type: ConditionType;
  isNegated: boolean;
}

/** A rule that is ready for many visitors. */
export interface CompiledRule {
  /** Its name, or its position from 1. */
  name: string;
  conditions: readonly CompiledCondition[];
  answer(visitor: RuleVisitor): RuleAnswer;
}

/** The ordered rules of a link, ready for many visitors; rules that no longer work are left out. */
export type CompiledRouting = readonly CompiledRule[];

/** The first condition that does not match; undefined if all match. The redirect and the explanation both use it. */
function findFailure({ conditions }: CompiledRule, visitor: RuleVisitor, now: number): CompiledCondition | undefined {
  for (const condition of conditions) if (condition.matches(visitor, now) === condition.isNegated) return condition;
  return undefined;
}

/** The answer of the first rule whose conditions all match. */
export function findAnswer(routing: CompiledRouting, visitor: RuleVisitor, now: number): RuleAnswer | undefined {
  for (const rule of routing) if (findFailure(rule, visitor, now) === undefined) return rule.answer(visitor);
  return undefined;
}

/** What happened at one rule: it matched, or a condition did not match. */
export interface RuleStep {
  /** The name of the rule, or its position from 1. */
  rule: string;
  /** The type of the first condition that did not match; null if the rule matched. */
  condition: ConditionType | null;
  matched: boolean;
  /** What that condition saw; '' if it is unknown. Null if the rule matched. */
  saw: string | null;
}

/** Explains `findAnswer`: its result, and a step for every rule up to the one that matched. */
export function explainAnswer(
  routing: CompiledRouting,
  visitor: RuleVisitor,
  now: number,
): { answer: RuleAnswer | undefined; steps: RuleStep[] } {
  const steps: RuleStep[] = [];
  for (const rule of routing) {
    const failure = findFailure(rule, visitor, now);
    if (!failure) {
      steps.push({ rule: rule.name, condition: null, matched: true, saw: null });
      return { answer: rule.answer(visitor), steps };
    }
    steps.push({ rule: rule.name, condition: failure.type, matched: false, saw: failure.see(visitor, now) });
  }
  return { answer: undefined, steps };
}
