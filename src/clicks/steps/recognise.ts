import { limitGroup } from '../../lib/ip.ts';
import type { Step } from '../step.ts';

// As many bits as a visitor has in the sketch.
const VISITOR_BYTES = 6;

/** Gives each visitor a number that only the secret can make again from an agent and the part of an address that stays. */
export function recogniseWith(secret: string): Step {
  const key = new Bun.CryptoHasher('sha256', secret).update('visitor').digest();
  const keyed = new Bun.CryptoHasher('sha256', key);
  return ({ address, agent }, click) => {
    const hash = keyed
      .copy()
      .update(`${limitGroup(address)}\0${agent}`)
      .digest();
    click.visitor = hash.readUIntBE(0, VISITOR_BYTES);
  };
}
