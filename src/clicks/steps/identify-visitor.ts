import { createVisitorHash } from '../../lib/visitor-hash.ts';
import { defineStep } from '../enrich-step.ts';

/** Sets the visitor to a keyed hash of user agent and network part of the address; without the key it reveals neither. */
export function identifyVisitor(secret: string) {
  const hashVisitor = createVisitorHash(secret);
  return defineStep({
    name: 'identify-visitor',
    fills: [],
    run({ origin, record: { agent } }, click) {
      if (origin.visitor === undefined || origin.agent !== agent) {
        origin.visitor = hashVisitor(origin.address, agent);
        origin.agent = agent;
      }
      click.visitor = origin.visitor;
    },
  });
}
