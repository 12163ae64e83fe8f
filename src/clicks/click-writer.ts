import type { Database, Db } from '../db/db.ts';
import { translateStoreError } from '../db/failures.ts';
import { transaction } from '../db/transaction.ts';
import { appendEvents, findListened } from '../feeds/feed.store.ts';
import type { Clock } from '../lib/date-time.ts';
import { hasFirstHours } from '../rollups/first-hour.store.ts';
import { NewerFormatError } from '../rollups/stored-format.ts';
import type { ClickBuffer, SubjectClicks } from './click-buffer.ts';
import { ClickWords } from './click-words.ts';
import { type CountParts, countAll, countGroups, countVisited, sumSubjects } from './count-subjects.ts';
import { toFeedEvents } from './feed-events.ts';
import { changeJournalState, type JournalState, type LastWritten } from './journal.store.ts';
import type { Position } from './journal-reader.ts';
import { PartSize } from './part-size.ts';
import { TextTally } from './text-tally.ts';
import { findOwners, type OwnedClicks } from './visited-owners.ts';
import { queueForWebhooks } from './webhook-clicks.ts';
import { WordIdCache } from './word-id-cache.ts';
import { type GroupClicks, groupByOwner, isWrittenBy, linksByOwner, sumGroup } from './written-subjects.ts';

/** The dependencies of `ClickWriter`. */
export interface WriterParts {
  database: Database;
  retentionDays: number;
  now: Clock;
}

/** The clicks of a journal to write: from the position in `state` up to `end`. */
export interface PendingClicks {
  journalId: string;
  state: JournalState;
  buffer: ClickBuffer;
  end: Position;
}

/** The result of a write: numbers of clicks. */
export interface Written {
  people: number;
  bots: number;
  /** Clicks on subjects that have been deleted. */
  orphans: number;
  /** Whether a live feed of one of the owners is open. */
  hasListeners: boolean;
}

/** Pauses after a transaction that took `workedMs`. */
export type Pause = (workedMs: number) => Promise<void>;

/** The state of one write. */
interface Writing extends CountParts {
  pending: PendingClicks;
  pause: Pause;
}

/** Thrown if the stored state of the journal is not the expected one; the transaction is rolled back. */
export class WrittenBeforeError extends Error {}

/** Thrown to roll back a trial. */
class TrialEnd extends Error {}

// Up to this many subjects are written in a single transaction.
const FEW_SUBJECTS = 60;

/**
 * Writes clicks to the store, each exactly once. Clicks on many subjects are written in several short transactions, so that API
 * requests can write in between; each one stores its progress. The last one syncs to disk, which makes all of them durable.
 */
