export interface MissTable {
  /** 0 is the main host. */
  domain_id: number;
  /** The start of the day in UTC. */
  day: number;
  /** '' is the row of all codes beyond the limit; its lock decides who may add a code. */
  code: string;
  count: number;
  last_at: number;
}
