import { z } from 'zod';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView, isPrintable } from '../../http/fields.ts';
import { passkeyProof } from '../../http/passkey-fields.ts';

export const signInBody = z.object({
  email: z
    .string()
    .trim()
    .min(1)
    .max(254)
    .refine(isPrintable, fieldIssue('control_characters'))
    .toLowerCase()
    .describe('Email address of the account'),
  password: z.string().min(1).max(128).describe('Its password'),
  code: z
    .string()
    .trim()
    .max(64)
    .nullish()
    .describe('Six digits of the authenticator app, or a recovery code; required if the account has a second factor'),
  passkey: passkeyProof
    .nullish()
    .describe('In place of `code`: a passkey, with the options of `POST /api/session/passkey/options`'),
});

export const passkeySignInBody = z.object({ passkey: passkeyProof });

export const passkeyOptionsAnswer = answerOf({
  options: z
    .record(z.string(), z.unknown())
    .describe('For `PublicKeyCredential.parseRequestOptionsFromJSON`, then `navigator.credentials.get`'),
});

/** The signed-in user, and what else the dashboard needs when it starts. */
export const signedInView = z.strictObject({
  userid: idField.describe('ID of the account'),
  session: z.int().nullable().describe('ID of this session; null for a key'),
  email: z.string().describe('Email address'),
  username: z.string().describe('Name in public URLs'),
  avatar: z.url().describe('An image generated from the name'),
  admin: z.boolean().describe('Whether this is an administrator'),
  timezone: z.string().max(64).describe('IANA name of the time zone of the dashboard; "" for that of the browser'),
  address: z.url().describe('Beginning of short URLs'),
  second_factor: z.boolean().describe('Whether signing in needs a code'),
  passkeys: z.int().min(0).describe('How many passkeys the account has; each counts as both factors'),
  second_factor_missing: z.boolean().describe('Whether this session must set one up before anything else'),
  second_factor_required: z.boolean().describe('Whether this server requires a second factor'),
  password: z.boolean().describe('Whether the account has a password'),
  oidc: z.boolean().describe('Whether the account is linked to a user of the identity provider'),
});

export const signedInAnswer = answerOf({ data: signedInView });

/** A session as the API returns it. */
export const sessionView = z.strictObject({
  id: idField,
  agent: z.string().describe('Browser and system'),
  current: z.boolean().describe('Whether it is the session of this request'),
  used: dateTimeView.describe('Last use, to the minute'),
  expiry: dateTimeView.describe('When it ends unless it is used again'),
  date: dateTimeView.describe('When it began'),
});

export const sessionPage = pageAnswer('sessions', sessionView);

export const signOutAnswer = messageAnswer('You are signed out.');
export const endSessionAnswer = messageAnswer('Session has been ended.');

export type SignIn = z.output<typeof signInBody>;
export type SessionView = z.output<typeof sessionView>;
export type SignedInView = z.output<typeof signedInView>;
