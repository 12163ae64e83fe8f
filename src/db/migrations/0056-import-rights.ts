import type { Migration } from '../migration.ts';

/** The key and the scopes with which a background import was started; null for a session, a command, and older imports. */
export const importRights: Migration = {
  name: '0056-import-rights',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema.alterTable('imports').addColumn('rights', text).execute();
  },
};
