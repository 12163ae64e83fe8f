import { X } from 'lucide-react';
import { useTexts } from '../../../lib/texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import { conditionTypes, findConditionForm, newCondition } from './conditions/condition-forms.ts';
import type { ConditionDraft } from './rule-draft.ts';

interface Props {
  condition: ConditionDraft;
  /** The field of the condition in the API, such as `rules.1.when.0`. */
  path: string;
  isFirst: boolean;
  onChange(condition: ConditionDraft): void;
  onRemove(): void;
  errorOf(field: string): string | undefined;
}

/** One condition of a rule: "and · Device · is not · Phones, Tablets". */
export function ConditionRow({ condition, path, isFirst, onChange, onRemove, errorOf }: Props) {
  const t = useTexts('link-routing');
  const form = findConditionForm(condition.type);
  const problems = [errorOf(path), errorOf(`${path}.type`), errorOf(`${path}.not`)].filter(Boolean);
  const options = conditionTypes.map((type) => ({ value: type, label: t.types[type] }));
  const verbs = [
    { value: 'is', label: t.is },
    { value: 'isNot', label: t.isNot },
  ];
  return (
    <li className="links-condition">
      <span className="links-lead">{isFirst ? t.if : t.and}</span>
      {form ? (
        <>
          <span className="input select">
            <Select
              aria-label={t.property}
              value={condition.type as (typeof conditionTypes)[number]}
              aria-invalid={problems.length > 0 || undefined}
              options={options}
              onChange={(type) =>
                onChange({ ...newCondition(type), ...(condition.not !== undefined && { not: condition.not }) })
              }
            />
          </span>
          <span className="input select">
            <Select
              aria-label={t.comparison}
              value={condition.not ? 'isNot' : 'is'}
              options={verbs}
              onChange={(verb) => onChange({ ...condition, not: verb === 'isNot' })}
            />
          </span>
        </>
      ) : (
        <span className="links-kept">
          {t.unknownCondition({ type: condition.type })}
          <span className="hint">{t.unknownConditionHint}</span>
        </span>
      )}
      <IconButton label={t.removeCondition} icon={X} onClick={onRemove} />
      {form && (
        <div className="links-parameters">
          <form.Input
            key={condition.type}
            condition={condition}
            path={path}
            onChange={(change) => onChange({ ...condition, ...change })}
            errorOf={errorOf}
          />
        </div>
      )}
      {problems.map((problem) => (
        <p key={problem} className="problem">
          {problem}
        </p>
      ))}
    </li>
  );
}
