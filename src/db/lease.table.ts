/** Background work that one process of all nodes does at a time. */
export interface LeaseTable {
  name: string;
  /** A random text of the process that holds the lease. */
  holder: string;
  /** Another process may take the lease after this time. */
  held_until: number;
}
