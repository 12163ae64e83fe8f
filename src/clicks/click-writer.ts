import type { Database, Db } from '../db/db.ts';
import { translateStoreError } from '../db/failures.ts';
import { transaction } from '../db/transaction.ts';
import { appendEvents, findListened } from '../feeds/feed.store.ts';
import type { Clock } from '../lib/date-time.ts';
import { NewerFormatError } from '../rollups/stored-format.ts';
import type { ClickBuffer, SubjectClicks } from './click-buffer.ts';
import { ClickWords } from './click-words.ts';
import { type CountParts, countAll, countGroups, countVisited } from './count-subjects.ts';
import { toFeedEvents } from './feed-events.ts';
import { changeJournalState, type JournalState, type LastWritten } from './journal.store.ts';
import type { Position } from './journal-reader.ts';
import type { CountedSubject } from './open-subjects.ts';
import { PartSize } from './part-size.ts';
import { TextTally } from './text-tally.ts';
import { createOwners, findOwners, type Owners } from './visited-owners.ts';
import { WordIdCache } from './word-id-cache.ts';
import { groupByOwner, isWrittenBy, linksByOwner } from './written-subjects.ts';

/** What writing clicks needs. */
export interface WriterParts {
  database: Database;
  retentionDays: number;
  now: Clock;
}

/** Clicks of a journal to write: all those after the position of its state, up to `end`. */
export interface PendingClicks {
  journalId: string;
  state: JournalState;
  buffer: ClickBuffer;
  end: Position;
}

/** The numbers of written clicks. */
export interface Written {
  people: number;
  bots: number;
  /** Clicks of subjects that have been deleted. */
  orphans: number;
  /** Whether somebody watches the clicks of one of the owners live. */
  hasListeners: boolean;
}

/** Thrown if the journal is not in the expected state; nothing of the transaction is stored. */
export class WrittenBeforeError extends Error {}

/** Thrown to undo a trial. */
class TrialEnd extends Error {}

// Fewer subjects than this are written in a single transaction.
const FEW_SUBJECTS = 60;

/**
 * Writes clicks to the store, each exactly once. Many clicks are written in several short transactions, so that API requests can
 * write in between; each transaction stores how far it came. The last transaction waits for the disk, and so makes all of them durable.
 */
export class ClickWriter {
  readonly #parts: WriterParts;
  readonly #wordIds = new WordIdCache();
  readonly #partSize: PartSize;

  constructor(parts: WriterParts) {
    this.#parts = parts;
    this.#partSize = new PartSize(parts.database.engine);
  }

