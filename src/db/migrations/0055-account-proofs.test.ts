import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0055-account-proofs';

onEachEngine('the step that brings the proofs of accounts', (engine) => {
  test('accounts of administrators and of the identity provider start with a proof, and registered ones without', async () => {
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    await migrate(
      database,
      0,
      migrations.filter(({ name }) => name < STEP),
    );
    const names = ['admin', 'added', 'moved', 'registered', 'provided', 'joined'];
    for (const [index, name] of names.entries())
      await sql`insert into users (id, email, username, password_hash, is_admin, created_at)
        values (${index + 1}, ${name}, ${name}, '', ${name === 'admin' ? 1 : 0}, 5000)`.execute(db);
    const record = (noun: string, id: number, action: string, changes: object) =>
      sql`insert into audit (at, actor_kind, noun, noun_id, action, changes)
        values (1, 'key', ${noun}, ${id}, ${action}, ${JSON.stringify(changes)})`.execute(db);
    await record('user', 2, 'create', { email: { old: null, new: 'added' } });
    await record('account', 2, 'update', { password: { old: 'changed', new: 'changed' } });
    await record('user', 3, 'create', { email: { old: null, new: 'first' } });
    await record('account', 3, 'update', { email: { old: 'first', new: 'moved' } });
    await record('account', 4, 'create', { email: { old: null, new: 'registered' } });
    for (const [user, joinedAt] of [
      [5, 5000],
      [6, 9000],
    ] as const)
      await sql`insert into identities (user_id, issuer, subject, created_at)
        values (${user}, 'https://idp.example', ${`subject ${user}`}, ${joinedAt})`.execute(db);
    expect(await migrate(database, 0)).toContain(STEP);
    const proofs = await db.selectFrom('account_proofs').selectAll().orderBy('user_id').execute();
    expect(proofs.map(({ user_id, email, has_own_credentials: own }) => [user_id, email, own])).toEqual([
      [1, 'admin', 1],
      [2, 'added', 1],
      [3, null, 1],
      [5, null, 1],
    ]);
    await database.close();
  });
});
