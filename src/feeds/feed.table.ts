/** The newest events of each user to whom somebody listens, or listened until lately. */
export interface FeedTable {
  user_id: number;
  /** The number of the newest event. */
  seq: number;
  /** The newest events as JSON, oldest first, their numbers without a gap. */
  events: string;
  listened_at: number;
}
