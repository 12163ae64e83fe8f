import type { Db } from '../db/db.ts';
import { prepareFind } from '../db/row-statement.ts';
import { type Feed, type FeedEvent, KEPT_EVENTS, LISTENED_FOR_MS, type NumberedEvent } from './feed.ts';

// The maximum number of ids in one query. With more users, all listeners are read, because there are fewer of them.
const MAX_NAMED = 1_000;

// A little shorter than LISTENED_FOR_MS, because the clocks of two nodes may differ.
const FRESH_FOR_MS = LISTENED_FOR_MS - 60_000;

/**
 * Records that a user has a listener, and returns the number of the newest event. A feed that was not filled for a while
 * restarts with an unused number, so that a client that reconnects notices the gap.
 */
export async function touchFeed(db: Db, userId: number, now: number): Promise<number> {
  const { seq } = await db
    .insertInto('feeds')
    .values({ user_id: userId, seq: now, events: '[]', listened_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => {
        const isOld = eb('feeds.listened_at', '<=', now - FRESH_FOR_MS);
        const isAhead = eb('feeds.seq', '>=', eb.ref('excluded.seq'));
        const nextSeq = eb
          .case()
          .when(isAhead)
          .then(eb('feeds.seq', '+', 1))
          .else(eb.ref('excluded.seq'))
          .end();
        return {
          seq: eb.case().when(isOld).then(nextSeq).else(eb.ref('feeds.seq')).end(),
          events: eb.case().when(isOld).then(eb.ref('excluded.events')).else(eb.ref('feeds.events')).end(),
          listened_at: now,
        };
      }),
    )
    .returning('seq')
    .executeTakeFirstOrThrow();
  return seq;
}

const findNamed = prepareFind<number, { user_id: number; listened_at: number }>(
  'select user_id, listened_at from feeds where user_id',
);

/** The users with open streams, in the order in which feeds are locked. */
export async function findListened(db: Db, userIds: number[], now: number): Promise<number[]> {
  const since = now - LISTENED_FOR_MS;
  const rows =
    userIds.length <= MAX_NAMED
      ? await findNamed(db, userIds)
      : await db.selectFrom('feeds').select(['user_id', 'listened_at']).where('listened_at', '>', since).execute();
  const wanted = new Set(userIds);
  return rows
    .filter(({ user_id, listened_at }) => listened_at > since && wanted.has(user_id))
    .map(({ user_id }) => user_id)
    .sort((left, right) => left - right);
}

/** Locks the feed until the transaction ends, and appends the events. */
async function appendTo(tx: Db, userId: number, events: FeedEvent[], now: number): Promise<void> {
  const taken = await tx
    .updateTable('feeds')
    .set((eb) => ({ seq: eb('seq', '+', events.length) }))
    .where('user_id', '=', userId)
    .where('listened_at', '>', now - LISTENED_FOR_MS)
    .returning(['seq', 'events'])
    .executeTakeFirst();
  if (!taken) return;
  const first = taken.seq - events.length + 1;
  const numbered = events.map((event, index) => ({ seq: first + index, ...event }));
  const kept = [...(JSON.parse(taken.events) as NumberedEvent[]), ...numbered].slice(-KEPT_EVENTS);
  await tx
    .updateTable('feeds')
    .set({ events: JSON.stringify(kept) })
    .where('user_id', '=', userId)
    .execute();
}

/** Adds events to the feeds of users with listeners; one small query if there are none. */
export async function appendEvents(tx: Db, byUser: Map<number, FeedEvent[]>, now: number): Promise<void> {
  for (const userId of await findListened(tx, [...byUser.keys()], now)) {
    const events = byUser.get(userId) ?? [];
    if (events.length > 0) await appendTo(tx, userId, events, now);
  }
}

/** The number of the newest event of each user; users without a feed are omitted. */
export async function readSeqs(db: Db, userIds: number[]): Promise<Map<number, number>> {
  const rows = await db.selectFrom('feeds').select(['user_id', 'seq']).where('user_id', 'in', userIds).execute();
  return new Map(rows.map(({ user_id, seq }) => [user_id, seq]));
}

export async function readFeed(db: Db, userId: number): Promise<Feed | undefined> {
  const row = await db.selectFrom('feeds').select(['seq', 'events']).where('user_id', '=', userId).executeTakeFirst();
  return row && { seq: row.seq, events: JSON.parse(row.events) };
}

/** Deletes feeds without a listener since this time; returns how many. */
export async function deleteOldFeeds(db: Db, before: number): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('feeds').where('listened_at', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
