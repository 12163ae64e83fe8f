import { useTexts } from '../../../../lib/texts.ts';
import { Select } from '../../../../ui/select.tsx';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';

function VisitorInput({ condition, path, onChange, errorOf }: ConditionInputProps) {
  const t = useTexts('link-routing');
  const problem = errorOf(`${path}.is`);
  return (
    <div className="links-values">
      <span className="input select">
        <Select
          aria-label={t.types.visitor}
          aria-invalid={problem ? true : undefined}
          value={condition.is ?? 'person'}
          options={Object.entries(t.visitors).map(([value, label]) => ({ value, label }))}
          onChange={(is) => onChange({ is })}
        />
      </span>
      {problem && <p className="problem">{problem}</p>}
      <p className="hint">{t.visitorHint}</p>
    </div>
  );
}

export const visitorForm: ConditionForm = { Input: VisitorInput, start: () => ({ is: 'person' }) };
