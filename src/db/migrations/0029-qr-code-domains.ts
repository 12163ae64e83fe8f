import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The domain of a QR code; 0 is the main host. The index finds the codes of a domain that is being deleted. */
export const qrCodeDomains: Migration = {
  name: '0029-qr-code-domains',

  async up(tx) {
    await tx.schema
      .alterTable('qr_codes')
      .addColumn('domain_id', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .createIndex('qr_codes_by_domain')
      .on('qr_codes')
      .column('domain_id')
      .where(sql<boolean>`domain_id > 0`)
      .execute();
  },
};
