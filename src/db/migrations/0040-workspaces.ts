import type { Migration } from '../migration.ts';

/** Shared workspaces, which are rows of `users`, and their members. Older programs do not find the keys of shared workspaces. */
export const workspaces: Migration = {
  name: '0040-workspaces',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema
      .alterTable('users')
      .addColumn('kind', 'text', (column) => column.notNull().defaultTo('user'))
      .execute();
    await tx.schema.alterTable('users').addColumn('workspace_name', 'text').execute();
    await tx.schema
      .createTable('memberships')
      .addColumn('workspace_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('source', text, (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('memberships_primary', ['workspace_id', 'user_id', 'source'])
      .execute();
    await tx.schema.createIndex('memberships_by_user').on('memberships').column('user_id').execute();
    await tx.schema
      .alterTable('keys')
      .addColumn('workspace_id', 'bigint', (column) => column.references('users.id').onDelete('cascade'))
      .execute();
    await tx.schema.createIndex('keys_by_workspace').on('keys').columns(['workspace_id', 'id']).execute();
  },
};
