import { resolve4, resolve6 } from 'node:dns/promises';
import { withTimeLimit } from '../time-limit.ts';

/** The addresses of a name in the public name service; none where it has none, an error where nobody could be asked. */
export type FindAddresses = (name: string) => Promise<string[]>;

const LIMIT_MS = 3_000;
const NOTHING = ['ENOTFOUND', 'ENODATA'];

async function ask(resolve: FindAddresses, name: string): Promise<string[]> {
  try {
    return await resolve(name);
  } catch (error) {
    if (NOTHING.includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** Asks every family in its own way, for so long in all. */
export function createFindAddresses(families: FindAddresses[], limitMs: number): FindAddresses {
  return async (name) => {
    const asked = Promise.all(families.map((resolve) => ask(resolve, name)));
    return (await withTimeLimit(limitMs, asked)).flat();
  };
}

/** Both families, by the name service alone: this machine's own list of hosts is nobody else's. */
export const findPublicAddresses: FindAddresses = createFindAddresses([resolve4, resolve6], LIMIT_MS);
