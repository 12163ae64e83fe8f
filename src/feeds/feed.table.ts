/** The newest events of each user with a current or recent listener. */
export interface FeedTable {
  user_id: number;
  /** The number of the newest event. */
  seq: number;
  /** The newest events as JSON, oldest first, numbered without gaps. */
  events: string;
  listened_at: number;
}
