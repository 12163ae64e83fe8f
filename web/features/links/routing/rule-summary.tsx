import { useFormat } from '../../../lib/format.ts';
import { withoutScheme } from '../../../lib/urls.ts';
import { describeRule } from './describe-rule.ts';
import { type RuleDraft, sharesOf, variantName } from './rule-draft.ts';
import { Sentence } from './rule-sentence.tsx';
import { ruleTitle, useRuleWords } from './rule-words.ts';

/** A rule in words: its name or position, whom it matches, and where they go. */
export function RuleSummary({ rule, index, isShort }: { rule: RuleDraft; index: number; isShort: boolean }) {
  const words = useRuleWords();
  const format = useFormat();
  const { t } = words;
  const shares = sharesOf(rule.split ?? []);
  const goal = rule.split
    ? rule.split.map((variant, at) => `${variantName(variant, at)} ${format.percent(shares[at] ?? 0)}`).join(' · ')
    : withoutScheme(rule.url) || '…';
  return (
    <span className="links-summary">
      <span className="links-summary-name">{ruleTitle(rule, index, t)}</span>
      {!isShort && (
        <>
          <span>
            <Sentence phrases={describeRule(rule, words)} />
          </span>
          <span className="links-summary-goal">→ {goal}</span>
        </>
      )}
    </span>
  );
}
