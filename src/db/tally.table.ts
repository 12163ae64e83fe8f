/** How many rows of a noun each user has, so that a list need not count them. */
export interface TallyTable {
  user_id: number;
  noun: string;
  rows: number;
}
