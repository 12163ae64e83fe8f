import { lookup } from 'node:dns/promises';

/** Every address that this machine would connect to for the name, its own list of hosts included. */
export async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}
