/** Rows that exist only to be locked; there are 256 of them. */
export interface NameLockTable {
  slot: number;
}
