import type { TrashNoun } from '../core/trash.ts';
import type { Db } from '../db/db.ts';
import { deleteRefs } from '../imports/import-ref.store.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { createTrashService, type TrashService } from '../resources/trash/trash.service.ts';
import type { ErasedItem } from '../resources/trash/trash.store.ts';
import { eraseAll } from '../rollups/rollup.store.ts';
import type { Noun } from '../rollups/subject.ts';
import type { RestorerParts } from './restore/restore-parts.ts';
import { createRestorers } from './restore/restorers.ts';
import { TrashPurge } from './trash-purge.ts';

interface Parts extends RestorerParts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  now: Clock;
  log: Log;
}

const subjects: Partial<Record<TrashNoun, Noun>> = { url: 'link', qr: 'qr', campaign: 'campaign', bio: 'bio' };

/** Deletes the statistics of things that are erased for good. */
async function eraseStatistics(tx: Db, items: ErasedItem[]): Promise<void> {
  for (const [trashNoun, erased] of Map.groupBy(items, ({ noun }) => noun)) {
    const noun = subjects[trashNoun];
    const ids = erased.map(({ itemId }) => itemId);
    if (noun) await eraseAll(tx, noun, ids);
    if (noun === 'link') await deleteRefs(tx, ids);
  }
  const blockIds = items.flatMap((item) => item.blockIds);
  await eraseAll(tx, 'block', blockIds);
}

/** Creates the trash, connected to all nouns, and what empties it. */
export function openTrash(parts: Parts): { trash: TrashService; trashPurge: TrashPurge } {
  const { db, readDb, now, log } = parts;
  const trash = createTrashService({ db, readDb, restorers: createRestorers(parts), eraseStatistics, now });
  return { trash, trashPurge: new TrashPurge({ db, purgeSome: trash.purgeSomeExpired, now, log }) };
}
