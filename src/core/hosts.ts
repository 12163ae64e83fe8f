import { isLoopbackName } from '../lib/ip.ts';
import { hostNameOf } from '../lib/url.ts';

/** Which names are ours. */
export interface Hosts {
  /** Whether a request's URL, which begins with its Host header, is on the main host. */
  isMain(url: string): boolean;
  /** Whether a target on this host would lead back to us. */
  isOwn(host: string): boolean;
}

// Whoever connects to "any address" connects to their own machine.
const ANY_ADDRESS = ['0.0.0.0', '[::]'];
const ORIGIN = /^(https?:\/\/([^/]+)\/)/;
/** The main host is BASE_URL's and the loopback names; where BASE_URL is not set, any name will do. */
export function createHosts(baseUrl: string, isBaseUrlSet: boolean): Hosts {
  const main = hostNameOf(new URL(baseUrl).host);
  // A visit comes to the same name as the last one nearly always.
  let lastOrigin = '/';

  function isMainName(host: string): boolean {
    return host === main || isLoopbackName(host);
  }

  return {
    isOwn: (host) => isMainName(host) || ANY_ADDRESS.includes(host),
    isMain(url) {
      if (!isBaseUrlSet || (url.startsWith(lastOrigin) && !url.startsWith('/'))) return true;
      const [, origin, host] = ORIGIN.exec(url) ?? [];
      if (origin === undefined || host === undefined || !isMainName(hostNameOf(host))) return false;
      lastOrigin = origin;
      return true;
    },
  };
}
