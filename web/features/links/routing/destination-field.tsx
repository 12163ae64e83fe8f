import { useId } from 'react';
import { useTexts } from '../../../lib/texts.ts';
import { type RuleDraft, toggleSplit } from './rule-draft.ts';
import { SplitField } from './split-field.tsx';

interface Props {
  rule: RuleDraft;
  /** The field of the rule in the API, such as `rules.1`. */
  path: string;
  onChange(change: Partial<RuleDraft>): void;
  errorOf(field: string): string | undefined;
}

/** Where a rule sends visitors: to one destination, or to the variants of a split. */
export function DestinationField({ rule, path, onChange, errorOf }: Props) {
  const t = useTexts('link-routing');
  const id = useId();
  const refusal = errorOf(`${path}.url`);
  const problem = refusal && rule.url.trim() === '' ? t.missingUrl : refusal;
  const isSplit = rule.split !== undefined;
  return (
    <fieldset className="links-goal">
      <legend>{t.goesTo}</legend>
      <div className="links-kinds">
        {[false, true].map((forSplit) => (
          <label key={String(forSplit)}>
            <input
              type="radio"
              name={`${id}-kind`}
              checked={isSplit === forSplit}
              onChange={() => onChange(toggleSplit(rule))}
            />
            <span>{forSplit ? t.split : t.one}</span>
          </label>
        ))}
      </div>
      {rule.split ? (
        <SplitField
          variants={rule.split}
          path={`${path}.split`}
          onChange={(split) => onChange({ split })}
          errorOf={errorOf}
        />
      ) : (
        <span className="input">
          <input
            type="url"
            aria-label={t.url}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            placeholder="https://"
            value={rule.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        </span>
      )}
      {problem && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
