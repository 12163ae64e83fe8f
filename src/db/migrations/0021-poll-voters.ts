import type { Migration } from '../migration.ts';

/** One vote for each voter over all links of a poll. The visitor value of an existing vote already depends on the link: none collide. */
export const pollVoters: Migration = {
  name: '0021-poll-voters',

  async up(tx) {
    await tx.schema.dropIndex('overlay_responses_by_visitor').execute();
    await tx.schema
      .createIndex('overlay_responses_by_voter')
      .unique()
      .on('overlay_responses')
      .columns(['overlay_id', 'visitor'])
      .where('visitor', 'is not', null)
      .execute();
  },
};
