import type { Generated } from 'kysely';
import type { ItemKind } from './channel.ts';

export interface ChannelTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  description: string;
  color: string;
  is_starred: number;
  /** How many rows of channel_items are its own; it changes with them. */
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
  /** Kept here too, so that a page of all kinds is read from one index. */
  item_created_at: number;
}
