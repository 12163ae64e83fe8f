import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { appendEvents, deleteOldFeeds, findListened, readFeed, readSeqs, touchFeed } from './feed.store.ts';
import { type FeedEvent, KEPT_EVENTS, LISTENED_FOR_MS } from './feed.ts';

function eventOf(link: number): FeedEvent {
  return { event: 'link', data: { link, alias: 'a/"é', change: 'updated', date: '2026-11-16 12:00:00' } };
}

function eventsOf(count: number): FeedEvent[] {
  return Array.from({ length: count }, (_, index) => eventOf(index + 1));
}

/** The same store, with a count of its queries. */
function counting(db: Db): { db: Db; asked(): number } {
  let count = 0;
  const plugin = {
    transformQuery: <Node>({ node }: { node: Node }) => node,
    // Also called for prepared statements, unlike the other one.
    async transformResult<Result>({ result }: { result: Result }): Promise<Result> {
      count += 1;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), asked: () => count };
}

onEachEngine('the store of feeds', (engine) => {
  let site: TestSite;
  let db: Db;

  beforeAll(async () => {
    site = await openTestSite(engine);
    db = site.database.db;
  });
  afterAll(() => site.close());

  async function newUser(): Promise<number> {
    return (await site.addUser()).id;
  }

  function append(userId: number, events: FeedEvent[], now = NOON): Promise<void> {
    return transaction(db, (tx) => appendEvents(tx, new Map([[userId, events]]), now));
  }

  test('a feed begins with the time as its number, and keeps it while it has a listener', async () => {
    const user = await newUser();
    expect(await readFeed(db, user)).toBeUndefined();
    expect(await touchFeed(db, user, NOON)).toBe(NOON);
    await append(user, [eventOf(1)], NOON);
    expect(await touchFeed(db, user, NOON + 60_000)).toBe(NOON + 1);
    expect((await readFeed(db, user))?.events).toHaveLength(1);
  });

  test('a feed that was not filled for a while restarts with an unused number', async () => {
    const user = await newUser();
    await touchFeed(db, user, NOON);
    await append(user, eventsOf(3));
    const later = NOON + LISTENED_FOR_MS;
    expect(await touchFeed(db, user, later)).toBe(later);
    expect(await readFeed(db, user)).toEqual({ seq: later, events: [] });
    const busy = await newUser();
    await touchFeed(db, busy, NOON);
    await db
      .updateTable('feeds')
      .set({ seq: later + 5 })
      .where('user_id', '=', busy)
      .execute();
    expect(await touchFeed(db, busy, later)).toBe(later + 6);
  });

  test('events are numbered without gaps and read back unchanged', async () => {
    const user = await newUser();
    await touchFeed(db, user, NOON);
    await append(user, [eventOf(1), eventOf(2)]);
    await append(user, [eventOf(3)]);
    expect(await readFeed(db, user)).toEqual({
      seq: NOON + 3,
      events: [1, 2, 3].map((link) => ({ seq: NOON + link, ...eventOf(link) })),
    });
  });

  test('only the newest events are kept, even if more arrive at once', async () => {
    const user = await newUser();
    await touchFeed(db, user, NOON);
    await append(user, eventsOf(KEPT_EVENTS - 1));
    await append(user, eventsOf(3));
    const feed = await readFeed(db, user);
    expect(feed?.events).toHaveLength(KEPT_EVENTS);
    expect(feed?.events[0]?.seq).toBe(NOON + 3);
    await append(user, eventsOf(KEPT_EVENTS * 2));
    const full = await readFeed(db, user);
    expect(full?.events).toHaveLength(KEPT_EVENTS);
    expect(full?.events.at(-1)?.seq).toBe(full?.seq);
    expect(full?.events[0]?.data.link).toBe(KEPT_EVENTS + 1);
  });

  test('without listeners there is one query and no write', async () => {
    const users = [await newUser(), await newUser()];
    const [gone = 0] = users;
    await touchFeed(db, gone, NOON - LISTENED_FOR_MS);
    const before = await readFeed(db, gone);
    const counted = counting(db);
    await appendEvents(counted.db, new Map(users.map((user) => [user, eventsOf(2)])), NOON);
    expect(counted.asked()).toBe(1);
    expect(await readFeed(db, gone)).toEqual(before);
    await appendEvents(counted.db, new Map(), NOON);
    expect(counted.asked()).toBe(1);
  });

  test('among very many users, those with listeners are found, in order', async () => {
    const [first, second, third] = [await newUser(), await newUser(), await newUser()];
    for (const user of [third, first]) await touchFeed(db, user, NOON);
    const many = Array.from({ length: 40_000 }, (_, index) => 1_000_000 + index);
    expect(await findListened(db, [third, second, ...many, first], NOON)).toEqual([first, third]);
  });

  test('concurrent transactions on the same feeds wait for each other', async () => {
    const users = [await newUser(), await newUser()];
    for (const user of users) await touchFeed(db, user, NOON);
    const rounds = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? users : users.toReversed()));
    await Promise.all(
      rounds.map((order) =>
        transaction(db, (tx) => appendEvents(tx, new Map(order.map((user) => [user, eventsOf(2)])), NOON)),
      ),
    );
    for (const user of users) {
      const feed = await readFeed(db, user);
      expect(feed?.seq).toBe(NOON + 24);
      expect(feed?.events.map(({ seq }) => seq)).toEqual(Array.from({ length: 24 }, (_, index) => NOON + 1 + index));
    }
  });

  test('old feeds are deleted, and a feed is deleted with its user', async () => {
    const [old, fresh, leaving] = [await newUser(), await newUser(), await newUser()];
    await touchFeed(db, old, NOON - 60_000);
    for (const user of [fresh, leaving]) await touchFeed(db, user, NOON);
    await db.deleteFrom('users').where('id', '=', leaving).execute();
    expect(await deleteOldFeeds(db, NOON)).toBeGreaterThan(0);
    expect([...(await readSeqs(db, [old, fresh, leaving])).keys()]).toEqual([fresh]);
  });
});
