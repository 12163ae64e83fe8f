import { foldPlace } from '../../../../geo/fold-name.ts';
import { findSubdivision } from '../../../../geo/subdivisions.ts';
import type { RuleVisitor } from '../rule-kind.ts';
import { defineCondition, requiredValues } from './condition-kind.ts';
import { countryField } from './country-condition.ts';
import { MAX_PLACE_NAME, parsePlaceName } from './place-name.ts';

// A code without its country, such as `CA`, is not a name and would never match.
const CODE = /^\s*[a-z]{2}-[a-z\d]{1,3}\s*$/i;
const PART_OF_CODE = /^\s*(?:[a-z\d]{1,2}|\d{3})\s*$/i;

/** Normalizes the code or the name of a region; undefined if it is neither. */
export function parseRegion(text: string): string | undefined {
  if (CODE.test(text)) return findSubdivision(text.trim().toUpperCase())?.code;
  return PART_OF_CODE.test(text) ? undefined : parsePlaceName(text);
}

/** The regions of a condition: names that count in any country, names that count in one country, and whole countries. */
function compileRegions(regions: string[]) {
  const names = new Set<string>();
  const namesByCountry = new Map<string, Set<string>>();
  const territories = new Set<string>();
  for (const region of regions) {
    const found = CODE.test(region) ? findSubdivision(region) : undefined;
    if (!found) names.add(foldPlace(region));
    else if (found.territory) territories.add(found.territory);
    else {
      const known = namesByCountry.get(found.country) ?? new Set();
      for (const name of found.names) known.add(foldPlace(name));
      namesByCountry.set(found.country, known);
    }
  }
  return { names, namesByCountry, territories };
}

export const regionCondition = defineCondition({
  type: 'region',
  description: 'The region of the visitor',
  fields: {
    in: requiredValues({
      maxLength: MAX_PLACE_NAME,
      parse: parseRegion,
      problem: { code: 'not_a_region' },
      description: 'Codes of ISO 3166-2, such as US-CA, or names',
    }),
    country: countryField,
  },
  compile({ in: regions, country }) {
    const { names, namesByCountry, territories } = compileRegions(regions);

    function matches(visitor: RuleVisitor): boolean {
      const visited = visitor.country();
      if (country !== undefined && visited !== country) return false;
      if (territories.has(visited)) return true;
      const region = foldPlace(visitor.region());
      return region !== '' && (names.has(region) || namesByCountry.get(visited)?.has(region) === true);
    }

    return { matches, see: (visitor) => visitor.region() };
  },
});
