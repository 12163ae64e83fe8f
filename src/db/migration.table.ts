/** Which migrations have been applied, and when. */
export interface MigrationTable {
  name: string;
  applied_at: number;
}
