import type { ReactNode } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { describeRule } from './describe-rule.ts';
import { type RuleDraft, sharesOf, variantName } from './rule-draft.ts';
import { Sentence } from './rule-sentence.tsx';
import { ruleTitle, useRuleWords } from './rule-words.ts';

interface Props {
  rules: readonly RuleDraft[];
  /** Renders a link to a destination. */
  renderUrl(url: string): ReactNode;
}

/** The ordered rules of a link in words, with their destinations. */
export function RuleFacts({ rules, renderUrl }: Props) {
  const words = useRuleWords();
  const format = useFormat();
  const { t } = words;
  return (
    <ol className="links-rule-facts">
      {rules.map((rule, index) => {
        const shares = sharesOf(rule.split ?? []);
        return (
          <li key={rule.key}>
            <span className="quiet">{ruleTitle(rule, index, t)}</span>
            {rule.kept !== undefined ? (
              <span>{t.unknownRule}</span>
            ) : (
              <span>
                <Sentence phrases={describeRule(rule, words)} /> →{' '}
                {rule.split ? t.splitBetween({ count: rule.split.length }) : renderUrl(rule.url)}
              </span>
            )}
            {rule.isSkipped && <p className="links-caution">{t.skipped}</p>}
            {rule.split && (
              <ul>
                {rule.split.map((variant, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: names of variants may repeat.
                  <li key={at}>
                    <b>{variantName(variant, at)}</b> {format.percent(shares[at] ?? 0)} → {renderUrl(variant.url)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        );
      })}
    </ol>
  );
}
