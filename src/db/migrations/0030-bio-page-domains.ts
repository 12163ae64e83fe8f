import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { Dialect } from '../dialect.ts';
import type { Migration } from '../migration.ts';

/** SQLite cannot drop the unique constraint on `slug`, so pages and blocks move to new tables; the id sequences continue. */
async function rebuildTables(tx: Db, { id, text }: Dialect): Promise<void> {
  const { rows: sequences } = await sql<{ name: string; seq: number }>`
    select name, seq from sqlite_sequence where name in ('bio_pages', 'bio_blocks')`.execute(tx);
  await tx.schema
    .createTable('new_bio_pages')
    .addColumn('id', id.type, id.build)
    .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('slug', text, (column) => column.notNull())
    .addColumn('headline', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('avatar', 'bigint')
    .addColumn('theme', text, (column) => column.notNull())
    .addColumn('design', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('meta_title', text, (column) => column.notNull())
    .addColumn('meta_description', text, (column) => column.notNull())
    .addColumn('search_words', text, (column) => column.notNull())
    .addColumn('views', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('disabled_by', text)
    .execute();
  const pageColumns = sql.raw(
    'id, user_id, name, slug, headline, text, avatar, theme, design, status, meta_title, meta_description, search_words, ' +
      'views, created_at, disabled_by',
  );
  await sql`insert into new_bio_pages (${pageColumns}) select ${pageColumns} from bio_pages`.execute(tx);

  await tx.schema
    .createTable('new_bio_blocks')
    .addColumn('id', id.type, id.build)
    .addColumn('bio_id', 'bigint', (column) => column.notNull().references('new_bio_pages.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('clicks', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  const blockColumns = sql.raw('id, bio_id, position, type, data, clicks');
  await sql`insert into new_bio_blocks (${blockColumns}) select ${blockColumns} from bio_blocks`.execute(tx);

  // Blocks first: dropping a table deletes its rows, and with a page its blocks.
  for (const table of ['bio_blocks', 'bio_pages']) await tx.schema.dropTable(table).execute();
  // The reference of the blocks follows the new name of the pages.
  for (const table of ['bio_pages', 'bio_blocks']) await tx.schema.alterTable(`new_${table}`).renameTo(table).execute();
  await sql`delete from sqlite_sequence where name in ('bio_pages', 'bio_blocks')`.execute(tx);
  for (const { name, seq } of sequences)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${seq})`.execute(tx);
  await tx.schema.createIndex('bio_pages_by_user').on('bio_pages').columns(['user_id', 'id']).execute();
  await tx.schema.createIndex('bio_blocks_by_page').on('bio_blocks').columns(['bio_id', 'position']).execute();
}

/** The domain of a bio page; 0 is the main host. A slug is unique on its host. */
export const bioPageDomains: Migration = {
  name: '0030-bio-page-domains',

  async up(tx, dialect) {
    if (dialect.canDropConstraint)
      await tx.schema.alterTable('bio_pages').dropConstraint('bio_pages_slug_key').execute();
    else await rebuildTables(tx, dialect);
    await tx.schema
      .alterTable('bio_pages')
      .addColumn('domain_id', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .createIndex('bio_pages_by_address')
      .unique()
      .on('bio_pages')
      .columns(['domain_id', 'slug'])
      .execute();
  },
};
