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

/** Waits after a transaction that took this long. */
export type Pause = (workedMs: number) => Promise<void>;

/** Clicks that are being written. */
interface Writing extends CountParts {
  pending: PendingClicks;
  pause: Pause;
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
  async write(pending: PendingClicks, pause: Pause): Promise<Written> {
    const { buffer, state } = pending;
    const writing: Writing = { ...this.#newCount(buffer), pending, pause };
    const visited = buffer.listSubjects();
    if (!state.partly && visited.length <= FEW_SUBJECTS) return this.#writeAtOnce(writing, visited);
    const owners = await this.#writeVisited(writing, visited);
    await this.#writeGroups(writing, groupByOwner(visited, owners));
    const { db } = this.#parts.database;
    const hasListeners = await transaction(db, (tx) => this.#finish(tx, pending, visited, owners));
    return { ...sumUp(visited, owners), hasListeners };
  }

  /** Whether the clicks can be written; nothing is stored. */
  async canWrite(buffer: ClickBuffer): Promise<boolean> {
    const { db } = this.#parts.database;
    const parts = this.#newCount(buffer);
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

  #newCount(buffer: ClickBuffer): CountParts {
    const isKeeping = this.#parts.retentionDays > 0;
    return { buffer, tally: new TextTally(buffer), words: new ClickWords(buffer, this.#wordIds), isKeeping };
  }

  async #writeAtOnce(writing: Writing, visited: SubjectClicks[]): Promise<Written> {
    const written = await transaction(this.#parts.database.db, async (tx) => {
      const owners = await countAll(tx, visited, writing);
      return { ...sumUp(visited, owners), hasListeners: await this.#finish(tx, writing.pending, visited, owners) };
    });
    writing.words.commit();
    return written;
  }

  /** Counts clicks for what was visited; returns the owners. */
  async #writeVisited(writing: Writing, visited: SubjectClicks[]): Promise<Owners> {
    const last = writing.pending.state.partly?.last;
    const owners = createOwners();
    const done = visited.filter((subject) => isWrittenBy(subject, last));
    if (done.length > 0) addOwners(owners, await transaction(this.#parts.database.db, (tx) => findOwners(tx, done)));
    for (const part of this.#partsOf(visited.slice(done.length))) {
      addOwners(owners, await this.#writePart(writing, part, (tx) => countVisited(tx, part, writing)));
    }
    return owners;
  }

  async #writeGroups(writing: Writing, groups: CountedSubject[]): Promise<void> {
    const last = writing.pending.state.partly?.last;
    const left = groups.filter((group) => !isWrittenBy(group, last));
    for (const part of this.#partsOf(left))
      await this.#writePart(writing, part, (tx) => countGroups(tx, part, writing));
  }

  /** Splits subjects into parts of the size that fits when each part begins. */
  *#partsOf<Subject>(subjects: Subject[]): Generator<Subject[]> {
    for (let from = 0; from < subjects.length; ) {
      const part = subjects.slice(from, from + this.#partSize.subjects);
      from += part.length;
      yield part;
    }
  }

  /** Counts some subjects in a transaction that also stores how far the clicks are written. */
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
    this.#partSize.learn(part.length, tookMs);
    await pause(tookMs);
    return counted;
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
