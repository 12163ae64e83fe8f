import type { Migration } from '../migration.ts';

/** How far the clicks of a journal are written while several transactions write them; 0 if none are partly written. */
export const partlyWrittenClicks: Migration = {
  name: '0024-partly-written-clicks',

  async up(tx) {
    for (const column of ['partly_segment', 'partly_position', 'partly_noun', 'partly_noun_id']) {
      await tx.schema
        .alterTable('journals')
        .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
        .execute();
    }
  },
};
