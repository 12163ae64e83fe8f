import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import * as store from './feed.store.ts';
import { type FeedEvent, MAX_STREAMS_PER_USER, streamsFull, tooManyStreams } from './feed.ts';
import { FeedListener } from './feed-listener.ts';
import { singleFlight } from './single-flight.ts';

/** A client that opens a stream. */
export interface Listening {
  userId: number;
  /** Whose events they are: the workspace. */
  owner: number;
  /** The number of the last event that the client has; if undefined, the stream starts now. */
  cursor: number | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Called repeatedly while the stream is open. */
  isStillAllowed(): Promise<boolean>;
}

/** The events of the links of a user or a shared workspace, for listeners on this node or another. */
export interface FeedService {
  open(listening: Listening): Promise<ReadableStream<Uint8Array>>;
  /** Looks for new events now instead of within a second. */
  wake(): void;
  /** Ends the streams of a workspace whose listeners are no longer allowed; called when a member lost a role in it. */
  recheck(owner: number): void;
  append(owner: number, event: FeedEvent): Promise<void>;
  /** Ends every stream; resolves when nothing here uses the store anymore. */
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  now: Clock;
  log: Log;
  maxStreams?: number;
}

const MAX_STREAMS = 1_000;
const LOOK_EVERY_MS = 1_000;
const BEAT_EVERY_MS = 15_000;
const CHECK_EVERY_MS = 4_000;
// A key that was revoked longer ago than this receives no event.
const CHECK_BEFORE_EVENT_MS = 1_000;
const TOUCH_EVERY_MS = 60_000;
const RETRY_AFTER_SECONDS = 15;

export function createFeedService({ db, now, log, maxStreams = MAX_STREAMS }: Parts): FeedService {
  const listeners = new Set<FeedListener>();
  const touchedAt = new Map<number, number>();
  const appending = new ConcurrencyLimiter(1);
  const waiting: { owner: number; event: FeedEvent }[] = [];
  let timer: Timer | undefined;
  let isClosed = false;

  /** A clock that was set back must not delay work that is due. */
  function isDue(lastAt: number | undefined, everyMs: number): boolean {
    return lastAt === undefined || Math.abs(now() - lastAt) >= everyMs;
  }

  async function touch(owner: number): Promise<number> {
    const at = now();
    const seq = await store.touchFeed(db, owner, at);
    touchedAt.set(owner, at);
    return seq;
  }

  /** Ends the stream if its key is no longer valid; `freshMs` is how long an earlier check counts. */
  async function check(listener: FeedListener, freshMs: number): Promise<void> {
    if (listener.isEnded || !isDue(listener.checkedAt, freshMs)) return;
    const askedAt = now();
    if (await listener.isStillAllowed()) listener.checkedAt = askedAt;
    else listener.refuse();
  }

  const deliver = singleFlight(log, 'the feeds cannot be read', async () => {
    const begun = [...listeners].filter(({ seen }) => seen !== undefined);
    const byOwner = Map.groupBy(begun, ({ owner }) => owner);
    if (byOwner.size === 0) return;
    const seqs = await store.readSeqs(db, [...byOwner.keys()]);
    for (const [owner, group] of byOwner) {
      const behind = group.filter(({ seen }) => seen !== seqs.get(owner));
      if (behind.length === 0) continue;
      const feed = await store.readFeed(db, owner);
      // A feed is deleted with its user, or during a long outage of the store; then a new one is created.
      for (const listener of behind) {
        await check(listener, CHECK_BEFORE_EVENT_MS);
        if (listener.isEnded) continue;
        if (feed) listener.catchUp(feed);
        else listener.end();
      }
      // SQLite responds synchronously, so visitors would have to wait.
      await setImmediate();
    }
  });

  const review = singleFlight(log, 'the listeners cannot be checked', async () => {
    for (const listener of [...listeners]) {
      if (listener.isEnded || !isDue(listener.checkedAt, CHECK_EVERY_MS)) continue;
      await check(listener, CHECK_EVERY_MS);
      if (!listener.isEnded && isDue(touchedAt.get(listener.owner), TOUCH_EVERY_MS)) await touch(listener.owner);
      await setImmediate();
    }
  });

  function wake(): void {
    if (listeners.size > 0) void deliver();
  }

  function look(): void {
    for (const listener of [...listeners]) if (isDue(listener.beatAt, BEAT_EVERY_MS)) listener.beat(now());
    wake();
    void review();
  }

  function onEnd(listener: FeedListener): void {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    touchedAt.clear();
    clearInterval(timer);
    timer = undefined;
  }

  /** Reserves the slot before anything is awaited, so that parallel requests cannot share one. */
  function admit({ userId, owner, signal, isStillAllowed }: Listening): FeedListener {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    if (listeners.size >= maxStreams) throw streamsFull({ retryAfterSeconds });
    const own = [...listeners].filter((listener) => listener.userId === userId);
    if (own.length >= MAX_STREAMS_PER_USER) throw tooManyStreams({ retryAfterSeconds });
    const listener = new FeedListener({ userId, owner, now: now(), isStillAllowed, onEnd });
    listeners.add(listener);
    timer ??= setInterval(look, LOOK_EVERY_MS);
    signal.addEventListener('abort', () => listener.end(), { once: true });
    if (signal.aborted || isClosed) listener.end();
    return listener;
  }

  return {
    async open(listening) {
      const { owner, cursor } = listening;
      const listener = admit(listening);
      if (listener.isEnded) return listener.stream;
      try {
        const seq = await touch(owner);
        const feed = cursor === undefined || cursor === seq ? undefined : await store.readFeed(db, owner);
        listener.begin(cursor ?? seq);
        if (feed) listener.catchUp(feed);
      } catch (error) {
        listener.end();
        throw error;
      }
      return listener.stream;
    },

    wake,

    recheck(owner) {
      for (const listener of listeners) if (listener.owner === owner) listener.checkedAt = Number.NEGATIVE_INFINITY;
      void review();
    },

    /** Appends one batch after another, so that events keep their order; later events join the next batch. */
    append: (owner, event) => {
      waiting.push({ owner, event });
      return appending.run(async () => {
        const byOwner = Map.groupBy(waiting.splice(0), (one) => one.owner);
        const listened = await store.findListened(db, [...byOwner.keys()], now());
        if (listened.length === 0) return;
        const events = listened.map((id) => [id, (byOwner.get(id) ?? []).map((one) => one.event)] as const);
        await transaction(db, (tx) => store.appendEvents(tx, new Map(events), now()));
        wake();
      });
    },

    async close() {
      isClosed = true;
      for (const listener of [...listeners]) listener.end();
      await Promise.all([deliver(), review(), appending.run(() => {})]);
    },
  };
}
