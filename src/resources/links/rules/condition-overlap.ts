import { type DeviceName, isCovered as isDeviceCovered, overlapsDevice } from '../../../agent/device.ts';
import { continentOf } from '../../../geo/continents.ts';
import { isInBlock, parseAddressBlock } from '../../../lib/address-range.ts';

/** Any condition, with the parameters of all types. */
export interface LooseCondition {
  type: string;
  not?: boolean;
  in?: readonly string[];
  country?: string;
  name?: string;
  is?: string;
}

/** What a condition asks for: a property with one of these values, or with none of them. */
interface Claim {
  property: string;
  isNegated: boolean;
  values: readonly string[];
}

/** How the values of a property relate to each other. */
interface Relation {
  /** Whether the others together match everyone whom the value matches. */
  isCovered(value: string, others: readonly string[]): boolean;
  /** False only if nobody has both values. */
  canMeet(one: string, other: string): boolean;
}

/** A relation in which one value may include another. */
function nested(includes: (outer: string, inner: string) => boolean): Relation {
  return {
    isCovered: (value, others) => others.some((other) => includes(other, value)),
    canMeet: (one, other) => includes(one, other) || includes(other, one),
  };
}

/** The same, if a visitor can have several values, or if two names may mean one value. */
function several(includes: (outer: string, inner: string) => boolean): Relation {
  return { ...nested(includes), canMeet: () => true };
}

function includesBlock(outerText: string, innerText: string): boolean {
  const [outer, inner] = [parseAddressBlock(outerText), parseAddressBlock(innerText)];
  return outer !== undefined && inner !== undefined && inner.bits >= outer.bits && isInBlock(inner.groups, outer);
}

const SEPARATOR = '\n';
const same = (one: string, other: string) => one === other;
const exact = nested(same);
const RELATIONS: Readonly<Record<string, Relation>> = {
  country: exact,
  continent: exact,
  os: exact,
  browser: exact,
  visitor: exact,
  language: nested((outer, inner) => inner === outer || inner.startsWith(`${outer}-`)),
  referrer: nested((outer, inner) => inner === outer || inner.endsWith(`.${outer}`)),
  address: nested(includesBlock),
  device: {
    isCovered: (value, others) => isDeviceCovered(value as DeviceName, others as DeviceName[]),
    canMeet: (one, other) => overlapsDevice(one as DeviceName, other as DeviceName),
  },
  // A place in any country includes the one of the same name in one country.
  region: several((outer, inner) => inner === outer || inner.endsWith(`${SEPARATOR}${outer}`)),
  city: several((outer, inner) => inner === outer || inner.endsWith(`${SEPARATOR}${outer}`)),
  // A parameter with any value includes the one with a certain value.
  query: several((outer, inner) => inner === outer || inner.startsWith(`${outer}${SEPARATOR}`)),
};
const UNKNOWN = several(same);

const VISITORS = ['person', 'bot', 'preview'];

function claimOf(condition: LooseCondition): Claim {
  const { type, not: isNegated = false, in: values = [], country = '', name = '', is = '' } = condition;
  const claim = { property: type, isNegated };
  switch (type) {
    case 'visitor':
      return { property: type, isNegated: false, values: VISITORS.filter((kind) => (kind === is) !== isNegated) };
    case 'query':
      return { ...claim, values: values.length === 0 ? [name] : values.map((value) => name + SEPARATOR + value) };
    case 'region':
    case 'city': {
      const prefix = country === '' ? '' : country + SEPARATOR;
      return { ...claim, values: values.map((value) => prefix + value.toLowerCase()) };
    }
    default:
      if (RELATIONS[type]) return { ...claim, values };
      // Two conditions that are written in the same way are the same.
      return { ...claim, values: [JSON.stringify(Object.entries({ ...condition, not: false }).sort())] };
  }
}

/** What follows from a condition about other properties. */
function implicationsOf({ type, not = false, in: values = [], country = '' }: LooseCondition): LooseCondition[] {
  if (not) return [];
  if ((type === 'region' || type === 'city') && country !== '') {
    const inCountry = { type: 'country', in: [country] };
    return [inCountry, ...implicationsOf(inCountry)];
  }
  const continents = type === 'country' ? values.map(continentOf) : [];
  const known = continents.filter((continent) => continent !== undefined);
  return known.length > 0 && known.length === continents.length ? [{ type: 'continent', in: known }] : [];
}

/** Whether no visitor can meet all the conditions. It may miss that, but never claims it wrongly. */
export function areExclusive(conditions: readonly LooseCondition[]): boolean {
  const claims = conditions.flatMap((condition) => [condition, ...implicationsOf(condition)]).map(claimOf);
  return claims.some((claim) => {
    if (claim.isNegated) return false;
    const { isCovered, canMeet } = RELATIONS[claim.property] ?? UNKNOWN;
    const others = claims.filter((other) => other !== claim && other.property === claim.property);
    const excluded = others.flatMap(({ isNegated, values }) => (isNegated ? values : []));
    const required = others.filter(({ isNegated }) => !isNegated);
    return !claim.values.some(
      (value) =>
        !isCovered(value, excluded) && required.every(({ values }) => values.some((other) => canMeet(value, other))),
    );
  });
}
