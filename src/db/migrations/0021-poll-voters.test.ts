import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { insertResponse } from '../../resources/overlays/overlay-response.store.ts';
import type { Db } from '../db.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0021-poll-voters';

async function addOverlay(db: Db): Promise<void> {
  await sql`insert into users (email, username, password_hash, is_admin, created_at) values ('a', 'a', '', 0, 0)`.execute(
    db,
  );
  await sql`insert into overlays (user_id, type, name, search_words, content, position, delay, is_dismissable, created_at)
    values (1, 'poll', 'Mine', 'mine', '{}', 'bottom-right', 0, 1, 0)`.execute(db);
}

onEachEngine('the step that makes voters unique for a poll', (engine) => {
  test('existing votes stay, and a voter has one vote over all links afterwards', async () => {
    guards('one-vote');
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    await migrate(
      database,
      0,
      migrations.filter(({ name }) => name < STEP),
    );
    await addOverlay(db);
    const vote = (linkId: number, visitor: string | null) =>
      insertResponse(db, { overlayId: 1, linkId, fields: { answer: 'Yes' }, visitor }, 0);
    expect([await vote(1, 'old-1'), await vote(2, 'old-2'), await vote(1, null), await vote(1, null)]).toEqual(
      Array(4).fill(true),
    );
    expect(await migrate(database, 0)).toContain(STEP);
    expect([await vote(1, 'new'), await vote(2, 'new'), await vote(2, null), await vote(2, null)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    const rows = await db.selectFrom('overlay_responses').select('visitor').execute();
    expect(rows).toHaveLength(7);
    await database.close();
  });
});
