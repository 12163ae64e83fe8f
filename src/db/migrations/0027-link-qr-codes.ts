import type { Migration } from '../migration.ts';

/** The designs of the QR codes of links; a link without a row has a code with the default design. */
export const linkQrCodes: Migration = {
  name: '0027-link-qr-codes',

  async up(tx, { text, blob }) {
    await tx.schema
      .createTable('link_qr_codes')
      .addColumn('link_id', 'bigint', (column) => column.primaryKey().references('links.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('design', text, (column) => column.notNull())
      .addColumn('logo', text)
      .addColumn('logo_bytes', blob)
      .execute();
    await tx.schema.createIndex('link_qr_codes_by_user').on('link_qr_codes').column('user_id').execute();
  },
};
