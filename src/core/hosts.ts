import { isLoopbackName } from '../lib/ip.ts';
import { hostNameOf, isDnsName } from '../lib/url.ts';

/** The hosts of this installation, without branded domains. */
export interface Hosts {
  /** Whether the URL of a request, which contains its Host header, is on the main host, regardless of branded domains. */
  isMain(url: string): boolean;
  /** Whether the main host also serves every name that is not a branded domain. */
  isOpen: boolean;
  /** Whether a destination on this host would lead back to this server. */
  isOwn(host: string): boolean;
}

// Connecting to the unspecified address reaches this machine.
const ANY_ADDRESS = ['0.0.0.0', '[::]'];
const ORIGIN = /^(https?:\/\/([^/]+)\/)/;
const NO_ORIGIN = ' ';

/** The main host is the host of BASE_URL or a loopback name. Without BASE_URL it is also every name that cannot be a domain. */
export function createHosts(baseUrl: string, isBaseUrlSet: boolean): Hosts {
  const main = hostNameOf(new URL(baseUrl).host);
  // Caches the last origin: consecutive requests nearly always have the same one.
  let lastOrigin = NO_ORIGIN;

  function isMainName(host: string): boolean {
    return host === main || isLoopbackName(host);
  }

  return {
    isOpen: !isBaseUrlSet,
    isOwn: (host) => isMainName(host) || ANY_ADDRESS.includes(host),
    isMain(url) {
      if (url.startsWith(lastOrigin)) return true;
      const [, origin, host] = ORIGIN.exec(url) ?? [];
      // Bun omits the host from the URL if the Host header is invalid.
      if (origin === undefined || host === undefined) return !isBaseUrlSet;
      const name = hostNameOf(host);
      if (!isMainName(name) && (isBaseUrlSet || isDnsName(name))) return false;
      lastOrigin = origin;
      return true;
    },
  };
}
