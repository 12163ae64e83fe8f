import type { Database } from '../db/db.ts';
import type { Log } from '../lib/log.ts';
import { BEGINNING, findJournalState, type JournalState } from './journal.store.ts';
import { type JournalFolder, takeAbandoned } from './journal-folder.ts';
import { JournalReader, type Position } from './journal-reader.ts';

/** A journal whose clicks are counted. */
export interface ClickSource {
  id: string;
  reader: JournalReader;
  /** The state in the store; undefined until it is read, and after a failure. */
  state: JournalState | undefined;
  /** Clicks that were sent to the store without a response. */
  unanswered: { end: Position; records: number } | undefined;
  /** Whether one of the next clicks may be unwritable. */
  isSuspicious: boolean;
  /** Set if the process that wrote the journal has ended, so that it can be deleted once it is counted. */
  abandoned: JournalFolder | undefined;
}

export function newSource(id: string, reader: JournalReader, abandoned?: JournalFolder): ClickSource {
  return { id, reader, state: undefined, unanswered: undefined, isSuspicious: false, abandoned };
}

/** What finding abandoned journals needs. */
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
      // A later search finds only journals that no process holds.
      for (const left of [...folders.slice(index), ...sources.flatMap((source) => source.abandoned ?? [])])
        left.release();
      throw error;
    });
    // A restored store has taken over journals of the store that it is a backup of, and knows their positions.
    if (!state && folder.storeId !== storeId) {
      log.error('a journal of clicks belongs to another store and is left alone', { journal: folder.path });
      folder.release();
      continue;
    }
    log.info('counting the clicks that an ended process has left', { journal: folder.id });
    sources.push(newSource(folder.id, new JournalReader(folder.path, BEGINNING), folder));
  }
  return sources;
}
