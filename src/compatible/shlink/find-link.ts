import { readHost } from '../../resources/domains/domain.ts';
import { type Link, MAIN_DOMAIN } from '../../resources/links/link.ts';
import { shortUrlNotFound } from './problem.ts';
import type { ShlinkParts } from './shlink-parts.ts';

/** Means the main host in filters. */
const DEFAULT = 'DEFAULT';

/** Finds the domains and links that requests name. */
export interface LinkFinder {
  /** The domain that a client names; null for the main host. */
  readDomain(text: string | null | undefined): string | null;
  /** The id of a domain of the owner; undefined if there is none. */
  findDomain(owner: number, domain: string | null): Promise<number | undefined>;
  /** The owner's link; throws if there is none. */
  getLink(owner: number, shortCode: string, domain: string | null): Promise<Link>;
}

export function createLinkFinder({ services, baseUrl }: Pick<ShlinkParts, 'services' | 'baseUrl'>): LinkFinder {
  const mainHost = new URL(baseUrl).host;

  function readDomain(text: string | null | undefined): string | null {
    if (!text || text === DEFAULT || readHost(text)?.host === mainHost) return null;
    return text;
  }

  async function findDomain(owner: number, domain: string | null): Promise<number | undefined> {
    return domain === null ? MAIN_DOMAIN : (await services.domains.findOwned(owner, domain))?.id;
  }

  return {
    readDomain,
    findDomain,

    async getLink(owner, shortCode, domain) {
      const domainId = await findDomain(owner, domain);
      const link = domainId === undefined ? undefined : await services.links.findByAlias(domainId, shortCode);
      if (link?.userId !== owner) throw shortUrlNotFound(shortCode, domain);
      return link;
    },
  };
}
