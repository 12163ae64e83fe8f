import type { FindAddresses } from '../../src/lib/outbound/find-addresses.ts';
import type { FindTexts } from '../../src/lib/outbound/find-texts.ts';

/** A fake DNS resolver with records that a test sets; a name without an entry has no record. */
export interface NameService {
  addresses: Record<string, string[]>;
  texts: Record<string, string[]>;
  /** Every resolved name, in order. */
  lookups: string[];
  findAddresses: FindAddresses;
  findTexts: FindTexts;
}

export function createNameService(addresses: Record<string, string[]> = {}): NameService {
  const service: NameService = {
    addresses,
    texts: {},
    lookups: [],
    async findAddresses(name) {
      service.lookups.push(name);
      return service.addresses[name] ?? [];
    },
    async findTexts(name) {
      service.lookups.push(name);
      return service.texts[name] ?? [];
    },
  };
  return service;
}
