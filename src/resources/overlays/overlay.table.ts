import type { Generated } from 'kysely';
import type { DisabledBy } from '../../core/take-down.ts';
import type { OverlayPosition, OverlayType } from '../../pages/overlay-content.ts';

export interface OverlayTable {
  id: Generated<number>;
  user_id: number;
  type: OverlayType;
  name: string;
  /** The name in lower case: the database engines fold only A to Z. */
  search_words: string;
  /** OverlayContent as JSON. */
  content: string;
  position: OverlayPosition;
  background: string | null;
  foreground: string | null;
  accent: string | null;
  delay: number;
  is_dismissable: number;
  picture_id: number | null;
  logo_id: number | null;
  responses: Generated<number>;
  /** Null while it is active. */
  disabled_by: Generated<DisabledBy | null>;
  created_at: number;
}

export interface OverlayResponseTable {
  id: Generated<number>;
  overlay_id: number;
  link_id: number;
  /** The submitted values by field, as JSON. */
  fields: string;
  /** For a poll: a keyed hash of the voter's address and the day, unique for each overlay; otherwise null. */
  visitor: string | null;
  created_at: number;
}

export interface OverlayVoteTable {
  overlay_id: number;
  answer: string;
  votes: number;
}
