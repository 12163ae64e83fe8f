import { invalidFields } from '../../core/errors.ts';
import type { Db } from '../../db/db.ts';
import { type DomainService, noSuchDomain } from './domain.service.ts';
import { addLinks } from './domain.store.ts';
import { MAIN_DOMAIN, readHost } from './domain.ts';

/** Something that is published on the main host or on a branded domain of its owner. */
interface Placed {
  domainId: number;
}

/** The hosts on which QR codes and bio pages are published. */
export interface DomainHosts {
  /** The id of the domain that a body names, 0 for the main host. Throws if it is not a domain of the owner; undefined keeps the domain. */
  choose(owner: number, text: string | null | undefined): Promise<number | undefined>;
  /** Locks a domain until the transaction ends, so that it cannot be deleted meanwhile. Throws if it was deleted. */
  lock(tx: Db, owner: number, domainId: number): Promise<void>;
  /** Returns a function that finds the origin of each of these items. */
  readOrigins(items: Placed[]): Promise<(item: Placed) => string>;
  /** Returns a function that finds the branded domain of each of these items, as a body names it; null for the main host. */
  readNames(tx: Db, items: Placed[]): Promise<(item: Placed) => string | null>;
}

export function createDomainHosts(
  domains: Pick<DomainService, 'findOwned' | 'readOrigins'>,
  baseUrl: string,
): DomainHosts {
  const mainHost = new URL(baseUrl).host;

  return {
    async choose(owner, text) {
      if (text === undefined) return undefined;
      if (text === null || readHost(text)?.host === mainHost) return MAIN_DOMAIN;
      const domain = await domains.findOwned(owner, text);
      if (!domain) throw invalidFields([noSuchDomain]);
      return domain.id;
    },

    async lock(tx, owner, domainId) {
      if (domainId === MAIN_DOMAIN) return;
      if (!(await addLinks(tx, owner, domainId, 0))) throw invalidFields([noSuchDomain]);
    },

    async readNames(tx, items) {
      const ids = items.map(({ domainId }) => domainId).filter((id) => id !== MAIN_DOMAIN);
      const origins = ids.length === 0 ? new Map<number, string>() : await domains.readOrigins(ids, tx);
      return ({ domainId }) => origins.get(domainId) ?? null;
    },

    async readOrigins(items) {
      const origins = await domains.readOrigins(items.map(({ domainId }) => domainId));
      // The items of a domain that was just deleted are on the main host.
      return ({ domainId }) => origins.get(domainId) ?? baseUrl;
    },
  };
}
