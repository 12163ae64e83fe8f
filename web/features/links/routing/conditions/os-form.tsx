import { osNames } from '../../../../../src/agent/os.ts';
import { useTexts } from '../../../../lib/texts.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

const OPTIONS = osNames.toSorted().map((name) => ({ value: name, label: name }));

function OsInput(props: ConditionInputProps) {
  const t = useTexts('link-routing');
  return <ConditionValuesField {...props} options={OPTIONS} placeholder={t.placeholders.os} />;
}

export const osForm: ConditionForm = { Input: OsInput, start: () => ({ in: [] }) };
