/** Rows to be locked; there are as many as a byte has values. */
export interface NameLockTable {
  slot: number;
}
