import { z } from 'zod';
import { roles } from '../../core/role.ts';
import { emailField } from '../../http/email-field.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { dateTimeView, idInPath } from '../../http/fields.ts';

const roleField = z.enum(roles).describe('What the new member may do; only owners invite owners');

const tokenField = z.string().trim().min(1).max(200).describe('The part of the link after `#`');

/** A pending invitation as the API returns it. Its link is known only to the person who got it. */
export const invitationView = z.strictObject({
  id: idField,
  email: z.string().describe('Who is invited'),
  role: roleField,
  expiry: dateTimeView.describe('When the link expires'),
  date: dateTimeView.describe('When the invitation was created'),
});

export const invitationPage = pageAnswer('invitations', invitationView);

export const inviteBody = z.object({
  email: emailField.toLowerCase().describe('Only the account with this address can accept'),
  role: roleField,
});

export const inviteAnswer = answerOf({
  id: idField,
  link: z.url().describe('Opens the page that accepts the invitation; shown only once'),
  expiry: dateTimeView.describe('When the link expires'),
  mailed: z.boolean().describe('Whether the link is also sent by email; false if no mail server is configured'),
});

export const cancelParams = z.object({ id: idInPath, invitationid: idInPath });
export const cancelAnswer = messageAnswer('Invitation has been withdrawn successfully.');

export const tokenBody = z.object({ token: tokenField });

export const readAnswer = answerOf({
  data: z.strictObject({
    workspace: z.string().describe('Name of the workspace'),
    role: roleField,
    inviter: z.string().describe('Username of the member who invites'),
    email: z.string().describe('The beginning and the host of the invited address'),
    expiry: dateTimeView.describe('When the link expires'),
  }),
});

export const acceptAnswer = answerOf({
  workspace: idField.describe('ID of the workspace'),
  role: roleField,
});

export type NewInvitation = z.output<typeof inviteBody>;
export type InvitationView = z.output<typeof invitationView>;
