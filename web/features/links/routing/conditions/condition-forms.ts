import type { ConditionType } from '../../../../../src/resources/links/rules/conditions/condition-kinds.ts';
import type { ConditionDraft } from '../rule-draft.ts';
import { addressForm } from './address-form.tsx';
import { browserForm } from './browser-form.tsx';
import { cityForm } from './city-form.tsx';
import type { ConditionForm } from './condition-form.ts';
import { continentForm } from './continent-form.tsx';
import { countryForm } from './country-form.tsx';
import { deviceConditionForm } from './device-form.tsx';
import { languageConditionForm } from './language-form.tsx';
import { osForm } from './os-form.tsx';
import { queryForm } from './query-form.tsx';
import { referrerForm } from './referrer-form.tsx';
import { regionForm } from './region-form.tsx';
import { timeForm } from './time-form.tsx';
import { visitorForm } from './visitor-form.tsx';

/** The form of every type of condition, in the order of the menu. */
export const conditionForms: Record<ConditionType, ConditionForm> = {
  country: countryForm,
  region: regionForm,
  city: cityForm,
  continent: continentForm,
  language: languageConditionForm,
  device: deviceConditionForm,
  os: osForm,
  browser: browserForm,
  referrer: referrerForm,
  query: queryForm,
  address: addressForm,
  time: timeForm,
  visitor: visitorForm,
};

export const conditionTypes = Object.keys(conditionForms) as ConditionType[];

/** The form of a condition; undefined for a type of a newer version. */
export function findConditionForm(type: string): ConditionForm | undefined {
  return Object.hasOwn(conditionForms, type) ? conditionForms[type as ConditionType] : undefined;
}

/** A condition of this type that is not filled in yet. */
export function newCondition(type: ConditionType): ConditionDraft {
  return { type, ...conditionForms[type].start() };
}
