import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0018-domain-verification';

onEachEngine('the step that brings the verification of domains', (engine) => {
  test('rows keep their ids, domains that point here are verified, and the id sequence continues', async () => {
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    const before = migrations.filter(({ name }) => name < STEP);
    await migrate(database, 0, before);
    await sql`insert into users (email, username, password_hash, is_admin, created_at)
      values ('a', 'a', '', 0, 0), ('b', 'b', '', 0, 0)`.execute(db);
    const add = (host: string, dns: string, checkedAt: number | null) =>
      sql`insert into domains (user_id, scheme, host, name, redirect_404, link_count, dns, dns_checked_at, created_at)
        values (1, 'https', ${host}, ${host.replace(/:.*/, '')}, 'https://example.com/', 3, ${dns}, ${checkedAt}, 5)`.execute(
        db,
      );
    await add('gone.example', 'unknown', null);
    await add('a.shop.example', 'pointing', 7);
    await add('b.shop.example:99', 'elsewhere', 8);
    await add('last.example', 'unknown', null);
    await sql`delete from domains where host in ('gone.example', 'last.example')`.execute(db);
    expect(await migrate(database, 0)).toContain(STEP);

    const rows = await db.selectFrom('domains').selectAll().orderBy('id').execute();
    const common = { user_id: 1, scheme: 'https' as const, redirect_root: null, redirect_404: 'https://example.com/' };
    expect(rows).toEqual([
      {
        ...{ ...common, id: 2, host: 'a.shop.example', name: 'a.shop.example', reversed_name: 'example.shop.a' },
        ...{ link_count: 3, dns: 'pointing', dns_checked_at: 7, verified_at: 7, verified_by: 'address', created_at: 5 },
      },
      {
        ...{ ...common, id: 3, host: 'b.shop.example:99', name: 'b.shop.example', reversed_name: 'example.shop.b' },
        ...{ link_count: 3, dns: 'elsewhere', dns_checked_at: 8, verified_at: null, verified_by: null, created_at: 5 },
      },
    ]);
    const copy = (userId: number, verifiedAt: number | null) =>
      sql<{ id: number }>`insert into domains
        (user_id, scheme, host, name, reversed_name, dns, created_at, verified_at)
        values (${userId}, 'https', 'a.shop.example', 'a.shop.example', 'example.shop.a', 'unknown', 5, ${verifiedAt})
        returning id`.execute(db);
    await expect(copy(1, null)).rejects.toThrow();
    await expect(copy(2, 9)).rejects.toThrow();
    const { rows: added } = await copy(2, null);
    // On PostgreSQL a refused row uses up an id.
    expect(added[0]?.id).toBeGreaterThan(4);
    await sql`delete from users where id = 1`.execute(db);
    expect(await db.selectFrom('domains').select('user_id').execute()).toEqual([{ user_id: 2 }]);
    await database.close();
  });
});
