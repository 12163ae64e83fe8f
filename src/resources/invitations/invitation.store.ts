import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Role } from '../../core/role.ts';
import type { Db } from '../../db/db.ts';
import { isShared } from '../../db/row-statement.ts';
import type { Invitation } from './invitation.ts';

const COLUMNS = [
  'invitations.id',
  'invitations.workspace_id as workspaceId',
  'invitations.inviter_id as inviterId',
  'invitations.email',
  'invitations.role',
  'invitations.expires_at as expiresAt',
  'invitations.created_at as createdAt',
] as const;

type Row = Omit<Invitation, 'role'> & { role: string };

function toInvitation<Found extends Row>(row: Found): Found & Invitation {
  return { ...row, role: row.role as Role };
}

/** How many pending invitations a workspace has. */
export async function countInvitations(db: Db, workspaceId: number, now: number): Promise<number> {
  const { total } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One page of the pending invitations of a workspace, newest first. */
export async function listInvitations(
  db: Db,
  workspaceId: number,
  request: PageRequest,
  now: number,
): Promise<Page<Invitation>> {
  const total = await countInvitations(db, workspaceId, now);
  const rows = await db
    .selectFrom('invitations')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toInvitation) };
}

/** The hashes of the two tokens of an invitation; the second is only in a mail. */
interface TokenHashes {
  hash: string;
  mailedHash: string | null;
}

/** Stores an invitation and deletes the expired ones of the workspace; returns its id. */
export async function insertInvitation(
  tx: Db,
  { hash, mailedHash, ...invitation }: Omit<Invitation, 'id' | 'createdAt'> & TokenHashes,
  now: number,
): Promise<number> {
  const { workspaceId, inviterId, email, role, expiresAt } = invitation;
  await tx.deleteFrom('invitations').where('workspace_id', '=', workspaceId).where('expires_at', '<=', now).execute();
  const { id } = await tx
    .insertInto('invitations')
    .values({
      ...{ workspace_id: workspaceId, inviter_id: inviterId, email, role, hash, mailed_hash: mailedHash },
      ...{ expires_at: expiresAt, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** An invitation as its link finds it. */
export interface FoundInvitation extends Invitation {
  workspaceName: string;
  inviter: string;
  /** Whether only a mail to the invited address shows this link. */
  isMailed: boolean;
  /** Whether its inviter is an administrator of this server. */
  isByAdmin: boolean;
}

/** The invitation of a token, with the name of its workspace; undefined if it is unknown, used or expired. */
export async function findInvitation(db: Db, hash: string, now: number): Promise<FoundInvitation | undefined> {
  const row = await db
    .selectFrom('invitations')
    .innerJoin('users as workspaces', 'workspaces.id', 'invitations.workspace_id')
    .innerJoin('users as inviters', 'inviters.id', 'invitations.inviter_id')
    .select([...COLUMNS, 'workspaces.workspace_name as workspaceName', 'inviters.username as inviter'])
    .select(['invitations.mailed_hash', 'inviters.is_admin'])
    .where((eb) => eb.or([eb('hash', '=', hash), eb('mailed_hash', '=', hash)]))
    .where('invitations.expires_at', '>', now)
    // A workspace that is being deleted is disabled.
    .where('workspaces.is_disabled', '=', 0)
    .where('inviters.is_disabled', '=', 0)
    .executeTakeFirst();
  if (!row) return undefined;
  const { mailed_hash, is_admin, workspaceName, ...found } = row;
  const facts = { workspaceName: workspaceName ?? '', isMailed: mailed_hash === hash, isByAdmin: is_admin === 1 };
  return toInvitation({ ...found, ...facts });
}

/** Deletes an invitation of a workspace; undefined if there is none. */
export async function deleteInvitation(tx: Db, workspaceId: number, id: number): Promise<Invitation | undefined> {
  const row = await tx
    .deleteFrom('invitations')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirst();
  return row && toInvitation(row);
}

/** Locks all invitations of an address to a workspace in one order, so that accepting two of them cannot deadlock. */
export async function lockInvitationsOf(tx: Db, workspaceId: number, email: string): Promise<void> {
  if (!isShared(tx)) return;
  const query = tx.selectFrom('invitations').select('id').where('workspace_id', '=', workspaceId);
  await query.where('email', '=', email).orderBy('id').forUpdate().execute();
}

/** Deletes all invitations of an address to a workspace. */
export async function deleteInvitationsOf(tx: Db, workspaceId: number, email: string): Promise<void> {
  await tx.deleteFrom('invitations').where('workspace_id', '=', workspaceId).where('email', '=', email).execute();
}

/** Whether a member of the workspace has this email address. */
export async function hasMember(tx: Db, workspaceId: number, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select('users.id')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('users.email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Adds a member; false if the user already has a role that was given by hand. */
export async function insertMember(
  tx: Db,
  workspaceId: number,
  { userId, role }: { userId: number; role: Role },
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('memberships')
    .values({ workspace_id: workspaceId, user_id: userId, source: 'hand', role, created_at: now })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id', 'source']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The present email address of a user. */
export async function findEmail(tx: Db, userId: number): Promise<string | undefined> {
  const row = await tx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email;
}
