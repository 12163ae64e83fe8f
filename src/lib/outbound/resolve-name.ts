import { lookup } from 'node:dns/promises';

/** Every address that this machine would connect to for the name, including its hosts file. */
export async function resolveName(name: string): Promise<string[]> {
  const found = await lookup(name, { all: true });
  return found.map(({ address }) => address);
}
