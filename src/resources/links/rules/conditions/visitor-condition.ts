import { visitorKinds } from '../../../../agent/visit-kind.ts';
import { defineCondition, oneOf, requiredText } from './condition-kind.ts';

export const visitorCondition = defineCondition({
  type: 'visitor',
  description: 'What is visiting: a person, a bot (crawlers and monitors), or a service that previews links',
  fields: {
    is: requiredText({
      maxLength: 10,
      parse: oneOf(visitorKinds),
      problem: { code: 'not_one_of', params: { options: visitorKinds.join(', ') } },
      description: visitorKinds.join(', '),
    }),
  },
  compile: ({ is }) => ({ matches: (visitor) => visitor.kind() === is, see: (visitor) => visitor.kind() }),
});
