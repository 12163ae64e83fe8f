import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0030-bio-page-domains';

onEachEngine('the step that brings the domains of bio pages', (engine) => {
  test('pages and blocks are kept on the main host, the id sequences continue, and a slug is unique on its host', async () => {
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    await migrate(
      database,
      0,
      migrations.filter(({ name }) => name < STEP),
    );
    await sql`insert into users (email, username, password_hash, is_admin, created_at) values ('a', 'a', '', 0, 0)`.execute(
      db,
    );
    const add = (slug: string) =>
      sql<{ id: number }>`insert into bio_pages (user_id, name, slug, headline, text, theme, design, status, meta_title,
        meta_description, search_words, views, created_at, disabled_by)
        values (1, 'Ada', ${slug}, 'h', 't', 'paper', '{}', 'draft', 'm', 'd', 'ada', 7, 5, 'owner') returning id`.execute(
        db,
      );
    await add('ada');
    await add('gone');
    const block = sql`insert into bio_blocks (bio_id, position, type, data, clicks) values (1, 0, 'divider', '{}', 3)`;
    await block.execute(db);
    await block.execute(db);
    await sql`delete from bio_pages where slug = 'gone'`.execute(db);
    await sql`delete from bio_blocks where id = 2`.execute(db);
    expect(await migrate(database, 0)).toContain(STEP);

    expect(await db.selectFrom('bio_pages').selectAll().execute()).toEqual([
      {
        ...{ id: 1, user_id: 1, domain_id: 0, name: 'Ada', slug: 'ada', headline: 'h', text: 't', avatar: null },
        ...{ theme: 'paper', design: '{}', status: 'draft', meta_title: 'm', meta_description: 'd' },
        ...{ search_words: 'ada', views: 7, created_at: 5, disabled_by: 'owner' },
      },
    ]);
    expect(await db.selectFrom('bio_blocks').selectAll().execute()).toEqual([
      { id: 1, bio_id: 1, position: 0, type: 'divider', data: '{}', clicks: 3 },
    ]);
    await expect(add('ada')).rejects.toThrow();
    const { rows } = await add('new');
    expect(rows[0]?.id).toBeGreaterThan(2);
    await sql`update bio_pages set slug = 'ada', domain_id = 9 where slug = 'new'`.execute(db);
    await sql`delete from bio_pages where id = 1`.execute(db);
    expect(await db.selectFrom('bio_blocks').selectAll().execute()).toEqual([]);
    await database.close();
  });
});
