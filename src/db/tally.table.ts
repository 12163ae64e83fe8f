/** The number of rows of each noun and user, so that a list need not count them. */
export interface TallyTable {
  user_id: number;
  noun: string;
  rows: number;
}
