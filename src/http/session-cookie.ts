import { readCookie } from '../lib/cookies.ts';

/** Writes and reads the cookie of a dashboard session. */
export interface SessionCookie {
  name: string;
  read(headers: Headers): string | undefined;
  write(token: string): string;
  clear(): string;
}

// The store decides when a session ends; this is the longest that browsers keep a cookie.
const MAX_AGE_SECONDS = 400 * 86_400;

/** On https the `__Host-` prefix prevents other hosts from setting it; on http the cookie is limited to the path of the API. */
export function createSessionCookie(isSecure: boolean): SessionCookie {
  const name = isSecure ? '__Host-signpost' : 'signpost_session';
  const rest = `; Path=${isSecure ? '/' : '/api'}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    read: (headers) => readCookie({ headers }, name) || undefined,
    write: (token) => `${name}=${token}; Max-Age=${MAX_AGE_SECONDS}${rest}`,
    clear: () => `${name}=; Max-Age=0${rest}`,
  };
}
