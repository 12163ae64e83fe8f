import type { RuleKindName } from '../../../../src/resources/links/rules/rule-kinds.ts';
import { deviceForm } from './device-form.tsx';
import { languageForm } from './language-form.tsx';
import { locationForm } from './location-form.tsx';
import type { RuleForm } from './rule-form.ts';

/** The form of every kind of rule. */
export const ruleForms: Record<RuleKindName, RuleForm> = {
  location: locationForm,
  device: deviceForm,
  language: languageForm,
};
