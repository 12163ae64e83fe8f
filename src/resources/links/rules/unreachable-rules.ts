import { areExclusive, type LooseCondition } from './condition-overlap.ts';

/** Why a rule never answers: its own conditions exclude each other, or the rules at these indexes match everyone before. */
export type Unreachable = { kind: 'impossible' } | { kind: 'shadowed'; by: number[] };

type Conditions = readonly LooseCondition[];

// A group of visitors splits at every condition of every rule; with more parts than this, the answer is "reachable".
const MAX_PARTS = 64;

/** The visitors of each part whom the rule does not match, as parts again. `not` matches exactly the others, so this is exact. */
function withoutRule(parts: readonly Conditions[], rule: Conditions): Conditions[] {
  return parts.flatMap((part) => {
    if (areExclusive([...part, ...rule])) return [part];
    return rule
      .map((condition, index) => [...part, ...rule.slice(0, index), { ...condition, not: !condition.not }])
      .filter((rest) => !areExclusive(rest));
  });
}

function findShadows(rule: Conditions, earlier: readonly Conditions[]): number[] | undefined {
  const alone = earlier.findIndex((other) => withoutRule([rule], other).length === 0);
  if (alone !== -1) return [alone];
  const by: number[] = [];
  let parts: Conditions[] = [rule];
  for (const [index, other] of earlier.entries()) {
    const left = withoutRule(parts, other);
    if (left.length !== parts.length || left.some((part, at) => part !== parts[at])) by.push(index);
    if (left.length === 0) return by;
    if (left.length > MAX_PARTS) return undefined;
    parts = left;
  }
  return undefined;
}

/**
 * Finds rules that never answer; the result has an entry for each rule. It may miss one, but never accuses a rule that some visitor
 * reaches. A rule that is undefined, such as one that is incomplete or skipped, is ignored.
 */
export function findUnreachableRules(
  rules: readonly ({ when: Conditions } | undefined)[],
): (Unreachable | undefined)[] {
  return rules.map((rule, index) => {
    if (!rule) return undefined;
    if (areExclusive(rule.when)) return { kind: 'impossible' };
    const earlier = rules.slice(0, index).flatMap((other, at) => (other ? [{ at, when: other.when }] : []));
    const found = findShadows(
      rule.when,
      earlier.map(({ when }) => when),
    );
    return found && { kind: 'shadowed', by: found.flatMap((place) => earlier[place]?.at ?? []) };
  });
}
