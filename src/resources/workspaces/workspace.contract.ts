import { z } from 'zod';
import { roles } from '../../core/role.ts';
import { answerOf, idField, messageAnswer, pageAnswer } from '../../http/envelope.ts';
import { idInPath, textField } from '../../http/fields.ts';

/** A role in a workspace, in bodies and responses. */
export const roleField = z
  .enum(roles)
  .describe(
    'viewer reads; editor also changes content; admin also manages domains, pixels, keys and members; owner everything',
  );

export const workspaceView = z.strictObject({
  id: idField,
  name: z.string(),
  role: roleField,
  personal: z.boolean().describe('Whether it is the one that was made with the account'),
});
export const workspacePage = pageAnswer('workspaces', workspaceView);

const nameField = textField(255).describe('Name of the workspace');

export const createWorkspaceBody = z.object({ name: nameField });
export const createWorkspaceAnswer = answerOf({ id: idField });

export const updateWorkspaceBody = z.object({ name: nameField });
export const updateWorkspaceAnswer = messageAnswer('Workspace has been updated successfully.');

export const deleteWorkspaceQuery = z.object({
  force: z.enum(['0', '1']).optional().describe('1 deletes a workspace that is not empty, with all its content'),
});
export const deleteWorkspaceBody = z.object({
  name: z.string().max(255).nullish().describe('The name of the workspace, repeated; required with `force=1`'),
});
export const deleteWorkspaceAnswer = answerOf({
  message: z.enum(['Workspace has been deleted successfully.', 'Workspace is being deleted.']),
  finished: z.boolean().describe('false if there is so much content that the deletion continues in the background'),
});

export const memberView = z.strictObject({
  userid: idField.describe('ID of the user'),
  email: z.string(),
  username: z.string(),
  role: roleField,
});
export const memberPage = pageAnswer('members', memberView);

export const memberParams = z.object({ id: idInPath, userid: idInPath.describe('ID of the user') });

export const updateMemberBody = z.object({ role: roleField });
export const updateMemberAnswer = messageAnswer('Member has been updated successfully.');
export const deleteMemberAnswer = messageAnswer('Member has been removed successfully.');

export type WorkspaceView = z.output<typeof workspaceView>;
export type MemberView = z.output<typeof memberView>;
