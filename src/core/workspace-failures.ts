import { failure, failureWithParams } from './errors.ts';

/** There is no such workspace, or the caller is not one of its members. */
export const workspaceNotFound = failure(
  'not_found',
  'workspace_not_found',
  'Get the ID from `GET /api/workspaces`. Somebody may have removed you from the workspace.',
);

/** The caller's role in the workspace does not suffice. */
export const roleMissing = failureWithParams(
  'forbidden',
  'role_missing',
  'Ask an admin of the workspace for the role in `params`, or send the request in another workspace.',
);

/** Work that goes on after its request ends with the rights of whoever started it. */
export const authorRightsLost = failure(
  'forbidden',
  'author_rights_lost',
  'Let a member who may still do it start it again. What was done before stays.',
);

/** A key acts only in its own workspace. */
export const keyOfOtherWorkspace = failure(
  'forbidden',
  'key_of_other_workspace',
  'Use a key of that workspace: `POST /api/key/add` with `workspace`. A key of a shared workspace cannot change the account of its user.',
);
