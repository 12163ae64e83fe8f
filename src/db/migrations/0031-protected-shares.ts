import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Shared statistics get a password and an end, and campaigns can be shared too. A row now has a link or a campaign, so the link can
 * no longer be the primary key; SQLite cannot change that, so the rows move to a new table.
 */
export const protectedShares: Migration = {
  name: '0031-protected-shares',

  async up(tx, { text }) {
    await tx.schema
      .createTable('new_shares')
      .addColumn('hash', text, (column) => column.primaryKey().notNull())
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('link_id', 'bigint', (column) => column.unique().references('links.id').onDelete('cascade'))
      .addColumn('campaign_id', 'bigint', (column) => column.unique().references('campaigns.id').onDelete('cascade'))
      .addColumn('nonce', text, (column) => column.notNull())
      .addColumn('password_hash', text)
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    const columns = sql.raw('hash, user_id, link_id, nonce, created_at');
    await sql`insert into new_shares (${columns}) select ${columns} from shares`.execute(tx);
    await tx.schema.dropTable('shares').execute();
    await tx.schema.alterTable('new_shares').renameTo('shares').execute();
    await tx.schema.createIndex('shares_by_user').on('shares').column('user_id').execute();
  },
};
