import { failure } from '../../core/errors.ts';

/** How long a reset link sent by mail is valid. */
export const MAILED_LINK_MS = 3_600_000;

/** How long a reset link created by an administrator is valid; longer, because a person has to deliver it. */
export const HANDED_LINK_MS = 3 * 86_400_000;

export const userNotFound = failure(
  'not_found',
  'user_not_found',
  'User not found.',
  'Take the id from `GET /api/users`.',
);

export const ownAccount = failure(
  'conflict',
  'own_account',
  'You cannot disable yourself, nor stop being an administrator by yourself.',
  'Ask another administrator, so that there is always one left.',
);

export const resetLinkSpent = failure(
  'invalid',
  'reset_link_spent',
  'This link was used already, or is too old.',
  'Ask for a new one.',
);

export const mailNotSetUp = failure(
  'conflict',
  'mail_not_set_up',
  'This server sends no mail. Ask an administrator for a link that sets a new password.',
  'For the operator: set `SMTP_URL`.',
);
