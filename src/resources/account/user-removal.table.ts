/** A user who is being deleted. */
export interface UserRemovalTable {
  user_id: number;
  /** Who gets the content of the user; null if it is deleted. */
  heir_id: number | null;
  started_at: number;
}
