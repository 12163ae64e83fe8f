import type { Migration } from '../migration.ts';

/** QR codes, and their logos in a separate table: a scan rewrites the row of a code and should not move a picture. */
export const qrCodes: Migration = {
  name: '0005-qr-codes',

  async up(tx, { id, text, blob }) {
    await tx.schema
      .createTable('qr_codes')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('code', text, (column) => column.notNull().unique())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('is_dynamic', 'integer', (column) => column.notNull())
      .addColumn('design', text, (column) => column.notNull())
      .addColumn('logo', text)
      .addColumn('logo_hash', text)
      .addColumn('scans', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('qr_codes_by_user').on('qr_codes').columns(['user_id', 'id']).execute();

    await tx.schema
      .createTable('qr_logos')
      .addColumn('qr_id', 'bigint', (column) => column.primaryKey().references('qr_codes.id').onDelete('cascade'))
      .addColumn('bytes', blob, (column) => column.notNull())
      .execute();
  },
};
