import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Who proved the address of an account. Accounts that an administrator or the identity provider made, and administrators, start with a
 * proof; about the others nothing is known.
 */
export const accountProofs: Migration = {
  name: '0055-account-proofs',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema
      .createTable('account_proofs')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('email', text)
      .addColumn('has_own_credentials', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .alterTable('password_resets')
      .addColumn('is_mailed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema.alterTable('invitations').addColumn('mailed_hash', text).execute();
    await tx.schema
      .createIndex('invitations_by_mailed_hash')
      .unique()
      .on('invitations')
      .column('mailed_hash')
      .execute();
    // The provider makes an account and joins it in one transaction; its address may be unverified.
    await sql`insert into account_proofs (user_id, email, has_own_credentials)
      select users.id,
        case when exists (select 1 from audit where noun = 'account' and noun_id = users.id and action = 'update'
            and changes like '%"email"%') then null
          when exists (select 1 from identities where user_id = users.id and identities.created_at - users.created_at < 1000)
            then null
          else users.email end,
        1
      from users
      where kind = 'user' and ((is_admin = 1 and is_group_admin = 0)
        or exists (select 1 from audit where noun = 'user' and noun_id = users.id and action = 'create')
        or exists (select 1 from identities where user_id = users.id and identities.created_at - users.created_at < 1000))`.execute(
      tx,
    );
  },
};
