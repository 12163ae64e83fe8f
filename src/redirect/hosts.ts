import type { Hosts } from '../core/hosts.ts';
import { hostNameOf, isDnsName } from '../lib/url.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import { chooseByHost, type Domain, isUnder, MAIN_DOMAIN, originOf } from '../resources/domains/domain.ts';
import { cacheRules, StoreCache } from './store-cache.ts';

/** Whose host a visitor came to: the main one or a branded domain. */
export interface VisitedHost {
  domainId: number;
  host: string;
  name: string;
  /** What short URLs begin with here. */
  origin: string;
  /** Stands before an alias in the cache of links; empty on the main host. */
  prefix: string;
  redirectRoot: string | null;
  redirect404: string | null;
  isVerified: boolean;
  /** Whether the host cannot change; an unknown name may later become a branded domain. */
  isLasting: boolean;
}

/** Knows which host is whose. */
export interface HostFinder {
  /** The host of a request's URL if it is cached; null for a host that is not ours, undefined if `load` must be called. */
  peek(url: string): VisitedHost | null | undefined;
  /** The same with a query; throws if the store is unavailable and nothing is cached. */
  load(url: string): Promise<VisitedHost | null>;
  /** Whether there is a verified domain with this name. */
  hasVerifiedDomain(name: string): Promise<boolean>;
  /** Must be called when a domain has changed. */
  forget(name: string): void;
}

interface Named {
  name: string;
  homes: VisitedHost[];
}

const MAX_BYTES = 8_000_000;
const OBJECT_BYTES = 300;
const HOST = /^https?:\/\/([^/]+)\//;

/** The cache key of a link. */
export function linkKeyOf(domainId: number, alias: string): string {
  return domainId === MAIN_DOMAIN ? alias : `${domainId}/${alias}`;
}

/** The domain and alias in a cache key. */
export function readLinkKey(key: string): { domainId: number; alias: string } {
  const slash = key.indexOf('/');
  if (slash < 0) return { domainId: MAIN_DOMAIN, alias: key };
  return { domainId: Number(key.slice(0, slash)), alias: key.slice(slash + 1) };
}

function homeOf(domain: Domain): VisitedHost {
  const { id, host, name, redirectRoot, redirect404 } = domain;
  const isVerified = domain.verifiedAt !== null;
  const origin = originOf(domain);
  const prefix = linkKeyOf(id, '');
  return { domainId: id, host, name, origin, prefix, redirectRoot, redirect404, isVerified, isLasting: true };
}

function bytesOf({ homes }: Named): number {
  const texts = homes.map(({ origin, redirectRoot, redirect404 }) => [origin, redirectRoot, redirect404].join(''));
  return OBJECT_BYTES * (homes.length + 1) + 3 * texts.join('').length;
}

export function createHostFinder(
  hosts: Hosts,
  domains: Pick<DomainService, 'findByName'>,
  baseUrl: string,
): HostFinder {
  const { host } = new URL(baseUrl);
  const nothing = { redirectRoot: null, redirect404: null };
  const main: VisitedHost = {
    domainId: MAIN_DOMAIN,
    host,
    name: hostNameOf(host),
    origin: baseUrl,
    prefix: '',
    ...nothing,
    isVerified: true,
    isLasting: true,
  };
  const stranger = hosts.isOpen ? { ...main, isLasting: false } : null;
  // Unknown names are cached too: they must also be recognized while the store is unavailable.
  const cache = new StoreCache<Named>(
    async (name) => ({ name, homes: (await domains.findByName(name)).map(homeOf) }),
    bytesOf,
    { ...cacheRules, maxBytes: MAX_BYTES },
  );

  /** Name and host of a URL that could be a domain's; undefined for any other. */
  function readHost(url: string): { name: string; host: string } | undefined {
    const [, header] = HOST.exec(url) ?? [];
    if (header === undefined) return undefined;
    const name = hostNameOf(header);
    const [port = ''] = /:\d+$/.exec(header) ?? [];
    return isDnsName(name) ? { name, host: name + port } : undefined;
  }

  function choose({ homes }: Named, wanted: string): VisitedHost | null {
    return chooseByHost(homes, wanted) ?? stranger;
  }

  return {
    peek(url) {
      if (hosts.isMain(url)) return main;
      const wanted = readHost(url);
      if (wanted === undefined) return stranger;
      const named = cache.peek(wanted.name);
      return named ? choose(named, wanted.host) : undefined;
    },

    async load(url) {
      const wanted = readHost(url);
      const named = wanted && (await cache.load(wanted.name));
      return wanted && named ? choose(named, wanted.host) : stranger;
    },

    async hasVerifiedDomain(name) {
      if (!isDnsName(name)) return false;
      const named = cache.peek(name) ?? (await cache.load(name));
      return named?.homes.some(({ isVerified }) => isVerified) ?? false;
    },

    forget(name) {
      cache.forget(name);
      // A verified name decides whether claims of its parents and children are served.
      cache.forgetWhere((kept) => isUnder(kept.name, name) || isUnder(name, kept.name));
    },
  };
}
