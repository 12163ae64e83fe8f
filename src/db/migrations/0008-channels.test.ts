import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0008-channels';

onEachEngine('the step that brings channels', (engine) => {
  test('rows from before the migration are searchable after it, without the password of a Wi-Fi network', async () => {
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    const before = migrations.filter(({ name }) => name < STEP);
    await migrate(database, 0, before);
    await sql`insert into users (email, username, password_hash, is_admin, created_at) values ('a', 'a', '', 0, 0)`.execute(
      db,
    );
    // One row more than a batch has.
    for (let number = 1; number <= 501; number += 1) {
      await sql`insert into pixels (user_id, type, name, tag, created_at) values (1, 'bing', ${`ÉCOLE ${number}`}, 'TAG', 0)`.execute(
        db,
      );
    }
    for (const [code, data] of [
      ['one', JSON.stringify('HTTPS://Example.com/"a"')],
      ['two', JSON.stringify({ ssid: 'Café', pass: 'secret', hidden: true })],
    ]) {
      await sql`insert into qr_codes (user_id, code, name, type, data, is_dynamic, design, created_at)
        values (1, ${code}, 'Ünn', 'text', ${data}, 0, '{}', 0)`.execute(db);
    }
    expect(await migrate(database, 0)).toContain(STEP);
    const pixels = await db.selectFrom('pixels').select('search_words').orderBy('id').execute();
    expect([pixels.length, pixels[0]?.search_words, pixels[500]?.search_words]).toEqual([
      501,
      'école 1\ntag',
      'école 501\ntag',
    ]);
    const codes = await db.selectFrom('qr_codes').select('search_words').orderBy('code').execute();
    expect(codes[0]?.search_words).toBe('ünn\nhttps://example.com/"a"');
    expect(codes[1]?.search_words).toContain('ünn\ncafé');
    expect(codes[1]?.search_words).not.toContain('secret');
    await database.close();
  });
});
