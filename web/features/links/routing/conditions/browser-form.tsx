import { browserNames } from '../../../../../src/agent/browser.ts';
import { useTexts } from '../../../../lib/texts.ts';
import type { ConditionForm, ConditionInputProps } from './condition-form.ts';
import { ConditionValuesField } from './condition-values-field.tsx';

const OPTIONS = browserNames.toSorted().map((name) => ({ value: name, label: name }));

function BrowserInput(props: ConditionInputProps) {
  const t = useTexts('link-routing');
  return <ConditionValuesField {...props} options={OPTIONS} placeholder={t.placeholders.browser} />;
}

export const browserForm: ConditionForm = { Input: BrowserInput, start: () => ({ in: [] }) };
