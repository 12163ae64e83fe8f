import { cacheRules } from '../../src/redirect/store-cache.ts';

/** What one operation costs, and the capacity of the machines. */
export interface Costs {
  /** CPU of a visit, all threads. */
  visitUs: number;
  /** CPU of counting a visit; part of `visitUs`. */
  countingUs: number;
  /** CPU that a node needs in addition for a visit that queries its link. */
  queryUs: number;
  /** CPU of PostgreSQL to find one link, and to write one row of a rollup. */
  findLinkUs: number;
  writeRowUs: number;
  /** Memory of a cached link. */
  cachedLinkBytes: number;
  /** Size of a record in the journal, of a link in the store with its indexes, and of a row of a rollup. */
  recordBytes: number;
  linkBytes: number;
  rollupBytes: number;
  /** A cached link older than this is loaded again in the background, and one older than `maxAgeSeconds` before it is used. */
  refreshSeconds: number;
  maxAgeSeconds: number;
  cacheBytes: number;
  largeCacheBytes: number;
  /** How many seconds of visits one transaction counts. */
  batchSeconds: number;
  /** The share of one processor that counting uses while visits wait to be counted. */
  countingShare: number;
  linksPerOwner: number;
  /** How often the owner of a link changes it. */
  changesPerLinkAndYear: number;
  coresPerNode: number;
  coresPerShard: number;
  shardBytes: number;
  /** The share of a processor that is planned for; the rest is for peaks. */
  plannedShare: number;
}

/** Measured costs and assumptions. Replace the measured ones when the benchmarks print other values. */
export const costs: Costs = {
  // All measured costs are from arm64, Neoverse-N1, two cores.
  // `npm run bench -- visit`, 1,000 links: all threads 79 µs, serving thread 38 µs.
  visitUs: 79,
  countingUs: 41,
  // Serving thread, 10,000 links on SQLite: 230 µs for a link that is not cached, 35 µs for one that is.
  queryUs: 195,
  // Process of PostgreSQL: 10,000 look-ups by alias, one after the other.
  findLinkUs: 66,
  // Processes of PostgreSQL, 20,000 clicks of 1,000 links by Zipf: 1,010 ms for 12,300 rows of rollups, with kept clicks and totals.
  writeRowUs: 82,
  // `bytesOfLink` in src/redirect/snapshot.ts for a URL of 90 characters.
  cachedLinkBytes: 550,
  // `recordBytes` in src/clicks/click-record.ts for the visitors of bench/visitors.ts.
  recordBytes: 252,
  // The size of the file that bench/link-store.ts creates, divided by its number of links.
  linkBytes: 243,
  // A link after 20 visits: the mean of both columns and the overhead of a row.
  rollupBytes: 600,
  // Constants of the program.
  refreshSeconds: cacheRules.refreshAfterMs / 1000,
  maxAgeSeconds: cacheRules.maxAgeMs / 1000,
  cacheBytes: cacheRules.maxBytes,
  // Assumptions.
  largeCacheBytes: 8e9,
  batchSeconds: 5,
  countingShare: 0.5,
  linksPerOwner: 1_000,
  changesPerLinkAndYear: 1,
  coresPerNode: 8,
  coresPerShard: 16,
  shardBytes: 2e12,
  plannedShare: 0.5,
};
