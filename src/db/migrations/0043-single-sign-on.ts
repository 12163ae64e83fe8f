import type { Migration } from '../migration.ts';

/** Accounts of an identity provider, and what signing in with one needs. */
export const singleSignOn: Migration = {
  name: '0043-single-sign-on',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema
      .createTable('identities')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('issuer', text, (column) => column.notNull())
      .addColumn('subject', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('identities_subject', ['subject', 'issuer'])
      .execute();
    await tx.schema
      .createTable('spent_sign_ins')
      .addColumn('hash', text, (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .alterTable('users')
      .addColumn('is_group_admin', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema.alterTable('users').addColumn('recovered_at', 'bigint').execute();
    await tx.schema
      .alterTable('password_resets')
      .addColumn('is_operator', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .alterTable('sessions')
      .addColumn('is_multi_factor', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
