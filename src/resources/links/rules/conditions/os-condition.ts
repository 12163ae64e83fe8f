import { osNames } from '../../../../agent/os.ts';
import { defineCondition, oneOf, requiredValues } from './condition-kind.ts';

export const osCondition = defineCondition({
  type: 'os',
  description: 'The operating system',
  fields: {
    in: requiredValues({
      maxLength: 40,
      parse: oneOf(osNames),
      problem: { code: 'not_one_of', params: { options: osNames.join(', ') } },
      description: 'Names as statistics show them, such as iOS, in any case',
    }),
  },
  compile(values) {
    const names = new Set(values.in);
    return { matches: (visitor) => names.has(visitor.os()), see: (visitor) => visitor.os() };
  },
});
