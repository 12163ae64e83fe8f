import { failure } from '../../core/errors.ts';
import type { TrashNoun } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import type { TrashContent } from '../../db/trash-content.ts';

/** Something in the trash, as a list shows it. */
export interface TrashItem {
  id: number;
  userId: number;
  noun: TrashNoun;
  /** Its id, which it keeps when it is restored. */
  itemId: number;
  name: string;
  /** Whether an administrator deleted it, so that its owner cannot restore it. */
  isTakenDown: boolean;
  deletedAt: number;
}

/** Something that is being restored, with its rows. */
export interface RestoredItem extends TrashContent {
  owner: number;
  id: number;
  /** The alias or slug that it gets in place of its own. */
  custom: string | undefined;
}

/** Inserts the rows of a noun again, without references to what no longer exists. Returns what to call once they are stored. */
export type Restore = (tx: Db, item: RestoredItem) => Promise<() => void>;

export const trashItemNotFound = failure(
  'not_found',
  'trash_item_not_found',
  'Get the ID from `GET /api/trash`. What was deleted more than 30 days ago is gone.',
);
