import { z } from 'zod';
import { failure } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import type { RequestFacts } from './route.ts';

/** The caller's password, required for changes that a stolen session must not be able to make. */
export const currentPasswordField = z
  .string()
  .max(128)
  .nullish()
  .describe('Your password; required in a session that has not confirmed it within ten minutes');

/** The body of an endpoint that takes only the password. */
export const confirmationBody = z.object({ current_password: currentPasswordField });

/**
 * Throws unless the caller may change the account and its keys: with a key that has this right, or in a session that proved the
 * password within the last ten minutes or proves it now.
 */
export type ConfirmCaller = (
  caller: Principal,
  body: { current_password?: string | null | undefined },
  request: Pick<RequestFacts, 'address'>,
) => Promise<void>;

export const scopeMissing = failure(
  'forbidden',
  'scope_missing',
  'Use a key that was created with `"account": true`, such as the first key of the account, or the dashboard.',
);

export const passwordRequired = failure(
  'forbidden',
  'password_required',
  'Send the same request with the right `current_password`. A session needs it once in ten minutes; a wrong one counts as a failed sign-in.',
);

/** The failures that `ConfirmCaller` throws. */
export const confirmFailures = [scopeMissing, passwordRequired];
