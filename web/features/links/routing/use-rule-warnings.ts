import { useMemo } from 'react';
import { findUnreachableRules } from '../../../../src/resources/links/rules/unreachable-rules.ts';
import { isConditionComplete, type RuleDraft } from './rule-draft.ts';
import { useRuleWords } from './rule-words.ts';

/** Warnings of the rules of a link. */
export interface RuleWarnings {
  /** Why a rule never answers. */
  of(index: number): string | undefined;
  /** Whether the rules match everyone, so that nothing after them is tried. */
  isComplete: boolean;
}

/** Finds rules that never answer. */
export function useRuleWarnings(rules: readonly RuleDraft[]): RuleWarnings {
  const { t, locale } = useRuleWords();
  const found = useMemo(() => {
    // A rule that cannot be saved yet, or that redirects skip, matches nobody.
    const isTried = ({ kept, isSkipped = false, when }: RuleDraft) =>
      kept === undefined && !isSkipped && when.every(isConditionComplete);
    const tried = rules.map((rule) => (isTried(rule) ? rule : undefined));
    return findUnreachableRules([...tried, { when: [] }]);
  }, [rules]);

  function warn(index: number): string | undefined {
    const unreachable = found[index];
    if (!unreachable) return undefined;
    if (unreachable.kind === 'impossible') return t.impossible;
    const [first = 0] = unreachable.by;
    const positions = unreachable.by.map((place) => String(place + 1));
    if (positions.length > 1) {
      return t.unreachableTogether({ rules: new Intl.ListFormat(locale, { type: 'conjunction' }).format(positions) });
    }
    const write = rules[first]?.when.length === 0 ? t.unreachableEveryone : t.unreachable;
    return write({ rule: String(first + 1) });
  }

  return { of: warn, isComplete: found.at(-1) !== undefined };
}
