import { resolveTxt } from 'node:dns/promises';
import { createFindAddresses } from './find-addresses.ts';

/** The TXT records of a name in public DNS: an empty list if it has none. Throws if DNS cannot be queried. */
export type FindTexts = (name: string) => Promise<string[]>;

const LIMIT_MS = 3_000;

async function resolveWhole(name: string): Promise<string[]> {
  // A record of more than 255 bytes arrives in pieces.
  return (await resolveTxt(name)).map((pieces) => pieces.join(''));
}

/** Queries DNS, with the time limit of address lookups. */
export const findPublicTexts: FindTexts = createFindAddresses([resolveWhole], LIMIT_MS);
