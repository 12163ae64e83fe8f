import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0019-account-keys';

onEachEngine('the step that brings keys with account', (engine) => {
  test('existing keys keep their rights; existing sessions have not proved the password', async () => {
    guards('key-scope', 'password-confirmation');
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
    await sql`insert into keys (user_id, name, hash, hint, created_at) values (1, 'Old', 'h', 'h', 0)`.execute(db);
    await sql`insert into sessions (user_id, hash, agent, used_at, expires_at, created_at) values (1, 'h', '', 0, 0, 0)`.execute(
      db,
    );
    expect(await migrate(database, 0)).toContain(STEP);
    expect(await db.selectFrom('keys').select('manages_account').execute()).toEqual([{ manages_account: 1 }]);
    expect(await db.selectFrom('sessions').select('proved_at').execute()).toEqual([{ proved_at: null }]);
    await sql`insert into keys (user_id, name, hash, hint, created_at) values (1, 'New', 'i', 'i', 0)`.execute(db);
    const [, added] = await db.selectFrom('keys').select('manages_account').orderBy('id').execute();
    expect(added).toEqual({ manages_account: 0 });
    await database.close();
  });
});
