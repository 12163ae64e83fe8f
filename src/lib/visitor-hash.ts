import { limitGroup } from './ip.ts';

// The size of a visitor in a sketch.
const VISITOR_BYTES = 6;
const MAX_AGENT = 512;

/** The part of a User-Agent that tells visitors apart; the journal keeps no more of it. */
export function cutAgent(userAgent: string): string {
  return userAgent.length > MAX_AGENT ? userAgent.slice(0, MAX_AGENT) : userAgent;
}

/** A number that identifies a visitor by address and User-Agent; without the key it reveals neither. */
export type HashVisitor = (address: string, userAgent: string) => number;

/** Creates the keyed hash of visitors. Statistics and splits use the same, so that both mean the same visitor. */
export function createVisitorHash(secret: string): HashVisitor {
  const key = new Bun.CryptoHasher('sha256', secret).update('visitor').digest();
  const keyed = new Bun.CryptoHasher('sha256', key);
  // Reused, because a new buffer for each visit costs as much as the hash. Bun asks for the size of its longest hash.
  const digest = Buffer.alloc(64);
  return (address, userAgent) => {
    keyed
      .copy()
      .update(`${limitGroup(address)}\0${cutAgent(userAgent)}`)
      .digest(digest);
    return digest.readUIntBE(0, VISITOR_BYTES);
  };
}
