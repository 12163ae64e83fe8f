import { isLoopbackName } from '../lib/ip.ts';
import { hostNameOf } from '../lib/url.ts';

/** Whether a browser says that a request comes from a page of ours. */
export type IsOwnOrigin = (headers: Headers) => boolean;

/**
 * Ours is BASE_URL's origin, or the request's own Host where BASE_URL is not set; on the machine itself and through a tunnel to it
 * the Host is a loopback name, which counts too.
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

// What a page of any site can send without asking first.
const SIMPLE = /^(text\/plain|application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/** Whether a request that changes something may do so by its cookie. */
export function mayChangeByCookie({ headers }: Request, isOwnOrigin: IsOwnOrigin): boolean {
  return isOwnOrigin(headers) && !SIMPLE.test(headers.get('Content-Type')?.trim() ?? '');
}
