import type { Config } from '../config/config.ts';
import { checkDestination } from '../lib/outbound/destination.ts';
import { isForbiddenAddress } from '../lib/outbound/forbidden-address.ts';
import { createOutbound, OUTBOUND_LIMITS, OUTBOUND_PORTS, type Outbound } from '../lib/outbound/outbound.ts';
import { resolveName } from '../lib/outbound/resolve-name.ts';
import { hostNameOf } from '../lib/url.ts';

/** The hosts in a database or Redis URL. PostgreSQL allows further hosts, or a socket folder, in the query. */
function hostsIn(address: string | undefined): string[] {
  const url = address === undefined ? null : URL.parse(address);
  if (!url) return [];
  const named = url.searchParams.getAll('host').flatMap((list) => list.split(','));
  return [url.hostname, ...named]
    .filter((host) => host !== '' && !host.startsWith('/'))
    .map((host) => hostNameOf(decodeURIComponent(host)).replace(/^\[(.*)\]$/, '$1'));
}

/** The hosts of our own database, its replica and Redis, which may have public addresses. */
export function findOwnHosts({ databaseUrl, databaseReplicaUrl, redisUrl }: Config): string[] {
  return [databaseUrl, databaseReplicaUrl, redisUrl].flatMap(hostsIn);
}

function rulesExcept(ownHosts: string[]) {
  return { resolve: resolveName, isForbidden: isForbiddenAddress, ports: OUTBOUND_PORTS, ownHosts };
}

/** A client for the public internet that refuses these hosts. */
export function createOutboundExcept(ownHosts: string[]): Outbound {
  return createOutbound({ ...rulesExcept(ownHosts), limits: OUTBOUND_LIMITS });
}

// A service may list all of its links in one response.
const IMPORT_LIMITS = { ...OUTBOUND_LIMITS, totalMs: 60_000, maxBytes: 64 * 1024 * 1024 };

// The export of another Signpost is not kept in memory.
const DOWNLOAD_LIMITS = { ...OUTBOUND_LIMITS, totalMs: 30 * 60_000, maxBytes: 1024 * 1024 * 1024 };

/** The client of imports, in a process of their own: it reaches the same addresses and waits longer. */
export function createImportOutbound(config: Config): Outbound {
  const rules = rulesExcept(findOwnHosts(config));
  const pages = createOutbound({ ...rules, limits: IMPORT_LIMITS });
  const downloads = createOutbound({ ...rules, limits: DOWNLOAD_LIMITS });
  return { get: (href, options) => (options?.receive ? downloads : pages).get(href, options) };
}

/** Whether `createPublicOutbound` would connect to this address; sends nothing but a DNS lookup. */
export async function isPublicAddress(config: Config, url: URL): Promise<boolean> {
  try {
    await checkDestination(url, rulesExcept(findOwnHosts(config)));
    return true;
  } catch {
    return false;
  }
}

/** The client for URLs that users enter: it reaches the public internet, but never our own database or Redis. */
export function createPublicOutbound(config: Config): Outbound {
  return createOutboundExcept(findOwnHosts(config));
}
