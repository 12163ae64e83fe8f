import type { Principal } from '../core/principal.ts';

/** Finds who holds a key; undefined for one that is unknown, revoked or expired. */
export type FindPrincipal = (key: string) => Promise<Principal | undefined>;

const BEARER = /^bearer +([^\s]+) *$/i;

/** The key of an `Authorization: Bearer KEY` header; undefined where there is none. */
export function readBearer(header: string | null): string | undefined {
  return BEARER.exec(header ?? '')?.[1];
}

/** Who a request claims to be, and whether that could be found out. */
export type Identity = { principal: Principal | undefined } | { error: unknown };

/** Looks the key up. A store that is away is told later: the request still counts against its address. */
export async function identify(request: Request, find: FindPrincipal): Promise<Identity> {
  const key = readBearer(request.headers.get('Authorization'));
  if (key === undefined) return { principal: undefined };
  try {
    return { principal: await find(key) };
  } catch (error) {
    return { error };
  }
}
