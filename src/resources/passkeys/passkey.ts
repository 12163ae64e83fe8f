import { failure } from '../../core/errors.ts';

/** A passkey of a user. */
export interface Passkey {
  id: number;
  name: string;
  isSynced: boolean;
  usedAt: number | null;
  createdAt: number;
}

export const passkeyNotFound = failure('not_found', 'passkey_not_found', 'Get the ID from `GET /api/passkeys`.');

export const passkeyExists = failure(
  'conflict',
  'passkey_exists',
  'Create another passkey, with new options from `POST /api/passkey/options`.',
);

/** Accounts of the identity provider may have no password, and the provider may be gone. */
export const lastWayIn = failure(
  'conflict',
  'last_way_in',
  'Set a password first (`PUT /api/account/update`), or add another passkey.',
);

/** The same for an unknown passkey, a wrong proof and a disabled account. */
export const passkeyRefused = failure(
  'unauthenticated',
  'passkey_refused',
  'Start again with `POST /api/session/passkey/options`: each works once and for five minutes. Refused proofs count as failed sign-ins.',
);

export const passkeysUnavailable = failure(
  'conflict',
  'passkeys_unavailable',
  'Set `BASE_URL` to an https address with a host name; browsers allow passkeys without https only on localhost.',
);
