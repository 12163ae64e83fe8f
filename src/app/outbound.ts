import type { Config } from '../config/config.ts';
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

/** A client for the public internet that refuses these hosts. */
export function createOutboundExcept(ownHosts: string[]): Outbound {
  return createOutbound({
    resolve: resolveName,
    isForbidden: isForbiddenAddress,
    ports: OUTBOUND_PORTS,
    ownHosts,
    limits: OUTBOUND_LIMITS,
  });
}

/** The client for URLs that users enter: it reaches the public internet, but never our own database or Redis. */
export function createPublicOutbound(config: Config): Outbound {
  return createOutboundExcept(findOwnHosts(config));
}
