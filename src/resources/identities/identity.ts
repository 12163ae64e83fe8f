import { failure } from '../../core/errors.ts';

export const oidcNotSetUp = failure('not_found', 'oidc_not_set_up', 'For the operator: set `OIDC_ISSUER`.');

export const providerUnavailable = failure(
  'unavailable',
  'provider_unavailable',
  'Try again later, or sign in with your password. For the operator: the log and `signpost doctor` have the reason.',
);

/** The browser has no such sign-in, or it has been used before. */
export const signInOutdated = failure(
  'invalid',
  'sign_in_outdated',
  'Start again at `GET /api/session/oidc`, in the same browser. A sign-in must end within ten minutes and works once.',
);

export const providerRefused = failure(
  'forbidden',
  'provider_refused',
  'Sign in again and allow it, or ask the administrators of the identity provider.',
);

export const providerResponseInvalid = failure(
  'unauthenticated',
  'provider_response_invalid',
  'Sign in again. For the operator: the log has the reason; often the secret or the clock is wrong.',
);

export const providerEmailMissing = failure(
  'forbidden',
  'provider_email_missing',
  'Add an email address at the identity provider. For the operator: `OIDC_SCOPES` must contain `email`.',
);

/** An account with the address exists; only a verified address joins it. */
export const emailNotVerified = failure(
  'forbidden',
  'email_not_verified',
  'Verify the email address at the identity provider, or sign in with your password.',
);

/** The account with the address belongs to another user of the provider. */
export const accountJoined = failure(
  'conflict',
  'account_joined',
  'Sign in as the user who joined the account first, or ask an administrator to delete the account.',
);

export const accountDisabled = failure('forbidden', 'account_disabled', 'Ask an administrator of this installation.');

/** For a confirmation: it must be the same person. */
export const otherIdentity = failure(
  'forbidden',
  'other_identity',
  'Sign in at the identity provider as the user who is signed in here.',
);

/** For a confirmation: the provider let the user in without asking. */
export const proofTooOld = failure(
  'forbidden',
  'proof_too_old',
  'Sign out at the identity provider, then confirm again.',
);
