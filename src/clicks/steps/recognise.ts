import type { Step } from '../step.ts';

// As many bits as a visitor has in the sketch.
const VISITOR_BYTES = 6;

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** The part of an address that stays with a visitor: of IPv6 the network, since the rest changes by the day. */
function lastingPart(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head.split(':');
  if (tail !== undefined) {
    const last = tail.split(':');
    while (groups.length + last.length < GROUPS) groups.push('0');
    groups.push(...last);
  }
  return groups.slice(0, NETWORK_GROUPS).join(':');
}

/** Gives each visitor a number that only the secret can make again from an address and an agent. */
export function recogniseWith(secret: string): Step {
  const key = new Bun.CryptoHasher('sha256', secret).update('visitor').digest();
  return ({ address, agent }, click) => {
    const hash = new Bun.CryptoHasher('sha256', key).update(`${lastingPart(address)}\0${agent}`).digest();
    click.visitor = hash.readUIntBE(0, VISITOR_BYTES);
  };
}
