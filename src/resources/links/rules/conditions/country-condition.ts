import { findCountry } from '../../../../geo/countries.ts';
import { defineCondition, optionalText, requiredValues } from './condition-kind.ts';

const country = {
  maxLength: 160,
  parse: (text: string) => findCountry(text)?.code,
  problem: { code: 'not_a_country' },
} as const;

/** The country that the regions or cities of a condition are in. */
export const countryField = optionalText({
  ...country,
  description: 'Only in this country: ISO code or English name',
});

export const countryCondition = defineCondition({
  type: 'country',
  description: 'The country of the visitor',
  fields: { in: requiredValues({ ...country, description: 'ISO codes or English names' }) },
  compile(values) {
    const codes = new Set(values.in);
    return { matches: (visitor) => codes.has(visitor.country()), see: (visitor) => visitor.country() };
  },
});
