import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Imports from other services: the runs, the links that they refused, and which link came from where. */
export const imports: Migration = {
  name: '0048-imports',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('imports')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('author_id', 'bigint', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('product', text, (column) => column.notNull())
      .addColumn('host', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('is_dry_run', 'integer', (column) => column.notNull())
      .addColumn('is_background', 'integer', (column) => column.notNull())
      .addColumn('options', text, (column) => column.notNull())
      .addColumn('input', text, (column) => column.notNull())
      .addColumn('fingerprint', text, (column) => column.notNull())
      .addColumn('sealed_key', text)
      .addColumn('position', text)
      .addColumn('report', text, (column) => column.notNull())
      .addColumn('permille', 'integer')
      .addColumn('reason', text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute();
    await tx.schema.createIndex('imports_by_user').on('imports').columns(['user_id', 'id']).execute();
    await tx.schema.createIndex('imports_by_author').on('imports').column('author_id').execute();
    await tx.schema
      .createIndex('imports_running')
      .on('imports')
      .column('id')
      .where(sql<boolean>`status = 'running'`)
      .execute();

    await tx.schema
      .createTable('import_conflicts')
      .addColumn('id', id.type, id.build)
      .addColumn('import_id', 'bigint', (column) => column.notNull().references('imports.id').onDelete('cascade'))
      .addColumn('alias', text, (column) => column.notNull())
      .addColumn('errors', text, (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('import_conflicts_by_import')
      .on('import_conflicts')
      .columns(['import_id', 'id'])
      .execute();

    // `link_id` has no foreign key: a link in the trash comes back with what was imported for it.
    await tx.schema
      .createTable('import_refs')
      .addColumn('link_id', 'bigint', (column) => column.notNull())
      .addColumn('source', text, (column) => column.notNull())
      .addColumn('ref', text, (column) => column.notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('import_id', 'bigint', (column) => column.notNull())
      .addColumn('clicks', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('bots', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('undated', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('state', text)
      .addPrimaryKeyConstraint('import_refs_key', ['link_id', 'source', 'ref'])
      .execute();
    await tx.schema
      .createIndex('import_refs_by_source')
      .on('import_refs')
      .columns(['user_id', 'source', 'ref'])
      .execute();
    await tx.schema
      .createIndex('links_with_imported_clicks')
      .on('links')
      .columns(['user_id', 'imported_clicks'])
      .where(sql<boolean>`imported_clicks > 0`)
      .execute();
  },
};
