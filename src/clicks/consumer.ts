import type { Database, Db } from '../db/db.ts';
import { translateStoreError } from '../db/failures.ts';
import { transaction } from '../db/transaction.ts';
import { appendEvents, findListened } from '../feeds/feed.store.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { NewerFormatError } from '../rollups/stored-format.ts';
import { type Applied, applyClicks } from './apply-clicks.ts';
import { BatchSize } from './batch-size.ts';
import { Cleanup } from './cleanup.ts';
import type { Click } from './click.ts';
import type { ClickRecord } from './click-record.ts';
import type { EnrichedClicks } from './enrich-clicks.ts';
import { toFeedEvents } from './feed-events.ts';
import * as store from './journal.store.ts';
import type { SharedPosition } from './journal.ts';
import { type JournalFolder, takeAbandoned } from './journal-folder.ts';
import { type Batch, JournalReader, type Position } from './journal-reader.ts';
import { quarantine } from './quarantine.ts';
import { WordIdCache } from './word-id-cache.ts';

/** What a consumer works with. */
export interface ConsumerParts {
  database: Database;
  /** Folder of all journals of this machine. */
  root: string;
  quarantineFolder: string;
  /** The journal that this process writes. */
  own: { id: string; path: string; writtenTo: SharedPosition };
  storeId: string;
  enrich(records: ClickRecord[]): EnrichedClicks;
  retentionDays: number;
  now: Clock;
  log: Log;
}

/** What became of a batch of clicks. */
export interface BatchReport {
  /** Whether they were written by this process. */
  isOwn: boolean;
  records: number;
  people: number;
  bots: number;
  orphans: number;
  broken: number;
  /** How far the journal of this process has been counted. */
  position: Position;
  /** When the last click of the batch was made. */
  lastAt: number;
}

interface Source {
  id: string;
  reader: JournalReader;
  /** How far it is counted in the store. */
  counted: Position;
  /** How many clicks were sent to the store without an answer. */
  unanswered: number;
  /** Set where its writer has ended, so that it can be finished for good. */
  abandoned: JournalFolder | undefined;
}

/** The journal does not stand in the store where it did; nothing of the transaction may be kept. */
class CountedBeforeError extends Error {}

/** Moves clicks from journals into the store, each exactly once. */
export class Consumer {
  readonly #parts: ConsumerParts;
  readonly #book = new WordIdCache();
  readonly #batchSize: BatchSize;
  readonly #cleanup: Cleanup;
  #own: Source | undefined;
  #abandoned: Source[] = [];
  /** So many clicks are taken one by one, because one of them could not be stored. */
  #singly = 0;

  constructor(parts: ConsumerParts) {
    this.#parts = parts;
    this.#batchSize = new BatchSize(parts.database.engine);
    this.#cleanup = new Cleanup({ ...parts, db: parts.database.db });
  }

  /** How far the journal of this process has been counted. */
  get position(): Position {
    return this.#own?.reader.position ?? { segment: 0, offset: 0 };
  }

  /** Takes over the journals of processes that have ended. */
  async adopt(): Promise<void> {
    const { root, storeId, log, database } = this.#parts;
    const folders = await takeAbandoned(root);
    for (const [index, folder] of folders.entries()) {
      const known = await store.findPosition(database.db, folder.id).catch((error) => {
        // A later search finds only journals that no process holds.
        for (const left of folders.slice(index)) left.release();
        throw error;
      });
      // A store that was restored has taken over journals of the one that it was a backup of, and knows them by their position.
      if (!known && folder.storeId !== storeId) {
        log.error('a journal of clicks belongs to another store and is left alone', { journal: folder.path });
        folder.release();
        continue;
      }
      const position = known ?? store.BEGINNING;
      log.info('counting the clicks that an ended process has left', { journal: folder.id });
      const reader = new JournalReader(folder.path, position);
      this.#abandoned.push({ id: folder.id, reader, counted: position, unanswered: 0, abandoned: folder });
    }
  }

  /** Counts one batch; undefined where there is nothing to count. Throws while the store is away, and changes nothing then. */
  async consume(): Promise<BatchReport | undefined> {
    this.#own ??= await this.#openOwn();
    // What was left behind is older.
    for (const source of [...this.#abandoned, this.#own]) {
      const batch = await this.#read(source);
      if (batch === 'newer') continue;
      if (batch) return this.#count(source, batch);
      if (source.abandoned) await this.#finish(source, source.abandoned);
    }
    return undefined;
  }

  /** Lets go of everything. */
  close(): void {
    this.#own?.reader.close();
    for (const { reader, abandoned } of this.#abandoned) {
      reader.close();
      abandoned?.release();
    }
  }

  async #openOwn(): Promise<Source> {
    const { database, own } = this.#parts;
    const position = await store.readPosition(database.db, own.id);
    const reader = new JournalReader(own.path, position, own.writtenTo);
    return { id: own.id, reader, counted: position, unanswered: 0, abandoned: undefined };
  }

