import type { Generated } from 'kysely';

/** A tag with a color. Tags without a row exist only on links. */
export interface SavedTagTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  color: string;
  created_at: number;
}
