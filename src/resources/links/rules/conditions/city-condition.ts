import { foldPlace } from '../../../../geo/fold-name.ts';
import { defineCondition, requiredValues } from './condition-kind.ts';
import { countryField } from './country-condition.ts';
import { MAX_PLACE_NAME, parsePlaceName } from './place-name.ts';

export const cityCondition = defineCondition({
  type: 'city',
  description: 'The city of the visitor',
  fields: {
    in: requiredValues({
      maxLength: MAX_PLACE_NAME,
      parse: parsePlaceName,
      problem: { code: 'not_a_city' },
      description: 'Names in English',
    }),
    country: countryField,
  },
  compile(values) {
    const { country } = values;
    const names = new Set(values.in.map(foldPlace));
    return {
      matches(visitor) {
        if (country !== undefined && visitor.country() !== country) return false;
        const city = foldPlace(visitor.city());
        return city !== '' && names.has(city);
      },
      see: (visitor) => visitor.city(),
    };
  },
});
