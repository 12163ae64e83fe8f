import type { Generated } from 'kysely';
import type { TrashNoun } from '../core/trash.ts';

/** Something that was deleted and can be restored; its statistics stay until the row is purged. */
export interface TrashTable {
  id: Generated<number>;
  user_id: number;
  noun: TrashNoun;
  /** The id that it had, and gets again. */
  item_id: number;
  name: string;
  /** Its row and the rows that were deleted with it as JSON, see trash-content.ts. */
  content: string;
  /** 1 if an administrator deleted something of another user, who cannot restore it. */
  is_taken_down: number;
  /** The campaign of a link, for visits that are counted late. */
  campaign_id: number | null;
  /** Visits before the deletion that were counted after it; its total gets them when it is restored. */
  late_visits: Generated<number>;
  deleted_at: number;
}
