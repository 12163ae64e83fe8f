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
import { encodeRoute } from './steps/read-route.ts';

/** Counts clicks, on this thread or another one. */
export interface ClickCounter {
  position: Position;
  /** Waits until everything before this position is counted. */
  waitUntilCounted(wanted: Position): Promise<void>;
  stop(): Promise<void>;
}

/** What a counter needs to know about the journal of its own process. */
export interface OwnJournal {
  id: string;
  path: string;
  writtenTo: SharedPosition;
}

/** The folders of the journals and of quarantined bytes in a data folder. */
export function clickFolders(dataDir: string): { root: string; quarantineFolder: string } {
  return { root: join(dataDir, 'clicks'), quarantineFolder: join(dataDir, 'quarantine') };
}

// The longest time that a request for statistics waits for clicks to be counted.
const WAIT_LIMIT_MS = 2_000;

const MAX_AGENT = 512;
const MAX_LANGUAGE = 256;
const MAX_REFERRER = 512;
const MAX_FORWARDED = 512;
const MAX_PURPOSE = 64;

/** The value of a header, truncated to a maximum length. */
function readHeader(headers: Headers, name: string, maxLength: number): string {
  const value = headers.get(name);
  if (value === null) return '';
  return value.length > maxLength ? value.slice(0, maxLength) : value;
}

/** Writes visits to the journal of this process and waits until they are counted. */
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

  /** Creates a journal and starts its counter. */
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
      log.error('the click journal is full', { error });
    });
    const counter = startCounter({ id: folder.id, path: folder.path, writtenTo: journal.writtenTo });
    return new Clicks({ journal, folder, counter, isProxied, db });
  }

  /** Writes a visit to the journal; never throws and never waits. */
  capture({ noun, id, headers, peer, at, isHead, isScan, utm, route }: CapturedVisit): void {
    // Keep the end of the header: trusted proxies append there.
    const forwardedFor = this.#isProxied ? (headers.get('X-Forwarded-For') ?? '').slice(-MAX_FORWARDED) : '';
    const agent = readHeader(headers, 'User-Agent', MAX_AGENT);
    const language = readHeader(headers, 'Accept-Language', MAX_LANGUAGE);
    const referrer = readHeader(headers, 'Referer', MAX_REFERRER);
    const purpose = readPurpose(headers).slice(0, MAX_PURPOSE);
    this.journal.append({
      noun,
      id,
      at,
      isHead,
      isScan,
      peer,
      forwardedFor,
      agent,
      language,
      referrer,
      purpose,
      utm,
      route: route === '' ? '' : encodeRoute(route),
    });
  }

  /** Waits until all clicks so far are counted, or until a time limit. */
  async waitUntilCounted(): Promise<void> {
    const { written } = this.journal;
    if (written === this.#countedTo) return;
    this.journal.publish();
    const counting = this.#counter.waitUntilCounted(readSharedPosition(this.journal.writtenTo)).then(() => {
      this.#countedTo = Math.max(this.#countedTo, written);
    });
    await withTimeLimit(WAIT_LIMIT_MS, counting).catch(() => {});
  }

  /** Closes the journal; clicks that are not counted yet are counted after the next start. */
  async close(): Promise<void> {
    await this.journal.close();
    await this.#counter.stop();
    if (!hasReached(this.#counter.position, readSharedPosition(this.journal.writtenTo))) {
      this.#folder.release();
      return;
    }
    await this.#folder.remove();
    // Ignore failures: a leftover row is harmless.
    await deleteJournalState(this.#db, this.#folder.id).catch(() => {});
  }
}
