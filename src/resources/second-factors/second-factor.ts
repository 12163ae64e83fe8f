import { randomBytes } from 'node:crypto';
import { failure } from '../../core/errors.ts';
import { sha256 } from '../../lib/token.ts';
import { toBase32 } from '../../lib/totp.ts';

export const RECOVERY_CODES = 10;

// 80 random bits.
const RECOVERY_BYTES = 10;

/** New recovery codes, each for one sign-in without the authenticator app. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    (toBase32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g) ?? []).join('-'),
  );
}

/** The hash that is stored; hyphens, spaces and case do not matter. */
export function hashRecoveryCode(code: string): string {
  return sha256(code.toLowerCase().replace(/[\s-]/g, ''));
}

export const secondFactorRequired = failure(
  'unauthenticated',
  'second_factor_required',
  'Send the same request with `code`: six digits of the authenticator app, or a recovery code.',
);

export const secondFactorWrong = failure(
  'unauthenticated',
  'second_factor_wrong',
  'Send the code that the app shows now; each works once. Wrong codes count as failed sign-ins.',
);

export const secondFactorExists = failure(
  'conflict',
  'second_factor_exists',
  'Remove it first with `DELETE /api/account/totp`.',
);

export const secondFactorNotFound = failure(
  'not_found',
  'second_factor_not_found',
  'Start with `POST /api/account/totp`.',
);
