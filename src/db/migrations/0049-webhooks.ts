import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Webhooks, their deliveries, and the clicks that wait for a delivery. Links get an index by their end. */
export const webhooks: Migration = {
  name: '0049-webhooks',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('webhooks')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('events', text, (column) => column.notNull())
      .addColumn('filter', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('secret', text, (column) => column.notNull())
      .addColumn('old_secret', text)
      .addColumn('old_secret_until', 'bigint')
      .addColumn('listens_since', 'bigint', (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addColumn('attempted_at', 'bigint')
      .addColumn('clicks_from', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('dropped', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('holder', text)
      .addColumn('held_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('webhooks_by_user').on('webhooks').columns(['user_id', 'id']).execute();

    await tx.schema
      .createTable('webhook_deliveries')
      .addColumn('id', id.type, id.build)
      .addColumn('message_id', text, (column) => column.notNull().unique())
      .addColumn('webhook_id', 'bigint', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .addColumn('clicks', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('dropped', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('once_key', text)
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('code', 'integer')
      .addColumn('response', text)
      .addColumn('next_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('webhook_deliveries_by_webhook')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'id'])
      .execute();
    await tx.schema
      .createIndex('webhook_deliveries_by_time')
      .on('webhook_deliveries')
      .columns(['created_at', 'id'])
      .execute();
    // Partial: nearly all deliveries have ended.
    await tx.schema
      .createIndex('webhook_deliveries_waiting')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'next_at', 'id'])
      .where(sql<boolean>`status = 'pending' and clicks = 0`)
      .execute();
    await tx.schema
      .createIndex('webhook_deliveries_with_clicks')
      .on('webhook_deliveries')
      .columns(['webhook_id', 'next_at', 'id'])
      .where(sql<boolean>`status = 'pending' and clicks > 0`)
      .execute();
    await tx.schema
      .createIndex('webhook_deliveries_once')
      .unique()
      .on('webhook_deliveries')
      .columns(['webhook_id', 'once_key'])
      .where(sql<boolean>`once_key is not null`)
      .execute();

    await tx.schema
      .createTable('webhook_clicks')
      .addColumn('id', id.type, id.build)
      .addColumn('webhook_id', 'bigint', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('clicks', text, (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('webhook_clicks_by_webhook')
      .on('webhook_clicks')
      .columns(['webhook_id', 'id'])
      .execute();

    await tx.schema
      .createIndex('links_by_expiry')
      .on('links')
      .columns(['expires_at', 'id'])
      .where(sql<boolean>`expires_at is not null`)
      .execute();
  },
};
