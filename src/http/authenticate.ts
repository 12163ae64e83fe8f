import type { Principal } from '../core/principal.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Finds who holds a key or a session; undefined for one that is unknown, ended or expired. */
export type FindPrincipal = (secret: string) => Promise<Principal | undefined>;

/** The two ways in. */
export interface Doors {
  byKey: FindPrincipal;
  bySession: FindPrincipal;
  cookie: SessionCookie;
}

const BEARER = /^bearer +([^\s]+) *$/i;
const BEARER_SCHEME = /^bearer\b/i;

/** The key of an `Authorization: Bearer KEY` header; undefined where there is none. */
export function readBearer(header: string | null): string | undefined {
  return BEARER.exec(header ?? '')?.[1];
}

/** What a request shows of itself. A cookie counts only where no key was meant: a proxy may add a scheme of its own. */
function readSecret(
  headers: Headers,
  cookie: SessionCookie,
): { door: 'byKey' | 'bySession'; secret: string } | undefined {
  const header = headers.get('Authorization');
  const key = readBearer(header);
  if (key !== undefined) return { door: 'byKey', secret: key };
  const token = BEARER_SCHEME.test(header ?? '') ? undefined : cookie.read(headers);
  return token === undefined ? undefined : { door: 'bySession', secret: token };
}

/** Who a request claims to be, and whether that could be found out. */
export type Identity = { principal: Principal | undefined } | { error: unknown };

/** Looks the key or the session up. A store that is away is told later: the request still counts against its address. */
export async function identify({ headers }: Request, doors: Doors): Promise<Identity> {
  const shown = readSecret(headers, doors.cookie);
  if (!shown) return { principal: undefined };
  try {
    return { principal: await doors[shown.door](shown.secret) };
  } catch (error) {
    return { error };
  }
}
