import { isLoopbackName } from '../lib/ip.ts';
import { hostNameOf, isDnsName } from '../lib/url.ts';

/** Which names are ours, branded domains apart. */
export interface Hosts {
  /** Whether a request's URL, which begins with its Host header, is on the main host, whatever domains there are. */
  isMain(url: string): boolean;
  /** Whether the main host is also found under every name that is nobody's domain. */
  isOpen: boolean;
  /** Whether a target on this host would lead back to us. */
  isOwn(host: string): boolean;
}

// Whoever connects to "any address" connects to their own machine.
const ANY_ADDRESS = ['0.0.0.0', '[::]'];
const ORIGIN = /^(https?:\/\/([^/]+)\/)/;
const NO_ORIGIN = ' ';

/** The main host is BASE_URL's and the loopback names; where BASE_URL is not set, any that cannot be a domain will do too. */
export function createHosts(baseUrl: string, isBaseUrlSet: boolean): Hosts {
  const main = hostNameOf(new URL(baseUrl).host);
  // A visit comes to the same name as the last one nearly always.
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
      // Bun leaves the host out where the Host header is odd.
      if (origin === undefined || host === undefined) return !isBaseUrlSet;
      const name = hostNameOf(host);
      if (!isMainName(name) && (isBaseUrlSet || isDnsName(name))) return false;
      lastOrigin = origin;
      return true;
    },
  };
}
