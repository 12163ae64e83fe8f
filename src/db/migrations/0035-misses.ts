import type { Migration } from '../migration.ts';

/** How often visitors asked for aliases that do not exist, by domain and day. */
export const misses: Migration = {
  name: '0035-misses',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema
      .createTable('misses')
      .addColumn('domain_id', 'bigint', (column) => column.notNull())
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('code', text, (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('misses_primary', ['domain_id', 'day', 'code'])
      .execute();
    await tx.schema.createIndex('misses_by_day').on('misses').column('day').execute();
  },
};
