import type { Migration } from '../migration.ts';

/** Invitations to workspaces. */
export const invitations: Migration = {
  name: '0041-invitations',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('invitations')
      .addColumn('id', id.type, id.build)
      .addColumn('workspace_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('inviter_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('email', text, (column) => column.notNull())
      .addColumn('role', text, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('invitations_by_workspace').on('invitations').columns(['workspace_id', 'id']).execute();
    await tx.schema.createIndex('invitations_by_inviter').on('invitations').column('inviter_id').execute();
  },
};
