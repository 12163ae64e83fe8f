import type { Hosts } from '../core/hosts.ts';
import { hostNameOf, isDnsName } from '../lib/url.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import {
  chooseByHost,
  type Domain,
  hostedNameOf,
  isUnder,
  MAIN_DOMAIN,
  originOf,
} from '../resources/domains/domain.ts';
import { cacheRules, StoreCache } from './store-cache.ts';

/** The host of a visit: the main host or a branded domain. */
export interface VisitedHost {
  domainId: number;
  /** The owner of a branded domain; 0 on the main host. */
  userId: number;
  host: string;
  name: string;
  /** The beginning of short URLs on this host. */
  origin: string;
  /** The part of a cache key before the alias; empty on the main host. */
  prefix: string;
  redirectRoot: string | null;
  redirect404: string | null;
  isVerified: boolean;
  /** Whether the host cannot change; an unknown name may later become a branded domain. */
  isLasting: boolean;
}

/** Finds the host of a URL. */
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

/** The branded domains with one name; their ports differ. */
interface NamedDomains {
  name: string;
  domains: VisitedHost[];
}

const MAX_BYTES = 8_000_000;
const OBJECT_BYTES = 300;
const HOST = /^https?:\/\/([^/]+)\//;

/** The cache key of a link. */
export function linkKeyOf(domainId: number, alias: string): string {
  return hostedNameOf(domainId, alias);
}

/** The domain and alias in a cache key. */
export function readLinkKey(key: string): { domainId: number; alias: string } {
  const slash = key.indexOf('/');
  if (slash < 0) return { domainId: MAIN_DOMAIN, alias: key };
  return { domainId: Number(key.slice(0, slash)), alias: key.slice(slash + 1) };
}

function hostOfDomain(domain: Domain): VisitedHost {
  const { id, userId, host, name, redirectRoot, redirect404 } = domain;
  const isVerified = domain.verifiedAt !== null;
  const origin = originOf(domain);
  const prefix = linkKeyOf(id, '');
  return { domainId: id, userId, host, name, origin, prefix, redirectRoot, redirect404, isVerified, isLasting: true };
}

function bytesOf({ domains }: NamedDomains): number {
  const texts = domains.map(({ origin, redirectRoot, redirect404 }) => [origin, redirectRoot, redirect404].join(''));
  return OBJECT_BYTES * (domains.length + 1) + 3 * texts.join('').length;
}

/** What a finder of hosts needs. */
export interface HostFinderParts {
  hosts: Hosts;
  domains: Pick<DomainService, 'findByName'>;
  baseUrl: string;
  loadLimitMs?: number | undefined;
}

export function createHostFinder({
  hosts,
  domains,
  baseUrl,
  loadLimitMs = cacheRules.loadLimitMs,
}: HostFinderParts): HostFinder {
  const { host } = new URL(baseUrl);
  const nothing = { redirectRoot: null, redirect404: null };
  const main: VisitedHost = {
    domainId: MAIN_DOMAIN,
    host,
    name: hostNameOf(host),
    origin: baseUrl,
    prefix: '',
    userId: 0,
    ...nothing,
    isVerified: true,
    isLasting: true,
  };
  const unknownHost = hosts.isOpen ? { ...main, isLasting: false } : null;
  // Unknown names are cached too: they must also be recognized while the store is unavailable.
  const cache = new StoreCache<NamedDomains>(
    async (name) => ({ name, domains: (await domains.findByName(name)).map(hostOfDomain) }),
    bytesOf,
    { ...cacheRules, maxBytes: MAX_BYTES, loadLimitMs },
  );

  /** The name and the host of a URL if it could be on a branded domain; undefined otherwise. */
  function readHost(url: string): { name: string; host: string } | undefined {
    const [, header] = HOST.exec(url) ?? [];
    if (header === undefined) return undefined;
    const name = hostNameOf(header);
    const [port = ''] = /:\d+$/.exec(header) ?? [];
    return isDnsName(name) ? { name, host: name + port } : undefined;
  }

  function choose(found: NamedDomains, host: string): VisitedHost | null {
    return chooseByHost(found.domains, host) ?? unknownHost;
  }

  return {
    peek(url) {
      if (hosts.isMain(url)) return main;
      const visited = readHost(url);
      if (visited === undefined) return unknownHost;
      const found = cache.peek(visited.name);
      return found ? choose(found, visited.host) : undefined;
    },

    async load(url) {
      const visited = readHost(url);
      const found = visited && (await cache.load(visited.name));
      return visited && found ? choose(found, visited.host) : unknownHost;
    },

    async hasVerifiedDomain(name) {
      if (!isDnsName(name)) return false;
      const found = cache.peek(name) ?? (await cache.load(name));
      return found?.domains.some(({ isVerified }) => isVerified) ?? false;
    },

    forget(name) {
      cache.forget(name);
      // A verified name decides whether claims of its parents and children are served.
      cache.forgetWhere((cached) => isUnder(cached.name, name) || isUnder(name, cached.name));
    },
  };
}
