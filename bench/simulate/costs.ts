import { cacheRules } from '../../src/redirect/store-cache.ts';

/** What one operation costs, and the capacity of the machines. */
export interface Costs {
  /** CPU of a visit, all threads. */
  visitUs: number;
  /** CPU of counting a visit; part of `visitUs`. */
  countingUs: number;
  /** What a query for a link costs its node in addition. */
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
  // Measured with `npm run bench -- visit`, quiet machine, x86-64: all threads 69 µs, serving thread 26 µs.
  visitUs: 69,
  countingUs: 43,
  // Measured with `npm run bench -- links` on SQLite: a visit of a link that is not cached, less one that is.
  queryUs: 100,
  findLinkUs: 60,
  // Measured with `npm run bench -- clicks` on PostgreSQL: 63 µs of CPU a click, about six rows for three clicks in a batch.
  writeRowUs: 30,
  // `bytesOfLink` in src/redirect/snapshot.ts for a URL of 90 characters.
  cachedLinkBytes: 550,
  // Agent, language, referrer and addresses of the visitors in bench/visitors.ts.
  recordBytes: 300,
  // Size of the file that `npm run bench -- links` makes, divided by its links.
  linkBytes: 400,
  // Mean row of the table `rollups` after `npm run bench -- visit`.
  rollupBytes: 500,
  // The rules of the program.
  refreshSeconds: cacheRules.refreshAfterMs / 1000,
  maxAgeSeconds: cacheRules.maxAgeMs / 1000,
  cacheBytes: cacheRules.maxBytes,
  batchSeconds: 0.5,
  countingShare: 0.5,
  // Assumptions.
  linksPerOwner: 1_000,
  changesPerLinkAndYear: 1,
  coresPerNode: 8,
  coresPerShard: 16,
  shardBytes: 2e12,
  plannedShare: 0.5,
};
