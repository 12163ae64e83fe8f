import { locationName, parseLocation } from '../../../geo/countries.ts';
import { defineRuleKind } from './rule-kind.ts';

/** A country, or one of its regions. */
interface LocationCondition {
  /** ISO code. */
  country: string;
  /** The name in lower case; '' for the whole country. */
  region: string;
  /** The lowercase name that the API shows. */
  location: string;
}

function byRegion(one: LocationCondition, other: LocationCondition): number {
  return Number(other.region !== '') - Number(one.region !== '');
}

export const locationRule = defineRuleKind({
  kind: 'location',
  field: 'geotarget',
  storedList: 'locations',
  route: 'geo',
  maxLength: 200,
  problem: { code: 'not_a_location' },
  fieldDescription: 'Other destinations by country or Country-Region',
  viewDescription: 'Destinations by location, in lower case',

  parse(text: string): LocationCondition | undefined {
    const place = parseLocation(text);
    return place && { country: place.country.code, region: place.region ?? '', location: locationName(place) };
  },

  readStored({ country, region = '', location }) {
    return country === undefined || location === undefined ? undefined : { country, region, location };
  },

  nameOf: ({ location }) => location,

  compile(rules) {
    // A region is more specific than its country, whichever comes first in the list.
    const sorted = [...rules].sort(byRegion);
    return (visitor) => {
      for (const rule of sorted) if (visitor.isIn(rule.country, rule.region)) return rule;
      return undefined;
    };
  },
});
