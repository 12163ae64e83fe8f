import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Which keys may change the account, and when a session last proved the password. */
export const accountKeys: Migration = {
  name: '0019-account-keys',

  async up(tx) {
    await tx.schema
      .alterTable('keys')
      .addColumn('manages_account', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
    // Existing keys could do everything, and programs rely on that.
    await sql`update keys set manages_account = 1`.execute(tx);
    await tx.schema.alterTable('sessions').addColumn('proved_at', 'bigint').execute();
  },
};
