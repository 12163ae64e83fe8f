import type { Migration } from '../migration.ts';

/** The order of the tags of a link, as they were given. Tags of older links all have position 0. */
export const tagPositions: Migration = {
  name: '0051-tag-positions',
  isAdditive: true,

  async up(tx) {
    await tx.schema
      .alterTable('link_tags')
      .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
