import type { Migration } from '../migration.ts';

const PUBLISHED = ['links', 'bio_pages', 'qr_codes', 'overlays', 'splash_pages'] as const;

/** Who disabled a row that visitors see, and an index for the row counts of all users together. */
export const takeDown: Migration = {
  name: '0020-take-down',

  async up(tx, { text }) {
    for (const table of PUBLISHED) await tx.schema.alterTable(table).addColumn('disabled_by', text).execute();
    await tx.schema.createIndex('tallies_by_noun').on('tallies').column('noun').execute();
  },
};
