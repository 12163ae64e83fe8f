import { limitGroup } from '../../lib/ip.ts';
import { defineStep } from '../enrich-step.ts';

// The size of a visitor in a sketch.
const VISITOR_BYTES = 6;

/** Sets the visitor to a keyed hash of user agent and network part of the address; without the key it reveals neither. */
export function identifyVisitor(secret: string) {
  const key = new Bun.CryptoHasher('sha256', secret).update('visitor').digest();
  const keyed = new Bun.CryptoHasher('sha256', key);
  return defineStep({
    name: 'identify-visitor',
    fills: [],
    run({ origin, agent }, click) {
      if (origin.visitor === undefined || origin.agent !== agent) {
        const hash = keyed
          .copy()
          .update(`${limitGroup(origin.address)}\0${agent}`)
          .digest();
        origin.visitor = hash.readUIntBE(0, VISITOR_BYTES);
        origin.agent = agent;
      }
      click.visitor = origin.visitor;
    },
  });
}
