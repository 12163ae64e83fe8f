import { useTexts } from '../../../../lib/texts.ts';
import { TextField } from '../../../../ui/field.tsx';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

function QueryInput(props: ConditionInputProps) {
  const { condition, path, onChange, errorOf } = props;
  const t = useTexts('link-routing');
  return (
    <>
      <TextField
        label={t.parameter}
        name={`${path}.name`}
        value={condition.name ?? ''}
        onChange={(name) => onChange({ name })}
        error={errorOf(`${path}.name`)}
        placeholder="utm_source"
        autoCapitalize="off"
        spellCheck={false}
      />
      <ConditionValuesField
        {...props}
        isFree
        isVerbatim
        label={t.parameterValues}
        placeholder={t.placeholders.value}
        hint={t.hints.query}
      />
    </>
  );
}

export const queryForm: ConditionForm = { Input: QueryInput, start: () => ({ name: '', in: [] }) };
