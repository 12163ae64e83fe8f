import type { Migration } from '../migration.ts';

/** Authenticator apps. A program of an older version signs users in without a code. */
export const secondFactors: Migration = {
  name: '0039-second-factors',
  isAdditive: true,

  async up(tx) {
    await tx.schema
      .createTable('second_factors')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('confirmed_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull())
      .addColumn('recovery', 'text', (column) => column.notNull())
      .execute();
  },
};
