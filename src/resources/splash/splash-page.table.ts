import type { Generated } from 'kysely';
import type { DisabledBy } from '../../core/take-down.ts';

export interface SplashPageTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** The name in lower case: the database engines fold only A to Z. */
  search_words: string;
  title: string;
  text: string;
  button: string;
  seconds: number;
  background: string | null;
  foreground: string | null;
  accent: string | null;
  picture_id: number | null;
  logo_id: number | null;
  /** Null while it is active. */
  disabled_by: Generated<DisabledBy | null>;
  created_at: number;
}
