import { z } from 'zod';
import { failure, failureWithParams } from '../core/errors.ts';
import { isLimitedKey, type Principal, type SessionHolder } from '../core/principal.ts';
import { type PasskeyProof, passkeyProof } from './passkey-fields.ts';
import type { RequestFacts } from './route.ts';

/** The caller's password or passkey, required for changes that a stolen session must not be able to make. */
export const confirmationFields = {
  current_password: z
    .string()
    .max(128)
    .nullish()
    .describe('Your password; required in a session that has not confirmed it within ten minutes'),
  current_passkey: passkeyProof
    .nullish()
    .describe('In place of the password: one of your passkeys, with the options of `POST /api/passkey/proof`'),
};

/** The body of an endpoint that takes only the password or a passkey. */
export const confirmationBody = z.object(confirmationFields);

/**
 * Throws unless the caller may change the account and its keys: with a key that has this right, or in a session that proved the
 * password or a passkey within the last ten minutes or proves it now.
 */
export type ConfirmCaller = (
  caller: Principal,
  body: { current_password?: string | null | undefined; current_passkey?: PasskeyProof | null | undefined },
  request: Pick<RequestFacts, 'address'>,
) => Promise<void>;

export const scopeMissing = failureWithParams(
  'forbidden',
  'scope_missing',
  'Create a key with this scope in the dashboard. Keys have `account` only if it was asked for; the first key of an account has it.',
);

/** The key is limited to addresses, and this request comes from another one. */
export const addressNotAllowed = failureWithParams(
  'forbidden',
  'address_not_allowed',
  'Send the request from one of the `addresses` of the key, or create another key.',
);

/** For the second factor and passkeys: a stolen key must not be able to change how its user signs in. */
export const sessionRequired = failure(
  'forbidden',
  'session_required',
  'Sign in to the dashboard; a key cannot change how its user signs in.',
);

/** The session of a request; throws if it used a key. */
export function assertSession(caller: Principal): SessionHolder {
  if (!('sessionId' in caller)) throw sessionRequired();
  return caller;
}

/** A password or the rights of an administrator would outlive the limits of the key. */
export const keyLimited = failure(
  'forbidden',
  'key_limited',
  'Sign in to the dashboard, or use a key without `scopes`, `addresses`, `rate_limit` and `expires`.',
);

/** Throws if the caller uses a key with limits: its holder must not get a way in that does not have them. */
export function assertUnlimited(caller: Principal): void {
  if (isLimitedKey(caller)) throw keyLimited();
}

/** For sessions where REQUIRE_2FA is on. */
export const secondFactorMissing = failure(
  'forbidden',
  'second_factor_missing',
  'Set up an authenticator app (`POST /api/account/totp`, then `PUT /api/account/totp`), or add a passkey.',
);

export const passwordRequired = failure(
  'forbidden',
  'password_required',
  'Send the same request with the right `current_password`, or with `current_passkey`. A session needs it once in ten minutes; a wrong one counts as a failed sign-in.',
);

/** For OIDC_ONLY. */
export const passwordSignInClosed = failure(
  'forbidden',
  'password_sign_in_closed',
  'Open `GET /api/session/oidc` in a browser. For the operator: `signpost user reset` prints a link that lets one user in.',
);

/** The failures that `ConfirmCaller` throws. */
export const confirmFailures = [scopeMissing, passwordRequired];
