import type { Migration } from '../migration.ts';

/** Certificates of HTTPS=auto, the challenges of their orders, and leases for work that one process does at a time. */
export const certificates: Migration = {
  name: '0032-certificates',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema
      .createTable('certificates')
      .addColumn('name', text, (column) => column.primaryKey().notNull())
      .addColumn('chain', text)
      .addColumn('sealed_key', text)
      .addColumn('issued_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('renewal_check_at', 'bigint')
      .addColumn('ordered_at', 'bigint')
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('problem', text)
      .execute();
    const onNextAttempt = tx.schema.createIndex('certificates_by_next_attempt').on('certificates');
    await onNextAttempt.column('next_attempt_at').execute();
    const onRenewalCheck = tx.schema.createIndex('certificates_by_renewal_check').on('certificates');
    await onRenewalCheck.column('renewal_check_at').execute();
    await tx.schema
      .createTable('acme_challenges')
      .addColumn('token', text, (column) => column.primaryKey().notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('response', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createTable('leases')
      .addColumn('name', text, (column) => column.primaryKey().notNull())
      .addColumn('holder', text, (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .execute();
  },
};
