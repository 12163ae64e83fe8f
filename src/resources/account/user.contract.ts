import { z } from 'zod';
import { confirmationFields } from '../../http/account-access.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { fieldIssue } from '../../http/field-issue.ts';
import { dateTimeView } from '../../http/fields.ts';
import { accountEmailField, passwordField, usernameField } from './account.contract.ts';

/** A user as an administrator sees it. */
export const userView = z.strictObject({
  id: idField,
  email: z.string().describe('Email address'),
  username: z.string().describe('Name in public URLs'),
  admin: z.boolean().describe('Whether this is an administrator'),
  disabled: z.boolean().describe('Whether they can’t sign in or use keys'),
  date: dateTimeView.describe('When they were registered'),
  deleting: z.boolean().describe('Whether the user is being deleted in the background'),
});

export const userPage = pageAnswer('users', userView);

const flag = z.boolean();
const adminField = flag.describe('Whether this is an administrator');

/** The URL of the page where its holder sets a password. */
const linkView = z.url().describe('Password reset link, valid once; give it to the user');

export const createUserBody = z.object({
  email: accountEmailField,
  username: usernameField.optional(),
  password: passwordField.optional().describe('8 to 128 characters; if omitted, the response has a link to set one'),
  admin: adminField.optional(),
  ...confirmationFields,
});
export const createUserAnswer = answerOf({ id: idField, link: linkView.optional() });

export const updateUserBody = z
  .object({
    admin: adminField.optional(),
    disabled: flag
      .describe('Disables sign-in and keys; their content stays active, unless `content` says otherwise')
      .optional(),
    content: z
      .enum(['disable', 'enable'])
      .optional()
      .describe(
        'disable, with `disabled: true`: disables their links, bio pages, QR codes, overlays and splash pages too. enable, with `disabled: false`: enables what was disabled in this way',
      ),
    ...confirmationFields,
  })
  .refine(({ admin, disabled }) => admin !== undefined || disabled !== undefined, {
    path: ['disabled'],
    message: fieldIssue('one_required', { names: 'admin, disabled' }),
  })
  .refine(({ disabled, content }) => content === undefined || disabled === (content === 'disable'), {
    path: ['content'],
    message: fieldIssue('content_does_not_match'),
  });
export const updateUserAnswer = messageAnswer('User has been updated successfully.');

export const deleteUserBody = z
  .object({
    content: z
      .enum(['delete', 'transfer'])
      .describe(
        'delete: deletes their links, bio pages, QR codes and everything else, with statistics. transfer: gives all of it to the user `to`',
      ),
    to: z.int().positive().nullish().describe('ID of the new owner, with `content: "transfer"`'),
    ...confirmationFields,
  })
  .refine(({ content, to }) => content !== 'transfer' || typeof to === 'number', {
    path: ['to'],
    message: fieldIssue('required'),
  })
  .refine(({ content, to }) => content !== 'delete' || typeof to !== 'number', {
    path: ['to'],
    message: fieldIssue('new_owner_not_needed'),
  });
export const deleteUserAnswer = answerOf({
  message: z.enum(['User has been deleted successfully.', 'User is being deleted.']),
  finished: z.boolean().describe('false if there is so much content that the deletion continues in the background'),
});

export const resetUserAnswer = answerOf({ link: linkView, expiry: dateTimeView.describe('Expiry of the link') });

export const forgotPasswordBody = z.object({ email: accountEmailField });
export const forgotPasswordAnswer = messageAnswer(
  'If there is such an account, a mail with a link is on its way to it.',
);

export const resetPasswordBody = z.object({
  token: z.string().max(200).describe('From the link'),
  password: passwordField,
  revoke_keys: flag.optional().describe('Deletes all API keys of the account too; default: false'),
  revoke_passkeys: flag.optional().describe('Deletes all passkeys of the account too; default: false'),
});
export const resetPasswordAnswer = messageAnswer('The new password is set.');

export type NewUserBody = Omit<z.output<typeof createUserBody>, 'current_password'>;
export type UserChange = Omit<z.output<typeof updateUserBody>, 'current_password'>;
export type UserRemovalBody = Omit<z.output<typeof deleteUserBody>, 'current_password'>;
export type PasswordReset = z.output<typeof resetPasswordBody>;
export type UserView = z.output<typeof userView>;
