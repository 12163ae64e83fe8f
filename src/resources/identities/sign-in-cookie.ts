import { sealText, unsealText } from '../../lib/seal.ts';
import type { SignInChecks } from './provider.ts';
import type { ProvenUser } from './read-claims.ts';

/** A sign-in that the browser takes to the provider. */
interface StartedSignIn extends SignInChecks {
  kind: 'started';
  /** The page to show at the end. */
  returnTo: string;
  /** The session that the user confirms; null for a sign-in. */
  sessionId: number | null;
  expiresAt: number;
}

/** A sign-in that waits for a second factor. */
export interface AwaitedFactor {
  kind: 'factor';
  /** Random, so that it can be used up. */
  id: string;
  user: ProvenUser;
  returnTo: string;
  expiresAt: number;
}

/** What a browser keeps of its sign-in, so that nobody can finish it in another browser. */
export type PendingSignIn = StartedSignIn | AwaitedFactor;

/** How long a sign-in may take. */
export const SIGN_IN_MS = 10 * 60_000;

/** Encrypts and writes the cookie of a sign-in. */
export interface SignInCookie {
  name: string;
  write(pending: PendingSignIn): string;
  clear(): string;
  /** Undefined if there is none, or it has expired, or was written with another SECRET. */
  read<Kind extends PendingSignIn['kind']>(
    value: string | undefined,
    kind: Kind,
    now: number,
  ): Extract<PendingSignIn, { kind: Kind }> | undefined;
}

const PURPOSE = 'single sign-on';

/** The cookie is sent when the provider redirects back to us, and it is not readable by scripts. */
export function createSignInCookie(secret: string, isSecure: boolean): SignInCookie {
  const name = isSecure ? '__Host-signpost-sign-in' : 'signpost_sign_in';
  const rest = `; Path=${isSecure ? '/' : '/api/session/oidc'}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return {
    name,
    write: (pending) =>
      `${name}=${sealText(secret, PURPOSE, JSON.stringify(pending))}; Max-Age=${SIGN_IN_MS / 1000}${rest}`,
    clear: () => `${name}=; Max-Age=0${rest}`,
    read(value, kind, now) {
      const text = value === undefined ? undefined : unsealText(secret, PURPOSE, value);
      const pending = text === undefined ? undefined : (JSON.parse(text) as PendingSignIn);
      if (pending?.kind !== kind || pending.expiresAt <= now) return undefined;
      return pending as Extract<PendingSignIn, { kind: typeof kind }>;
    },
  };
}
