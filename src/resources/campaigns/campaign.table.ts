import type { Generated } from 'kysely';

export interface CampaignTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  slug: string | null;
  is_public: number;
  /** Name and slug in lower case: the database engines fold only A to Z. */
  search_words: string;
  created_at: number;
}
