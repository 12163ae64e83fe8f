import { z } from 'zod';
import type { OwnerScope } from '../core/owner-scope.ts';
import type { Principal } from '../core/principal.ts';
import { assertAdmin } from './assert-admin.ts';

/** `all` in the query of a list. */
export const allField = z
  .enum(['0', '1'])
  .optional()
  .describe('1 lists the rows of all users, each with its owner; for administrators');

/** The owner of a row, in a list of all users' rows. */
export const ownerViews = {
  userid: z.int().min(1).optional().describe('ID of its owner; only with `all=1`'),
  owner: z.string().optional().describe('Email address of its owner; only with `all=1`'),
};

/** Finds the e-mail addresses of users. */
export type FindEmails = (userIds: number[]) => Promise<Map<number, string>>;

/** The rows that a list shows. Throws 403 if a caller who is not an administrator requests the rows of all users. */
export function ownerScopeOf(caller: Principal, all: '0' | '1' | undefined): OwnerScope {
  if (all !== '1') return caller.workspaceId;
  assertAdmin(caller);
  return 'everyone';
}

/** Returns a function that gives the `ownerViews` fields of a row; they are empty in a list of one user's own rows. */
export async function readOwners(scope: OwnerScope, rows: { userId: number }[], findEmails: FindEmails) {
  if (scope !== 'everyone') return () => ({});
  const emails = await findEmails([...new Set(rows.map(({ userId }) => userId))]);
  return ({ userId }: { userId: number }) => ({ userid: userId, owner: emails.get(userId) ?? '' });
}
