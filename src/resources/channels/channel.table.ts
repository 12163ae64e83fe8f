import type { Generated } from 'kysely';
import type { ItemKind } from './channel.ts';

export interface ChannelTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  description: string;
  color: string;
  is_starred: number;
  /** The number of its rows in channel_items; updated in the same transaction as those rows. */
  items: Generated<number>;
  /** Name and description in lower case. */
  search_words: string;
  created_at: number;
}

export interface ChannelItemTable {
  channel_id: number;
  user_id: number;
  kind: ItemKind;
  item_id: number;
  /** A copy of the creation time of the item, so that one index can sort items of all kinds. */
  item_created_at: number;
}
