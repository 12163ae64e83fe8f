import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { EventReader } from '../../test/support/event-reader.ts';
import { fastestMs } from '../../test/support/measure.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { transaction } from '../db/transaction.ts';
import { createLog } from '../lib/log.ts';
import { createFeedService, type FeedService } from './feed.service.ts';
import { appendEvents } from './feed.store.ts';
import type { FeedEvent } from './feed.ts';

function eventOf(link: number, alias = 'a'): FeedEvent {
  return { event: 'link', data: { link, alias, change: 'updated', date: '2026-11-16 12:00:00' } };
}

onEachEngine('the service of feeds', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  function newNode(maxStreams?: number, db = site.database.db): FeedService {
    const parts = { db, now: () => NOON, log: createLog('silent', () => {}) };
    return createFeedService(maxStreams === undefined ? parts : { ...parts, maxStreams });
  }

  /** Stores events as another process does: readers see all of a transaction or nothing. */
  function store(userId: number, events: FeedEvent[]): Promise<void> {
    return transaction(site.database.db, (tx) => appendEvents(tx, new Map([[userId, events]]), NOON));
  }

  function openStream(node: FeedService, userId: number, signal = new AbortController().signal) {
    return node.open({ userId, owner: userId, cursor: undefined, signal, isStillAllowed: async () => true });
  }

  async function listen(node: FeedService, userId: number, signal?: AbortSignal): Promise<EventReader> {
    return new EventReader(new Response(await openStream(node, userId, signal)));
  }

  test('events on one node reach listeners on another, in order', async () => {
    const { id } = await site.addUser();
    // The site has transactions of its own in the background.
    const db = site.database.db.withoutPlugins();
    const [here, there] = [newNode(undefined, db), newNode()];
    const readers = [await listen(here, id), await listen(there, id)];
    const links = Array.from({ length: 30 }, (_, index) => index + 1);
    const transactions = spyOn(db, 'transaction');
    await Promise.all(links.map((link) => here.append(id, eventOf(link))));
    expect(transactions.mock.calls.length).toBe(1);
    for (const reader of readers) {
      const events = await reader.events(links.length);
      expect(events.map((event) => event?.data.link)).toEqual(links);
    }
    await Promise.all([here.close(), there.close()]);
  });

  test('events that others stored are sent at once when it is woken', async () => {
    const { id } = await site.addUser();
    const node = newNode();
    const reader = await listen(node, id);
    await reader.next();
    const sentMs = await fastestMs(4, async (link) => {
      await store(id, [eventOf(link)]);
      for (let count = 0; count < 100; count += 1) node.wake();
      expect((await reader.nextEvent())?.data.link).toBe(link);
    });
    // It looks by itself every second, and each round after the first begins just after it has looked.
    expect(sentMs).toBeLessThan(500);
    await node.close();
  });

  test('a process limits its number of streams', async () => {
    const node = newNode(3);
    const users = [await site.addUser(), await site.addUser()].map(({ id }) => id);
    const [first = 0, second = 0] = users;
    const leaving = new AbortController();
    await Promise.all([openStream(node, first), openStream(node, second), openStream(node, second, leaving.signal)]);
    await expect(openStream(node, first)).rejects.toMatchObject({ kind: 'rate_limited', code: 'streams_full' });
    leaving.abort();
    await openStream(node, first);
    await node.close();
  });

  test('a client that does not read is disconnected; others of the same user are not', async () => {
    const { id } = await site.addUser();
    const node = newNode();
    const slow = (await openStream(node, id)).getReader();
    const reader = await listen(node, id);
    for (let round = 0; round < 4; round += 1) {
      const events = Array.from({ length: 200 }, (_, index) => eventOf(index + 1, 'x'.repeat(2_000)));
      await store(id, events);
      node.wake();
      expect((await reader.events(200)).at(-1)?.data.link).toBe(200);
    }
    await expect(slow.read()).rejects.toThrow('before all of it was read');
    await node.append(id, eventOf(7));
    expect((await reader.nextEvent())?.data.link).toBe(7);
    await node.close();
  });

  test('closing ends every stream, and a stream that is opened afterward ends at once', async () => {
    const { id } = await site.addUser();
    const node = newNode();
    const readers = [await listen(node, id), await listen(node, id)];
    for (const reader of readers) await reader.next();
    await node.close();
    for (const reader of [...readers, await listen(node, id)]) expect(await reader.next()).toBeUndefined();
    await node.append(id, eventOf(1));
    await node.close();
  });

  test('a client that disconnects before the stream begins leaves nothing behind', async () => {
    const { id } = await site.addUser();
    const node = newNode(1);
    expect(await (await listen(node, id, AbortSignal.abort())).next()).toBeUndefined();
    const leaving = new AbortController();
    const opening = listen(node, id, leaving.signal);
    leaving.abort();
    expect(await (await opening).next()).toBeUndefined();
    await openStream(node, id);
    await node.close();
  });
});
