import { join } from 'node:path';
import { readPurpose } from '../agent/visit-kind.ts';
import type { Db } from '../db/db.ts';
import type { Log } from '../lib/log.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { CapturedVisit } from '../rollups/subject.ts';
import { deleteJournalState } from './journal.store.ts';
import { Journal, readSharedPosition, type SharedPosition } from './journal.ts';
import { type JournalFolder, newJournalFolder } from './journal-folder.ts';
import { hasReached, type Position } from './journal-reader.ts';

/** Counts clicks on this thread or on another. */
export interface ClickCounter {
  position: Position;
  /** Waits until everything before this place is counted. */
  waitUntilCounted(wanted: Position): Promise<void>;
  stop(): Promise<void>;
}

/** The journal that this process writes, as its counter needs it. */
export interface OwnJournal {
  id: string;
  path: string;
  writtenTo: SharedPosition;
}

/** Where the journals of a data folder are, and what could not be read of them. */
export function clickFolders(dataDir: string): { root: string; quarantineFolder: string } {
  return { root: join(dataDir, 'clicks'), quarantineFolder: join(dataDir, 'quarantine') };
}

// A request for statistics waits no longer than this for clicks to be counted.
const WAIT_LIMIT_MS = 2_000;

const MAX_AGENT = 512;
const MAX_LANGUAGE = 256;
const MAX_REFERRER = 512;
const MAX_FORWARDED = 512;
const MAX_PURPOSE = 64;

/** The value of a header, cut to a maximum length. */
function read(headers: Headers, name: string, maxLength: number): string {
  const value = headers.get(name);
  if (value === null) return '';
  return value.length > maxLength ? value.slice(0, maxLength) : value;
}

/** Takes down every visit, and knows when it is counted. */
export class Clicks {
  readonly journal: Journal;
  readonly #folder: JournalFolder;
  readonly #counter: ClickCounter;
  readonly #isProxied: boolean;
  readonly #db: Db;
  #countedTo = 0;

  private constructor(parts: {
    journal: Journal;
    folder: JournalFolder;
    counter: ClickCounter;
    isProxied: boolean;
    db: Db;
  }) {
    this.journal = parts.journal;
    this.#folder = parts.folder;
    this.#counter = parts.counter;
    this.#isProxied = parts.isProxied;
    this.#db = parts.db;
  }

  /** Begins a journal and starts to count it. */
  static async open(
    {
      dataDir,
      storeId,
      isProxied,
      db,
      log,
    }: { dataDir: string; storeId: string; isProxied: boolean; db: Db; log: Log },
    startCounter: (own: OwnJournal) => ClickCounter,
  ): Promise<Clicks> {
    const folder = newJournalFolder(clickFolders(dataDir).root, storeId);
    const journal = await Journal.begin(folder.path, (error) => {
      log.error('the journal of clicks has no room', { error });
    });
    const counter = startCounter({ id: folder.id, path: folder.path, writtenTo: journal.writtenTo });
    return new Clicks({ journal, folder, counter, isProxied, db });
  }

  /** Writes a visit to the journal; never throws and never waits. */
  capture({ noun, id, headers, peer, at, isHead }: CapturedVisit): void {
    // It is read from the right, where the proxies have written.
    const forwardedFor = this.#isProxied ? (headers.get('X-Forwarded-For') ?? '').slice(-MAX_FORWARDED) : '';
    const agent = read(headers, 'User-Agent', MAX_AGENT);
    const language = read(headers, 'Accept-Language', MAX_LANGUAGE);
    const referrer = read(headers, 'Referer', MAX_REFERRER);
    const purpose = readPurpose(headers).slice(0, MAX_PURPOSE);
    this.journal.append({ noun, id, at, isHead, peer, forwardedFor, agent, language, referrer, purpose });
  }

  /** Waits until the clicks so far are counted, but not for long. */
  async waitUntilCounted(): Promise<void> {
    const { written } = this.journal;
    if (written === this.#countedTo) return;
    this.journal.publish();
    const counting = this.#counter.waitUntilCounted(readSharedPosition(this.journal.writtenTo)).then(() => {
      this.#countedTo = Math.max(this.#countedTo, written);
    });
    await withTimeLimit(WAIT_LIMIT_MS, counting).catch(() => {});
  }

  /** Ends the journal; what could not be counted yet stays for the next start. */
  async close(): Promise<void> {
    await this.journal.close();
    await this.#counter.stop();
    if (!hasReached(this.#counter.position, readSharedPosition(this.journal.writtenTo))) {
      this.#folder.release();
      return;
    }
    await this.#folder.remove();
    // A leftover row is harmless.
    await deleteJournalState(this.#db, this.#folder.id).catch(() => {});
  }
}
