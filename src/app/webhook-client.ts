import { isIP } from 'node:net';
import type { Config } from '../config/config.ts';
import type { FieldProblem } from '../core/errors.ts';
import { type AddressRange, isInRanges } from '../lib/ip.ts';
import { bareHost } from '../lib/outbound/destination.ts';
import { innermostAddress, isForbiddenAddress } from '../lib/outbound/forbidden-address.ts';
import { createPost, type Post, type PostRules } from '../lib/outbound/post.ts';
import { resolveName } from '../lib/outbound/resolve-name.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import { hostOf } from '../lib/url.ts';
import { findOwnHosts } from './outbound.ts';

const HTTPS_PORTS = [443];

function createIsPermitted(ranges: AddressRange[]): (address: string) => boolean {
  return (address) => ranges.length > 0 && isInRanges(innermostAddress(address), ranges);
}

/** Where webhooks may be sent to: the public internet by https, and what WEBHOOK_ALLOW lists. */
function postRules(config: Config): PostRules {
  return {
    resolve: resolveName,
    isForbidden: isForbiddenAddress,
    isPermitted: createIsPermitted(config.webhookAllow),
    ports: HTTPS_PORTS,
    ownHosts: findOwnHosts(config),
  };
}

/** Creates the client that sends webhooks. */
export function createWebhookPost(config: Config): Post {
  return createPost(postRules(config));
}

const RESOLVE_LIMIT_MS = 3_000;

/** The addresses of a host now; none if DNS does not know it or does not answer. They are checked again with each delivery. */
async function findAddresses(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host];
  return withTimeLimit(RESOLVE_LIMIT_MS, resolveName(host)).catch(() => []);
}

/** Returns a function that says why a URL must not receive events; undefined if it may. */
export function createCheckUrl(
  { webhookAllow }: Pick<Config, 'webhookAllow'>,
  isOurs: (owner: number, host: string) => Promise<boolean>,
): (owner: number, href: string) => Promise<FieldProblem | undefined> {
  const isPermitted = createIsPermitted(webhookAllow);
  return async (owner, href) => {
    const url = new URL(href);
    const addresses = await findAddresses(bareHost(url));
    if (addresses.length > 0 && addresses.every(isPermitted)) return undefined;
    if (addresses.some(isForbiddenAddress)) return { code: 'private_address' };
    if (await isOurs(owner, hostOf(href))) return { code: 'own_address' };
    if (url.protocol !== 'https:') return { code: 'not_https' };
    return url.port === '' ? undefined : { code: 'other_port' };
  };
}
