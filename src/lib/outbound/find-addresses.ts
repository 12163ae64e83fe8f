import { resolve4, resolve6 } from 'node:dns/promises';
import { withTimeLimit } from '../time-limit.ts';

/** The addresses of a name in public DNS: an empty list if it has none. Throws if DNS cannot be queried. */
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

/** Queries each family, with one time limit for all. */
export function createFindAddresses(families: FindAddresses[], limitMs: number): FindAddresses {
  return async (name) => {
    const asked = Promise.all(families.map((resolve) => ask(resolve, name)));
    return (await withTimeLimit(limitMs, asked)).flat();
  };
}

/** Queries both families by DNS only: the hosts file of this machine does not apply to others. */
export const findPublicAddresses: FindAddresses = createFindAddresses([resolve4, resolve6], LIMIT_MS);