  /** Waits with `pause` after each transaction but the last. */
  async write(pending: PendingClicks, pause: (workedMs: number) => Promise<void>): Promise<Written> {
    const { buffer, state } = pending;
    const parts = this.#countParts(buffer);
    const visited = buffer.listSubjects();
    if (!state.partly && visited.length <= FEW_SUBJECTS) return this.#writeAtOnce(pending, visited, parts);
    const owners = await this.#writeVisited(pending, visited, parts, pause);
    await this.#writeGroups(pending, groupByOwner(visited, owners), parts, pause);
    const { db } = this.#parts.database;
    const hasListeners = await transaction(db, (tx) => this.#finish(tx, pending, visited, owners));
    return { ...sumUp(visited, owners), hasListeners };
  }

  /** Whether the clicks can be written; nothing is stored. */
  async canWrite(buffer: ClickBuffer): Promise<boolean> {
    const { db } = this.#parts.database;
    const parts = this.#countParts(buffer);
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

  #countParts(buffer: ClickBuffer): CountParts {
    const isKeeping = this.#parts.retentionDays > 0;
    return { buffer, tally: new TextTally(buffer), words: new ClickWords(buffer, this.#wordIds), isKeeping };
  }

  async #writeAtOnce(pending: PendingClicks, visited: SubjectClicks[], parts: CountParts): Promise<Written> {
    const { db } = this.#parts.database;
    const written = await transaction(db, async (tx) => {
      const owners = await countAll(tx, visited, parts);
      return { ...sumUp(visited, owners), hasListeners: await this.#finish(tx, pending, visited, owners) };
    });
    parts.words.commit();
    return written;
  }

  /** Counts clicks for what was visited; returns the owners. */
  async #writeVisited(
    pending: PendingClicks,
    visited: SubjectClicks[],
    parts: CountParts,
    pause: (workedMs: number) => Promise<void>,
  ): Promise<Owners> {
    const last = pending.state.partly?.last;
    const owners = createOwners();
    const done = visited.filter((subject) => isWrittenBy(subject, last));
    if (done.length > 0) addOwners(owners, await transaction(this.#parts.database.db, (tx) => findOwners(tx, done)));
    const left = visited.slice(done.length);
    await this.#inParts(
      pending,
      left,
      parts,
      pause,
      (tx, part) => countVisited(tx, part, parts),
      (some) => addOwners(owners, some),
    );
    return owners;
  }

  async #writeGroups(
    pending: PendingClicks,
    groups: CountedSubject[],
    parts: CountParts,
    pause: (workedMs: number) => Promise<void>,
  ): Promise<void> {
    const last = pending.state.partly?.last;
    const left = groups.filter((group) => !isWrittenBy(group, last));
    await this.#inParts(pending, left, parts, pause, (tx, part) => countGroups(tx, part, parts));
  }

  /** Counts subjects in short transactions, each of which stores how far it came. */
  async #inParts<Subject extends LastWritten, Counted>(
    pending: PendingClicks,
    subjects: Subject[],
    { words }: CountParts,
    pause: (workedMs: number) => Promise<void>,
    count: (tx: Db, part: Subject[]) => Promise<Counted>,
    onCommit: (counted: Counted) => void = () => {},
  ): Promise<void> {
    for (let from = 0; from < subjects.length; ) {
      const part = subjects.slice(from, from + this.#partSize.subjects);
      from += part.length;
      const { noun, id } = part.at(-1) as Subject;
      const next: JournalState = { ...pending.state, partly: { end: pending.end, last: { noun, id } } };
      const startMs = performance.now();
      const counted = await transaction(this.#parts.database.unsyncedDb, async (tx) => {
        const counted = await count(tx, part);
        await this.#changeState(tx, pending, next);
        return counted;
      });
      words.commit();
      onCommit(counted);
      pending.state = next;
      const tookMs = performance.now() - startMs;
      this.#partSize.learn(part.length, tookMs);
      await pause(tookMs);
    }
  }

  /** Completes the position of the journal, and reports the clicks to those who watch; returns whether there are any. */
  async #finish(tx: Db, pending: PendingClicks, visited: SubjectClicks[], owners: Owners): Promise<boolean> {
    const now = this.#parts.now();
    const links = linksByOwner(visited, owners);
    const listened = await findListened(tx, [...links.keys()], now);
    const events = listened.map((owner) => [owner, toFeedEvents(pending.buffer, links.get(owner) ?? [])] as const);
    if (listened.length > 0) await appendEvents(tx, new Map(events), now);
    await this.#changeState(tx, pending, { position: pending.end, partly: undefined });
    return listened.length > 0;
  }

  async #changeState(tx: Db, { journalId, state }: PendingClicks, next: JournalState): Promise<void> {
    if (!(await changeJournalState(tx, journalId, state, next, this.#parts.now()))) throw new WrittenBeforeError();
  }
}

function addOwners(all: Owners, some: Owners): void {
  for (const noun of Object.keys(all) as (keyof Owners)[]) {
    for (const [id, owner] of some[noun]) all[noun].set(id, owner);
  }
}

function sumUp(visited: SubjectClicks[], owners: Owners): Omit<Written, 'hasListeners'> {
  const sums = { people: 0, bots: 0, orphans: 0 };
  for (const { noun, id, people, bots } of visited) {
    if (owners[noun].has(id)) {
      sums.people += people;
      sums.bots += bots;
    } else sums.orphans += people + bots;
  }
  return sums;
}
