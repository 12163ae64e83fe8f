import { browserNames } from '../../../../agent/browser.ts';
import { defineCondition, oneOf, requiredValues } from './condition-kind.ts';

export const browserCondition = defineCondition({
  type: 'browser',
  description: 'The browser, or the app with a browser of its own',
  fields: {
    in: requiredValues({
      maxLength: 40,
      parse: oneOf(browserNames),
      problem: { code: 'not_one_of', params: { options: browserNames.join(', ') } },
      description: 'Names as statistics show them, such as Firefox, in any case',
    }),
  },
  compile(values) {
    const names = new Set(values.in);
    return { matches: (visitor) => names.has(visitor.browser()), see: (visitor) => visitor.browser() };
  },
});
