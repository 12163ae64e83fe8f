import { defineCondition, optionalValues, requiredText } from './condition-kind.ts';

const MAX_NAME = 255;
const MAX_VALUE = 2_048;
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

// Not trimmed: spaces are part of a parameter.
function parse(text: string): string | undefined {
  return UNPRINTABLE.test(text) ? undefined : text;
}

const problem = { code: 'control_characters' } as const;

// Several rules may ask for parameters of one visit.
let last = { query: '', parameters: new URLSearchParams() };

function valuesIn(query: string, name: string): string[] {
  if (query === '') return [];
  if (query !== last.query) last = { query, parameters: new URLSearchParams(query) };
  return last.parameters.getAll(name);
}

export const queryCondition = defineCondition({
  type: 'query',
  description: 'A parameter of the visited URL; decoded, and upper and lower case differ',
  fields: {
    name: requiredText({ maxLength: MAX_NAME, parse, problem, description: 'Name of the parameter' }),
    in: optionalValues({ maxLength: MAX_VALUE, parse, problem, description: 'Its values; by default any value' }),
  },
  finish: (values) => (values.name === '' ? { field: 'name', problem: { code: 'required' } } : values),
  compile({ name, in: values }) {
    const wanted = values && new Set(values);
    return {
      matches(visitor) {
        const found = valuesIn(visitor.query, name);
        return wanted === undefined ? found.length > 0 : found.some((value) => wanted.has(value));
      },
      see: (visitor) => valuesIn(visitor.query, name).join(', '),
    };
  },
});
