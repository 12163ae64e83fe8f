import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Click counts, the words in them, the single clicks, and the position up to which journals are counted. */
export const clicks: Migration = {
  name: '0003-clicks',

  async up(tx, { id, text, blob }) {
    await tx.schema
      .createTable('pages')
      .addColumn('noun', 'integer', (column) => column.notNull())
      .addColumn('noun_id', 'bigint', (column) => column.notNull())
      .addColumn('span', 'integer', (column) => column.notNull())
      .addColumn('start', 'bigint', (column) => column.notNull())
      .addColumn('clicks', 'bigint', (column) => column.notNull())
      .addColumn('bots', 'bigint', (column) => column.notNull())
      .addColumn('counts', blob)
      .addColumn('visitors', blob)
      .addPrimaryKeyConstraint('pages_primary', ['noun', 'noun_id', 'span', 'start'])
      .execute();
    // Only hourly counts (2) expire.
    await tx.schema.createIndex('pages_by_hour').on('pages').column('start').where(sql<boolean>`span = 2`).execute();

    await tx.schema
      .createTable('words')
      .addColumn('id', id.type, id.build)
      .addColumn('text', text, (column) => column.notNull().unique())
      .execute();

    await tx.schema
      .createTable('kept_clicks')
      .addColumn('link_id', 'bigint', (column) => column.notNull())
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('records', 'integer', (column) => column.notNull())
      .addColumn('bytes', blob, (column) => column.notNull())
      .addPrimaryKeyConstraint('kept_clicks_primary', ['link_id', 'day', 'part'])
      .execute();
    await tx.schema.createIndex('kept_clicks_by_day').on('kept_clicks').column('day').execute();

    await tx.schema
      .createTable('journals')
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('segment', 'bigint', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();

    await tx.schema
      .createTable('feeds')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('events', text, (column) => column.notNull())
      .addColumn('listened_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
