import { failure, failureWithParams } from '../../core/errors.ts';

/** How long a reset link sent by mail is valid. */
export const MAILED_LINK_MS = 3_600_000;

/** How long a reset link created by an administrator is valid; longer, because a person has to deliver it. */
export const HANDED_LINK_MS = 3 * 86_400_000;

export const userNotFound = failure('not_found', 'user_not_found', 'Get the ID from `GET /api/users`.');

export const ownAccount = failure(
  'conflict',
  'own_account',
  'Ask another administrator, so that there is always one left.',
);

/** For the command line; in the API nobody can take their own rights away. */
export const lastAdministrator = failure(
  'conflict',
  'last_administrator',
  'Make another account an administrator first: `signpost user admin --email EMAIL`.',
);

export const userBeingDeleted = failure(
  'conflict',
  'user_being_deleted',
  'A deletion cannot be stopped. You can add the user again when it is complete.',
);

export const userInherits = failure(
  'conflict',
  'user_inherits',
  'Wait until the other user is deleted, which takes seconds to minutes.',
);

/** The new owner has a domain that the deleted user also has. */
export const domainOfBoth = failureWithParams(
  'conflict',
  'domain_of_both',
  'Delete the domain of one of the two users first, or choose another new owner.',
);

export const resetLinkSpent = failure('invalid', 'reset_link_spent', 'Ask for a new one.');

/** Otherwise someone who reads the mailbox could remove the second factor of an account. */
export const passkeysNeeded = failure(
  'conflict',
  'passkeys_needed',
  'Send the request without `revoke_passkeys`. For the operator: `signpost user reset --second-factor` removes them.',
);

export const mailNotSetUp = failure('conflict', 'mail_not_set_up', 'For the operator: set `SMTP_URL`.');
