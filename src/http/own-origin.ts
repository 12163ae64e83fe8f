import { isLoopbackName } from '../lib/ip.ts';
import { hostNameOf } from '../lib/url.ts';

/** Whether the Origin header of a request is our own. */
export type IsOwnOrigin = (headers: Headers) => boolean;

/**
 * Our origin is that of BASE_URL, or the Host of the request if BASE_URL is not set. A loopback Host also counts, for requests on
 * the machine itself and through a tunnel.
 */
export function createOwnOrigin(baseUrl: string, isBaseUrlSet: boolean): IsOwnOrigin {
  return (headers) => {
    const origin = headers.get('Origin');
    if (origin === null) return false;
    if (isBaseUrlSet && origin === baseUrl) return true;
    const host = headers.get('Host')?.toLowerCase() ?? '';
    if (isBaseUrlSet && !isLoopbackName(hostNameOf(host))) return false;
    return host !== '' && (origin === `http://${host}` || origin === `https://${host}`);
  };
}

// Content types that a page of any site can send without a CORS preflight.
const SIMPLE = /^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Whether a request may change something with its cookie. */
export function mayChangeByCookie({ headers }: Request, isOwnOrigin: IsOwnOrigin): boolean {
  return isOwnOrigin(headers) && !SIMPLE.test(headers.get('Content-Type')?.trim() ?? '');
}
