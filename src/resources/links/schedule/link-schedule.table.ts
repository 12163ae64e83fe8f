import type { Generated } from 'kysely';

/** A change of a link that is applied later; the row is deleted in the transaction that applies it. */
export interface ScheduledChangeTable {
  id: Generated<number>;
  link_id: number;
  /** The user who scheduled it; null if the account was deleted. */
  author_id: number | null;
  due_at: number;
  /** The body of the change as JSON, as it was sent, without the password. */
  change: string;
  /** The hash of the password that it sets; null if it sets none. */
  password_hash: string | null;
  /** Why it could not be applied, as JSON; null while it waits. */
  failure: string | null;
  created_at: number;
}
