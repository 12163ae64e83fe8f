import { failure, failureWithParams } from '../../core/errors.ts';

/** A user of this installation. */
export interface Account {
  id: number;
  email: string;
  username: string;
  isAdmin: boolean;
  /** Can neither sign in nor use a key; the links of the account still redirect. */
  isDisabled: boolean;
  /** The IANA name of the time zone for statistics and dates; '' for that of the browser. */
  timeZone: string;
  expiresAt: number | null;
  createdAt: number;
}

/** The end date of an account that does not expire. */
export const NEVER = '9999-12-31 23:59:59';

/** Suggests a user name from the part of an email address before the @. */
export function suggestUsername(email: string): string {
  const words = email
    .slice(0, email.lastIndexOf('@'))
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-');
  return words.replace(/^-+|-+$/g, '').slice(0, 40) || 'user';
}

export const emailTaken = failure('conflict', 'email_taken', 'Choose another address.');

export const usernameTaken = failure('conflict', 'username_taken', 'Choose another username.');

export const registrationClosed = failure(
  'forbidden',
  'registration_closed',
  'Ask an administrator to create an account (dashboard, or `signpost user add`).',
);

export const setupTokenRequired = failure(
  'forbidden',
  'setup_token_required',
  'Send it as `token`, or run `signpost user add` on the server.',
);

/** For the command line, which names accounts by their email address. */
export const accountEmailUnknown = failureWithParams(
  'not_found',
  'account_email_unknown',
  'List the accounts with `signpost user list`.',
);

export const accountGone = failure('not_found', 'account_not_found', 'The account was deleted while the request ran.');