  /** Deletes a batch of old or unused rows; returns whether there may be more. */
  tidy(): Promise<boolean> {
    return this.#cleanup.tidy();
  }

  /** The next batch of a journal; `newer` for one of a newer version, which is left for that version to count. */
  async #read(source: Source): Promise<Batch | undefined | 'newer'> {
    try {
      return await source.reader.read(this.#singly > 0 ? 1 : this.#batchSize.records);
    } catch (error) {
      if (!source.abandoned || !(error instanceof NewerFormatError)) throw error;
      this.#parts.log.error('a journal of clicks is left alone', { journal: source.id, error });
      source.reader.close();
      source.abandoned.release();
      this.#abandoned = this.#abandoned.filter((other) => other !== source);
      return 'newer';
    }
  }

  async #count(source: Source, batch: Batch): Promise<BatchReport> {
    const { clicks, failed } = this.#enrich(batch.records);
    const applied = await this.#apply(source, batch, clicks);
    if (!applied) return this.#catchUp(source);
    source.counted = batch.end;
    this.#singly = Math.max(0, this.#singly - batch.records.length);
    this.#book.remember(applied.words);
    this.#report(source, [...batch.broken, ...failed]);
    await source.reader.wipeTo(batch.end);
    const { people, bots, orphans } = applied;
    const broken = batch.broken.length + failed.length;
    return {
      isOwn: source === this.#own,
      records: batch.records.length,
      people,
      bots,
      orphans,
      broken,
      position: this.position,
      lastAt: batch.records.at(-1)?.at ?? 0,
    };
  }

  /** Continues at the stored position: a transaction may have been committed although its response was lost. */
  async #catchUp(source: Source): Promise<BatchReport> {
    source.counted = await store.readPosition(this.#parts.database.db, source.id);
    await source.reader.wipeTo(source.counted);
    const records = source.unanswered;
    source.unanswered = 0;
    const { position } = this;
    return { isOwn: source === this.#own, records, people: 0, bots: 0, orphans: 0, broken: 0, position, lastAt: 0 };
  }

  /** Counts the clicks and notes how far the journal is counted, both or neither; undefined where they are counted already. */
  async #apply(source: Source, { end, records }: Batch, clicks: Click[]): Promise<Applied | undefined> {
    const { database, retentionDays, now } = this.#parts;
    const parts = { book: this.#book, isKeeping: retentionDays > 0 };
    try {
      return await transaction(database.db, async (tx) => {
        const startMs = performance.now();
        const applied = await applyClicks(tx, clicks, parts);
        const listened = await findListened(tx, [...applied.byOwner.keys()], now());
        if (listened.length > 0) await appendEvents(tx, toFeedEvents(applied.byOwner, listened), now());
        await this.#move(tx, source, end);
        this.#batchSize.learn(records.length, performance.now() - startMs);
        return applied;
      });
    } catch (error) {
      if (error instanceof CountedBeforeError) return undefined;
      // A newer version has counted there: nothing is wrong with the clicks.
      if (error instanceof NewerFormatError) throw error;
      if (translateStoreError(error)) {
        source.unanswered = records.length;
        throw error;
      }
      if (records.length > 1) {
        // One of them cannot be stored: tried one by one, the others can.
        this.#singly = records.length;
        throw error;
      }
      this.#parts.log.error('a click could not be counted', { error });
      this.#report(source, records.map(toBytes));
      await transaction(database.db, (tx) => this.#move(tx, source, end));
      return { people: 0, bots: 0, orphans: 0, words: new Map(), byOwner: new Map() };
    }
  }

  async #move(tx: Db, { id, counted }: Source, end: Position): Promise<void> {
    if (!(await store.movePosition(tx, id, counted, end, this.#parts.now()))) throw new CountedBeforeError();
  }

  #enrich(records: ClickRecord[]): { clicks: Click[]; failed: Buffer[] } {
    const { clicks, failed } = this.#parts.enrich(records);
    for (const { error } of failed) this.#parts.log.error('a click could not be read', { error });
    return { clicks, failed: failed.map(({ record }) => toBytes(record)) };
  }

  #report({ id }: Source, broken: Buffer[]): void {
    if (broken.length === 0) return;
    const { quarantineFolder, log } = this.#parts;
    log.error('parts of a journal of clicks could not be read and were put aside', {
      journal: id,
      pieces: broken.length,
      folder: quarantineFolder,
    });
    try {
      quarantine(quarantineFolder, id, broken);
    } catch (error) {
      // The batch is already counted: repeating it would count it twice.
      log.error('they could not be put aside', { journal: id, error });
    }
  }

  /** Files first: a position that was forgotten before them would have every click counted again. */
  async #finish(source: Source, folder: JournalFolder): Promise<void> {
    source.reader.close();
    await folder.remove();
    // There is nothing left to read, even where the store does not let go of the position.
    this.#abandoned = this.#abandoned.filter((other) => other !== source);
    await store.deletePosition(this.#parts.database.db, source.id);
  }
}

function toBytes(record: ClickRecord): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`);
}
