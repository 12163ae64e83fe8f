import type { Config } from '../config/config.ts';
import { isForbiddenAddress } from '../lib/outbound/forbidden-address.ts';
import { createOutbound, OUTBOUND_LIMITS, OUTBOUND_PORTS, type Outbound } from '../lib/outbound/outbound.ts';
import { resolveName } from '../lib/outbound/resolve-name.ts';
import { hostNameOf } from '../lib/url.ts';

/** The hosts in the address of a store or a bus; PostgreSQL may name more of them in the query, or a folder of sockets. */
function hostsIn(address: string | undefined): string[] {
  const url = address === undefined ? null : URL.parse(address);
  if (!url) return [];
  const named = url.searchParams.getAll('host').flatMap((list) => list.split(','));
  return [url.hostname, ...named]
    .filter((host) => host !== '' && !host.startsWith('/'))
    .map((host) => hostNameOf(decodeURIComponent(host)).replace(/^\[(.*)\]$/, '$1'));
}

/** The hosts of our own store and bus, which may well be public ones. */
export function findOwnHosts({ databaseUrl, redisUrl }: Config): string[] {
  return [...hostsIn(databaseUrl), ...hostsIn(redisUrl)];
}

/** A client for the public internet without these hosts. */
export function createOutboundExcept(ownHosts: string[]): Outbound {
  return createOutbound({
    resolve: resolveName,
    isForbidden: isForbiddenAddress,
    ports: OUTBOUND_PORTS,
    ownHosts,
    limits: OUTBOUND_LIMITS,
  });
}

/** The client for what users name, on the public internet: whatever else may be there, our own store and bus are not for it. */
export function createPublicOutbound(config: Config): Outbound {
  return createOutboundExcept(findOwnHosts(config));
}
