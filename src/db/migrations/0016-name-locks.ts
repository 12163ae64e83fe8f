import type { Migration } from '../migration.ts';

const SLOTS = 256;

/** Rows without data: a transaction that takes a name locks the row that the name hashes to. */
export const nameLocks: Migration = {
  name: '0016-name-locks',

  async up(tx) {
    await tx.schema
      .createTable('name_locks')
      .addColumn('slot', 'integer', (column) => column.primaryKey())
      .execute();
    await tx
      .insertInto('name_locks')
      .values(Array.from({ length: SLOTS }, (_, slot) => ({ slot })))
      .execute();
  },
};
