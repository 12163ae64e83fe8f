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

/** Asks for both families; this machine's own list of hosts does not count, because nobody else has it. */
export async function findPublicAddresses(name: string): Promise<string[]> {
  const asked = Promise.all([ask(resolve4, name), ask(resolve6, name)]);
  return (await withTimeLimit(LIMIT_MS, asked)).flat();
}
