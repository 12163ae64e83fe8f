import type { Generated } from 'kysely';
import type { PixelType } from './pixel.ts';

export interface PixelTable {
  id: Generated<number>;
  user_id: number;
  type: PixelType;
  name: string;
  tag: string;
  /** Name and tag in lower case. */
  search_words: string;
  created_at: number;
}
