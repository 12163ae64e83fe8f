import { z } from 'zod';
import { confirmationFields } from '../../http/account-access.ts';
import { emailField as writtenEmail } from '../../http/email-field.ts';
import { answerOf, idField, messageAnswer } from '../../http/envelope.ts';
import { customIssue, fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView } from '../../http/fields.ts';
import { findTimeZone } from '../../lib/time-zone.ts';

/** An email address, stored in lower case. */
export const accountEmailField = writtenEmail.toLowerCase().describe('Email address; stored in lower case');

/** The user name for public URLs, stored in lower case. */
export const usernameField = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,50}$/, fieldIssue('wrong_characters', { min: 1, max: 50, characters: '- _' }))
  .toLowerCase()
  .describe('Name in public URLs; stored in lower case');

/** A new password. */
export const passwordField = z.string().min(8).max(128).describe('8 to 128 characters');

/** An account as the API returns it. */
export const accountView = z.strictObject({
  id: idField,
  email: z.string().describe('Email address'),
  username: z.string().describe('Name in public URLs'),
  avatar: z.url().describe('An image generated from the name'),
  status: z.enum(['active', 'expired']).describe('Whether the account has expired'),
  expires: dateTimeView,
  registered: dateTimeView,
  timezone: z.string().max(64).describe('IANA name of the time zone of the dashboard; "" for that of the browser'),
});

export const getAccountAnswer = answerOf({ data: accountView });

export const registerBody = z.object({
  email: accountEmailField,
  username: usernameField,
  password: passwordField,
  token: z.string().max(200).optional().describe('The set-up token, for the first account only'),
  invitation: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'The part of an invitation link after `#`: joins its workspace. While registration is closed, it must be the mailed link, or an administrator must have created it',
    ),
});
export const registerAnswer = answerOf({
  id: idField,
  apikey: z.string().describe('The first key, shown only once'),
  workspace: idField.optional().describe('ID of the workspace of the invitation'),
});

export const updateAccountBody = z
  .object({
    email: accountEmailField.optional(),
    password: passwordField.optional(),
    ...confirmationFields,
  })
  .refine(({ email, password }) => email !== undefined || password !== undefined, {
    path: ['email'],
    message: fieldIssue('one_required', { names: 'email, password' }),
  });
export const updateAccountAnswer = messageAnswer('Account has been successfully updated.');

export const preferencesBody = z.object({
  timezone: z
    .string()
    .max(64)
    .transform((text, context) => {
      if (text === '') return '';
      const zone = findTimeZone(text);
      if (zone) return zone.name;
      context.addIssue(customIssue({ code: 'not_a_time_zone' }));
      return z.NEVER;
    })
    .describe('IANA name of a time zone, such as Europe/Berlin; "" for that of the browser'),
});

/** The arguments of `signpost user add`, with the same rules. */
export const addUserInput = z.object({
  email: accountEmailField,
  username: usernameField.optional(),
  password: passwordField,
  isAdmin: z.boolean(),
});

export type Registration = z.output<typeof registerBody>;
export type NewUser = z.output<typeof addUserInput>;
export type AccountChange = Pick<z.output<typeof updateAccountBody>, 'email' | 'password'>;
export type AccountView = z.output<typeof accountView>;
