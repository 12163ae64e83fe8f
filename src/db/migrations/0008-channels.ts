import type { Db } from '../db.ts';
import type { Dialect } from '../dialect.ts';
import type { Migration } from '../migration.ts';

const ROWS_AT_ONCE = 500;

async function createChannels(tx: Db, { id, text }: Dialect): Promise<void> {
  await tx.schema
    .createTable('channels')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('color', text, (column) => column.notNull())
    .addColumn('is_starred', 'integer', (column) => column.notNull())
    .addColumn('items', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('search_words', text, (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await tx.schema.createIndex('channels_by_user').on('channels').columns(['user_id', 'id']).execute();
  await tx.schema.createIndex('channels_by_star').on('channels').columns(['user_id', 'is_starred', 'id']).execute();

  await tx.schema
    .createTable('channel_items')
    .addColumn('channel_id', 'bigint', (column) => column.notNull().references('channels.id').onDelete('cascade'))
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('item_id', 'bigint', (column) => column.notNull())
    .addColumn('item_created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('channel_items_primary', ['channel_id', 'kind', 'item_id'])
    .execute();
  await tx.schema
    .createIndex('channel_items_by_item')
    .on('channel_items')
    .columns(['kind', 'item_id', 'channel_id'])
    .execute();
  await tx.schema
    .createIndex('channel_items_by_date')
    .on('channel_items')
    .columns(['channel_id', 'item_created_at', 'item_id', 'kind'])
    .execute();
}

async function fillPixels(tx: Db): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('pixels')
      .select(['id', 'name', 'tag'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, name, tag } of rows) {
      const words = `${name}\n${tag}`.toLowerCase();
      await tx.updateTable('pixels').set({ search_words: words }).where('id', '=', id).execute();
      after = id;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

async function fillQrCodes(tx: Db): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('qr_codes')
      .select(['id', 'name', 'data'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute();
    for (const { id, name, data } of rows) {
      const content: string | Record<string, unknown> = JSON.parse(data);
      const fields = typeof content === 'string' ? [content] : Object.values({ ...content, pass: '' });
      const words = [name, ...fields.filter((value) => typeof value === 'string')].join('\n').toLowerCase();
      await tx.updateTable('qr_codes').set({ search_words: words }).where('id', '=', id).execute();
      after = id;
    }
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Channels and their items, and the search columns of pixels and QR codes. */
export const channels: Migration = {
  name: '0008-channels',

  async up(tx, dialect) {
    await createChannels(tx, dialect);
    for (const table of ['pixels', 'qr_codes']) {
      await tx.schema
        .alterTable(table)
        .addColumn('search_words', dialect.text, (column) => column.notNull().defaultTo(''))
        .execute();
    }
    await tx.schema.createIndex('qr_codes_by_scans').on('qr_codes').columns(['user_id', 'scans', 'id']).execute();
    await fillPixels(tx);
    await fillQrCodes(tx);
  },
};
