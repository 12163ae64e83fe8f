import type { Migration } from '../migration.ts';

/** Metadata of uploaded pictures; their bytes are stored outside the database. */
export const files: Migration = {
  name: '0004-files',

  async up(tx, { id }) {
    await tx.schema
      .createTable('files')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('width', 'integer', (column) => column.notNull())
      .addColumn('height', 'integer', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('files_by_user').on('files').columns(['user_id', 'id']).execute();
  },
};
