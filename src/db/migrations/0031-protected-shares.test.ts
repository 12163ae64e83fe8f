import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0031-protected-shares';

onEachEngine('the step that protects shared statistics', (engine) => {
  test('shared links stay shared, without a password and without an end', async () => {
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    await migrate(
      database,
      0,
      migrations.filter(({ name }) => name < STEP),
    );
    await sql`insert into users (email, username, password_hash, is_admin, is_disabled, created_at)
      values ('a', 'a', '', 0, 0, 0)`.execute(db);
    await sql`insert into links (user_id, domain_id, alias, url, url_hash, description, type, status, forward_query,
      redirect_code, meta_title, meta_description, meta_image, search_words, created_at)
      values (1, 0, 'a', 'https://example.com/', '', '', 'direct', 'active', 1, 302, '', '', '', '', 0)`.execute(db);
    await sql`insert into shares (link_id, user_id, nonce, hash, created_at) values (1, 1, 'n', 'h', 5)`.execute(db);
    expect(await migrate(database, 0)).toContain(STEP);
    expect(await db.selectFrom('shares').selectAll().execute()).toEqual([
      {
        ...{ hash: 'h', user_id: 1, link_id: 1, campaign_id: null, nonce: 'n' },
        ...{ password_hash: null, expires_at: null, created_at: 5 },
      },
    ]);
    await sql`delete from links where id = 1`.execute(db);
    expect(await db.selectFrom('shares').select('hash').execute()).toEqual([]);
    await database.close();
  });
});
