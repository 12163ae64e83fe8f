import type { Migration } from '../migration.ts';

/** Where a refused row is in an export of Signpost; null for other imports, and for older rows. */
export const conflictPlaces: Migration = {
  name: '0053-conflict-places',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema.alterTable('import_conflicts').addColumn('file', text).execute();
    await tx.schema.alterTable('import_conflicts').addColumn('line', 'integer').execute();
  },
};
