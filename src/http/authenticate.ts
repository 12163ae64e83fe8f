import type { Principal } from '../core/principal.ts';
import type { FindRole } from './enter-workspace.ts';
import type { SessionCookie } from './session-cookie.ts';

/** Finds the user of a key or a session; undefined if it is unknown, ended or expired. */
export type FindPrincipal = (secret: string) => Promise<Principal | undefined>;

/** Looks up who makes a request, by an API key or by the session cookie. */
export interface PrincipalSources {
  byKey: FindPrincipal;
  bySession: FindPrincipal;
  cookie: SessionCookie;
  findRole: FindRole;
  /** Whether `Authorization: Token KEY`, which older programs send, is accepted too; default: false. */
  takesTokenScheme?: boolean;
}

const BEARER = /^bearer +([^\s]+) *$/i;
const BEARER_SCHEME = /^bearer\b/i;
const TOKEN = /^token +([^\s]+) *$/i;

/** The key of an `Authorization: Bearer KEY` header; undefined if there is none. */
export function readBearer(header: string | null): string | undefined {
  return BEARER.exec(header ?? '')?.[1];
}

/** The credentials of a request. The cookie counts only without a bearer key: a proxy may add another scheme. */
function readSecret(
  headers: Headers,
  { cookie, takesTokenScheme }: PrincipalSources,
): { kind: 'byKey' | 'bySession'; secret: string } | undefined {
  const header = headers.get('Authorization');
  const key = readBearer(header) ?? (takesTokenScheme ? TOKEN.exec(header ?? '')?.[1] : undefined);
  if (key !== undefined) return { kind: 'byKey', secret: key };
  const token = BEARER_SCHEME.test(header ?? '') ? undefined : cookie.read(headers);
  return token === undefined ? undefined : { kind: 'bySession', secret: token };
}

/** The user of a request, or an error if the lookup failed. */
export type Identity = { principal: Principal | undefined } | { error: unknown };

/** Looks up the key or the session. A store error is thrown later, so that the request still counts against its address. */
export async function identify({ headers }: Request, principals: PrincipalSources): Promise<Identity> {
  const shown = readSecret(headers, principals);
  if (!shown) return { principal: undefined };
  try {
    return { principal: await principals[shown.kind](shown.secret) };
  } catch (error) {
    return { error };
  }
}
