import type { Migration } from '../migration.ts';

/** Overlays, and the responses of visitors. */
export const overlays: Migration = {
  name: '0011-overlays',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('overlays')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('search_words', text, (column) => column.notNull())
      .addColumn('content', text, (column) => column.notNull())
      .addColumn('position', text, (column) => column.notNull())
      .addColumn('background', text)
      .addColumn('foreground', text)
      .addColumn('accent', text)
      .addColumn('delay', 'integer', (column) => column.notNull())
      .addColumn('is_dismissable', 'integer', (column) => column.notNull())
      .addColumn('picture_id', 'bigint', (column) => column.references('files.id').onDelete('set null'))
      .addColumn('logo_id', 'bigint', (column) => column.references('files.id').onDelete('set null'))
      .addColumn('responses', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('overlays_by_user').on('overlays').columns(['user_id', 'id']).execute();
    await tx.schema.createIndex('overlays_by_picture').on('overlays').column('picture_id').execute();
    await tx.schema.createIndex('overlays_by_logo').on('overlays').column('logo_id').execute();

    await tx.schema
      .createTable('overlay_responses')
      .addColumn('id', id.type, id.build)
      .addColumn('overlay_id', 'bigint', (column) => column.notNull().references('overlays.id').onDelete('cascade'))
      .addColumn('link_id', 'bigint', (column) => column.notNull())
      .addColumn('fields', text, (column) => column.notNull())
      .addColumn('visitor', text)
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema
      .createIndex('overlay_responses_by_overlay')
      .on('overlay_responses')
      .columns(['overlay_id', 'id'])
      .execute();
    // One poll response for each visitor and link, also under concurrency.
    await tx.schema
      .createIndex('overlay_responses_by_visitor')
      .unique()
      .on('overlay_responses')
      .columns(['overlay_id', 'link_id', 'visitor'])
      .where('visitor', 'is not', null)
      .execute();

    await tx.schema
      .createTable('overlay_votes')
      .addColumn('overlay_id', 'bigint', (column) => column.notNull().references('overlays.id').onDelete('cascade'))
      .addColumn('answer', text, (column) => column.notNull())
      .addColumn('votes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('overlay_votes_primary', ['overlay_id', 'answer'])
      .execute();
  },
};
