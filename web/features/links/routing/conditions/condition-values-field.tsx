import type { Option } from '../../../../ui/select.tsx';
import { ValuesField } from '../../../../ui/values-field.tsx';
import { useRuleWords, valueName } from '../rule-words.ts';
import type { ConditionInputProps } from './condition-form.ts';

interface Props extends ConditionInputProps {
  options?: readonly Option<string>[];
  placeholder: string;
  hint?: string;
  /** Whether values that are not suggested can be typed. */
  isFree?: boolean;
  /** Whether text is one value as it was typed, with its commas and spaces. */
  isVerbatim?: boolean;
  label?: string;
}

/** The list `in` of a condition. */
export function ConditionValuesField(props: Props) {
  const { condition, path, onChange, errorOf, options = [], placeholder, hint, isFree, isVerbatim, label } = props;
  const words = useRuleWords();
  const { in: values = [] } = condition;
  const refusal = errorOf(`${path}.in`);
  const types: Readonly<Record<string, string>> = words.t.types;
  return (
    <div className="links-values">
      {label && <span className="links-label">{label}</span>}
      <ValuesField
        label={label ?? types[condition.type] ?? condition.type}
        name={`${path}.in`}
        value={values}
        onChange={(next) => onChange({ in: next })}
        options={options}
        isFree={isFree}
        isVerbatim={isVerbatim}
        placeholder={placeholder}
        nameOf={(value) => valueName(condition.type, value, words)}
        problemOf={(index) => errorOf(`${path}.in.${index}`)}
        error={refusal && values.length === 0 ? words.t.missingValues : refusal}
      />
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}
