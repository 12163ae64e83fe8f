import type { Db } from '../../db/db.ts';

/** A user of the provider. */
export interface ProviderSubject {
  issuer: string;
  subject: string;
}

/** The user who joined their account with this one; it authenticates a request, so it has no owner parameter. */
export async function findIdentityUser(db: Db, { issuer, subject }: ProviderSubject): Promise<number | undefined> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('subject', '=', subject)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row?.user_id;
}

export async function findIdentity(db: Db, owner: number): Promise<ProviderSubject | undefined> {
  const query = db.selectFrom('identities').select(['issuer', 'subject']).where('user_id', '=', owner);
  return query.executeTakeFirst();
}

/** Joins an account with a user of the provider, in place of one at another provider. */
export async function putIdentity(
  tx: Db,
  owner: number,
  { issuer, subject }: ProviderSubject,
  now: number,
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ user_id: owner, issuer, subject, created_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ issuer, subject, created_at: now }))
    .execute();
}

/** Uses up a sign-in; false if it was used before, on any node. */
export async function spendSignIn(
  tx: Db,
  { hash, expiresAt }: { hash: string; expiresAt: number },
  now: number,
): Promise<boolean> {
  await tx.deleteFrom('spent_sign_ins').where('expires_at', '<=', now).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('spent_sign_ins')
    .values({ hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}
