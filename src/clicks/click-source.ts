import type { Database } from '../db/db.ts';
import type { Log } from '../lib/log.ts';
import { BEGINNING, findJournalState, type JournalState } from './journal.store.ts';
import { type JournalFolder, takeAbandoned } from './journal-folder.ts';
import { JournalReader, type Position } from './journal-reader.ts';

/** A journal whose clicks are counted. */
export interface ClickSource {
  id: string;
  reader: JournalReader;
  /** The stored state; undefined until it is read, and again after a failure. */
  state: JournalState | undefined;
  /** Clicks that were sent to the store, which has not confirmed them. */
  unanswered: { end: Position; records: number } | undefined;
  /** Whether the next clicks may include one that cannot be written. */
  isSuspicious: boolean;
  /** Set if the process that wrote the journal has ended: the journal can be deleted once it is counted. */
  abandoned: JournalFolder | undefined;
}

export function newSource(id: string, reader: JournalReader, abandoned?: JournalFolder): ClickSource {
  return { id, reader, state: undefined, unanswered: undefined, isSuspicious: false, abandoned };
}

/** The dependencies of `adoptSources`. */
export interface AdoptParts {
  database: Database;
  /** Folder of all journals of this machine. */
  root: string;
  storeId: string;
  log: Log;
}

/** Takes over the journals of processes that have ended. */
export async function adoptSources({ database, root, storeId, log }: AdoptParts): Promise<ClickSource[]> {
  const sources: ClickSource[] = [];
  const folders = await takeAbandoned(root);
  for (const [index, folder] of folders.entries()) {
    const state = await findJournalState(database.db, folder.id).catch((error) => {
      // A later search finds only unlocked journals.
      for (const left of [...folders.slice(index), ...sources.flatMap((source) => source.abandoned ?? [])])
        left.release();
      throw error;
    });
    // A restored store also has rows for journals of the store that was backed up.
    if (!state && folder.storeId !== storeId) {
      log.error('a click journal belongs to another store and was ignored', { journal: folder.path });
      folder.release();
      continue;
    }
    log.info('counting clicks left by a process that ended', { journal: folder.id });
    sources.push(newSource(folder.id, new JournalReader(folder.path, BEGINNING), folder));
  }
  return sources;
}
