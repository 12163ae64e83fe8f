import type { Migration } from '../migration.ts';

/** The audit log. Its rows outlive what they are about, so they refer to no other table. */
export const audit: Migration = {
  name: '0044-audit',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('audit')
      .addColumn('id', id.type, id.build)
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('workspace_id', 'bigint')
      .addColumn('actor_kind', text, (column) => column.notNull())
      .addColumn('actor_user', 'bigint')
      .addColumn('actor_id', 'bigint')
      .addColumn('actor_name', 'text')
      .addColumn('address', text)
      .addColumn('request_id', text)
      .addColumn('noun', text, (column) => column.notNull())
      .addColumn('noun_id', 'bigint')
      .addColumn('version', 'bigint')
      .addColumn('action', text, (column) => column.notNull())
      .addColumn('changes', 'text', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('audit_by_workspace').on('audit').columns(['workspace_id', 'at', 'id']).execute();
    await tx.schema.createIndex('audit_by_time').on('audit').columns(['at', 'id']).execute();
    await tx.schema.createIndex('audit_by_row').on('audit').columns(['noun', 'noun_id', 'id']).execute();
    await tx.schema
      .alterTable('links')
      .addColumn('version', 'bigint', (column) => column.notNull().defaultTo(1))
      .execute();
  },
};
