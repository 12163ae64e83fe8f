import type { FieldProblem } from '../../../../core/errors.ts';
import { addressCondition } from './address-condition.ts';
import { browserCondition } from './browser-condition.ts';
import { cityCondition } from './city-condition.ts';
import type { ConditionField, ConditionMatcher, ConditionValues } from './condition-kind.ts';
import { continentCondition } from './continent-condition.ts';
import { countryCondition } from './country-condition.ts';
import { deviceCondition } from './device-condition.ts';
import { languageCondition } from './language-condition.ts';
import { osCondition } from './os-condition.ts';
import { queryCondition } from './query-condition.ts';
import { referrerCondition } from './referrer-condition.ts';
import { regionCondition } from './region-condition.ts';
import { timeCondition } from './time-condition.ts';
import { visitorCondition } from './visitor-condition.ts';

/** Every type of condition, in the order in which screens and the documentation list them. */
export const conditionKinds = {
  country: countryCondition,
  region: regionCondition,
  city: cityCondition,
  continent: continentCondition,
  language: languageCondition,
  device: deviceCondition,
  os: osCondition,
  browser: browserCondition,
  referrer: referrerCondition,
  query: queryCondition,
  address: addressCondition,
  time: timeCondition,
  visitor: visitorCondition,
};

type Kinds = typeof conditionKinds;

export type ConditionType = keyof Kinds;

/** A condition of one type, with normalized parameters. */
export type ConditionOf<Type extends ConditionType> = Type extends ConditionType
  ? { type: Type; not?: boolean } & ConditionValues<Kinds[Type]['fields']>
  : never;

/** A condition of a rule. */
export type Condition = ConditionOf<ConditionType>;

type Values = Record<string, string | string[]>;

/** Any type of condition; its functions accept the parameters of all types. */
export interface AnyConditionKind {
  type: ConditionType;
  description: string;
  fields: Record<string, ConditionField>;
  finish?(values: Values): Values | { problem: FieldProblem; field?: string };
  compile(values: Values): ConditionMatcher;
}

// Each type only receives its own parameters, which the compiler cannot infer for a list.
const allKinds = Object.values(conditionKinds) as unknown as readonly AnyConditionKind[];

/** The types of conditions by name. */
export const kindsByType: ReadonlyMap<string, AnyConditionKind> = new Map(allKinds.map((kind) => [kind.type, kind]));
