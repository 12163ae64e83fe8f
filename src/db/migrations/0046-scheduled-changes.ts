import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Changes of links that are applied at a later time. They belong to the owner of their link and are deleted with it. */
export const scheduledChanges: Migration = {
  name: '0046-scheduled-changes',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('scheduled_changes')
      .addColumn('id', id.type, id.build)
      .addColumn('link_id', 'bigint', (column) => column.notNull().references('links.id').onDelete('cascade'))
      .addColumn('author_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('change', text, (column) => column.notNull())
      .addColumn('password_hash', text)
      .addColumn('failure', text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('scheduled_changes_by_link')
      .on('scheduled_changes')
      .columns(['link_id', 'due_at', 'id'])
      .execute();
    await tx.schema.createIndex('scheduled_changes_by_author').on('scheduled_changes').column('author_id').execute();
    // Partial: failed changes stay listed, and are never due again.
    await tx.schema
      .createIndex('scheduled_changes_by_time')
      .on('scheduled_changes')
      .columns(['due_at', 'id'])
      .where(sql<boolean>`failure is null`)
      .execute();
  },
};
