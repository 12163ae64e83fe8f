import type { Migration } from '../migration.ts';

/** The rows that an import of a Signpost export has restored so far, until it has ended. */
export const restoredRows: Migration = {
  name: '0052-restored-rows',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema
      .createTable('restored_rows')
      .addColumn('import_id', 'bigint', (column) => column.notNull().references('imports.id').onDelete('cascade'))
      .addColumn('table_name', text, (column) => column.notNull())
      .addColumn('source_id', 'bigint', (column) => column.notNull())
      .addColumn('row_id', 'bigint', (column) => column.notNull())
      .addColumn('is_new', 'integer', (column) => column.notNull())
      .addColumn('is_counted', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('restored_rows_key', ['import_id', 'table_name', 'source_id'])
      .execute();
  },
};