export class ClickWriter {
  readonly #parts: WriterParts;
  readonly #wordIds = new WordIdCache();
  readonly #partSize: PartSize;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#partSize = new PartSize(parts.database.engine);
  }

  /** Calls `pause` after each transaction except the last. */
  async write(pending: PendingClicks, pause: Pause): Promise<Written> {
    const { buffer, state } = pending;
    const writing: Writing = { ...(await this.#newCount(buffer)), pending, pause };
    const visited = buffer.listSubjects();
    if (!state.partly && visited.length <= FEW_SUBJECTS) return this.#writeAtOnce(writing, visited);
    const owned = await this.#writeVisited(writing, visited);
    await this.#writeGroups(writing, groupByOwner(owned));
    const { db } = this.#parts.database;
    const hasListeners = await transaction(db, (tx) => this.#finish(tx, pending, owned));
    return { ...sumUp(visited, owned), hasListeners };
  }

  /** Tries to write the clicks, rolls back, and returns whether it worked. */
  async canWrite(buffer: ClickBuffer): Promise<boolean> {
    const { db } = this.#parts.database;
    const parts = await this.#newCount(buffer);
    const visited = buffer.listSubjects();
    try {
      return await transaction(db, async (tx) => {
        await countAll(tx, visited, parts);
        throw new TrialEnd();
      });
    } catch (error) {
      if (translateStoreError(error) || error instanceof NewerFormatError) throw error;
      return error instanceof TrialEnd;
    }
  }

  async #newCount(buffer: ClickBuffer): Promise<CountParts> {
    const { database, retentionDays } = this.#parts;
    return {
      buffer,
      tally: new TextTally(buffer),
      words: new ClickWords(buffer, this.#wordIds),
      isKeeping: retentionDays > 0,
      // Not remembered: a backup of an older store may be restored while the server runs.
      hasFirstHours: await hasFirstHours(database.db),
    };
  }

  async #writeAtOnce(writing: Writing, visited: SubjectClicks[]): Promise<Written> {
    const written = await transaction(this.#parts.database.db, async (tx) => {
      const owned = await countAll(tx, visited, writing);
      return { ...sumUp(visited, owned), hasListeners: await this.#finish(tx, writing.pending, owned) };
    });
    writing.words.commit();
    return written;
  }

  /** Counts clicks for the visited subjects; returns those that exist. */
  async #writeVisited(writing: Writing, visited: SubjectClicks[]): Promise<OwnedClicks[]> {
    const last = writing.pending.state.partly?.last;
    const done = visited.filter((subject) => isWrittenBy(subject, last));
    const parts: OwnedClicks[][] = [];
    if (done.length > 0) parts.push(await transaction(this.#parts.database.db, (tx) => findOwners(tx, done)));
    const left = visited.slice(done.length);
    for (const part of this.#partSize.split(left, ({ people, bots }) => people + bots)) {
      const summed = sumSubjects(part, writing.tally);
      parts.push(await this.#writePart(writing, part, (tx) => countVisited(tx, summed, writing)));
    }
    return parts.flat();
  }

  async #writeGroups(writing: Writing, groups: GroupClicks[]): Promise<void> {
    const last = writing.pending.state.partly?.last;
    const left = groups.filter((group) => !isWrittenBy(group, last));
    // Only distinct values cost time within the transaction, not clicks: these have been added up before.
    for (const part of this.#partSize.split(left, () => 1)) {
      const summed = part.map((group) => sumGroup(group, writing.tally));
      await this.#writePart(writing, part, (tx) => countGroups(tx, summed, writing));
    }
  }

  /** Counts some subjects in a transaction that also stores the progress. */
  async #writePart<Counted>(
    { pending, words, pause }: Writing,
    part: LastWritten[],
    count: (tx: Db) => Promise<Counted>,
  ): Promise<Counted> {
    const { noun, id } = part.at(-1) as LastWritten;
    const next: JournalState = { ...pending.state, partly: { end: pending.end, last: { noun, id } } };
    const startMs = performance.now();
    const counted = await transaction(this.#parts.database.unsyncedDb, async (tx) => {
      const done = await count(tx);
      await this.#changeState(tx, pending, next);
      return done;
    });
    words.commit();
    pending.state = next;
    const tookMs = performance.now() - startMs;
    this.#partSize.learn(tookMs);
    await pause(tookMs);
    return counted;
  }

  /** Stores the new position of the journal and adds the clicks to open live feeds and webhooks; returns whether a feed is open. */
  async #finish(tx: Db, pending: PendingClicks, owned: OwnedClicks[]): Promise<boolean> {
    const now = this.#parts.now();
    const links = linksByOwner(owned);
    const listened = await findListened(tx, [...links.keys()], now);
    const events = listened.map((owner) => [owner, toFeedEvents(pending.buffer, links.get(owner) ?? [])] as const);
    if (listened.length > 0) await appendEvents(tx, new Map(events), now);
    await queueForWebhooks(tx, pending.buffer, owned, now);
    await this.#changeState(tx, pending, { position: pending.end, partly: undefined });
    return listened.length > 0;
  }

  async #changeState(tx: Db, { journalId, state }: PendingClicks, next: JournalState): Promise<void> {
    if (!(await changeJournalState(tx, journalId, state, next, this.#parts.now()))) throw new WrittenBeforeError();
  }
}

function countOf(subjects: SubjectClicks[]): { people: number; bots: number } {
  const sums = { people: 0, bots: 0 };
  for (const { people, bots } of subjects) {
    sums.people += people;
    sums.bots += bots;
  }
  return sums;
}

function sumUp(visited: SubjectClicks[], owned: OwnedClicks[]): Omit<Written, 'hasListeners'> {
  const all = countOf(visited);
  const { people, bots } = countOf(owned.map(({ subject }) => subject));
  return { people, bots, orphans: all.people + all.bots - people - bots };
}
