import type { Migration } from '../migration.ts';

/** Which destinations of a link cannot be shown in a frame. */
export const framing: Migration = {
  name: '0013-framing',

  async up(tx, { text }) {
    await tx.schema.alterTable('links').addColumn('unframed', text).execute();
  },
};
