import { continentOf, continents } from '../../../../geo/continents.ts';
import { defineCondition, oneOf, requiredValues } from './condition-kind.ts';

export const continentCondition = defineCondition({
  type: 'continent',
  description: 'The continent of the visitor',
  fields: {
    in: requiredValues({
      maxLength: 10,
      parse: oneOf(continents),
      problem: { code: 'not_one_of', params: { options: continents.join(', ') } },
      description: continents.join(', '),
    }),
  },
  compile(values) {
    const codes = new Set(values.in);
    return {
      matches: (visitor) => codes.has(continentOf(visitor.country()) ?? ''),
      see: (visitor) => continentOf(visitor.country()) ?? '',
    };
  },
});
