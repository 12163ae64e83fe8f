import type { Costs } from './costs.ts';
import { countVisited, createPopularity, hitRate, type Popularity, sumOverRanks } from './popularity.ts';

/** The size of an installation. */
export interface Scale {
  links: number;
  visitsPerSecond: number;
}

/** What an installation of some size needs. */
export interface Needs {
  nodes: number;
  visitsPerNode: number;
  /** Link queries a second of all nodes; `ByAlias` if each link is always served by the same node. */
  linkQueries: number;
  linkQueriesByAlias: number;
  /** The share of visits that wait for such a query. */
  waitingShare: number;
  waitingShareByAlias: number;
  /** Memory of the links that a node keeps fresh. */
  freshCacheBytes: number;
  /** If changes were pushed to all nodes and cached links did not expire: the hit rate with two cache sizes, and messages a second. */
  pushedHitRate: number;
  pushedHitRateLarge: number;
  pushedMessages: number;
  /** The share of the counting capacity of a node that is used. */
  countingLoad: number;
  /** Minutes until counting has caught up after an hour with twice the visits. */
  minutesBehindAfterPeak: number;
  journalBytesPerHour: number;
  /** Rollup rows that all nodes write in a second. */
  rowsWritten: number;
  storeBytes: number;
  shards: number;
}

const SECONDS_PER_YEAR = 365 * 86_400;
const ROLLUPS_PER_SUBJECT = 3;
const PEAK_FACTOR = 2;
const PEAK_SECONDS = 3_600;

/**
 * Queries a second for one link on one node. A query makes the link fresh for `refreshSeconds`; the next visit after that makes the
 * next query.
 */
function queriesAt(rate: number, { refreshSeconds }: Costs): number {
  return rate / (1 + rate * refreshSeconds);
}

/** The queries that a visit waits for, because no visit came while the link could be refreshed in the background. */
function waitsAt(rate: number, costs: Costs): number {
  return queriesAt(rate, costs) * Math.exp(-rate * (costs.maxAgeSeconds - costs.refreshSeconds));
}

function sumRates({ count, rateAt }: Popularity, valueFor: (rate: number) => number): number {
  return sumOverRanks(count, (rank) => valueFor(rateAt(rank)));
}

/** The rollup rows that one node writes a second: each batch writes those of every visited link and owner once. */
function rowsPerNode(links: number, visitsPerSecond: number, { batchSeconds, linksPerOwner }: Costs): number {
  const owners = Math.max(1, Math.round(links / linksPerOwner));
  const subjects =
    countVisited(createPopularity(links, visitsPerSecond), batchSeconds) +
    countVisited(createPopularity(owners, visitsPerSecond), batchSeconds);
  return (subjects * ROLLUPS_PER_SUBJECT) / batchSeconds;
}

/** Minutes to count the backlog of a peak hour with the capacity that normal traffic leaves. */
function minutesBehind(arriving: number, capacity: number): number {
  const backlog = Math.max(0, arriving * PEAK_FACTOR - capacity) * PEAK_SECONDS;
  return backlog === 0 ? 0 : backlog / Math.max(0, capacity - arriving) / 60;
}

/** The number of nodes for this many visits. More nodes make more queries, which also cost CPU, so it is found by iteration. */
function countNodes({ links, visitsPerSecond }: Scale, costs: Costs): number {
  let nodes = 1;
  while (true) {
    const onNode = createPopularity(links, visitsPerSecond / nodes);
    const queries = nodes * sumRates(onNode, (rate) => queriesAt(rate, costs));
    const cores = (visitsPerSecond * costs.visitUs + queries * costs.queryUs) / 1e6;
    const needed = Math.ceil(cores / (costs.coresPerNode * costs.plannedShare));
    if (needed <= nodes) return nodes;
    nodes = needed;
  }
}

/** Calculates what an installation of this size needs. */
export function simulate({ links, visitsPerSecond }: Scale, costs: Costs): Needs {
  const { coresPerNode, plannedShare, coresPerShard } = costs;
  const nodes = countNodes({ links, visitsPerSecond }, costs);
  const visitsPerNode = visitsPerSecond / nodes;
  const onNode = createPopularity(links, visitsPerNode);
  const overall = createPopularity(links, visitsPerSecond);
  const linkQueries = nodes * sumRates(onNode, (rate) => queriesAt(rate, costs));
  const countingCapacity = (coresPerNode * costs.countingShare * 1e6) / costs.countingUs;
  const rowsWritten = nodes * rowsPerNode(links, visitsPerNode, costs);
  const storeBytes = links * (costs.linkBytes + costs.rollupBytes);
  const storeCores = (linkQueries * costs.findLinkUs + rowsWritten * costs.writeRowUs) / 1e6;
  return {
    nodes,
    visitsPerNode,
    linkQueries,
    linkQueriesByAlias: sumRates(overall, (rate) => queriesAt(rate, costs)),
    waitingShare: sumRates(onNode, (rate) => waitsAt(rate, costs)) / visitsPerNode,
    waitingShareByAlias: sumRates(overall, (rate) => waitsAt(rate, costs)) / visitsPerSecond,
    freshCacheBytes: countVisited(onNode, costs.maxAgeSeconds) * costs.cachedLinkBytes,
    pushedHitRate: hitRate(onNode, costs.cacheBytes / costs.cachedLinkBytes),
    pushedHitRateLarge: hitRate(onNode, costs.largeCacheBytes / costs.cachedLinkBytes),
    pushedMessages: ((links * costs.changesPerLinkAndYear) / SECONDS_PER_YEAR) * nodes,
    countingLoad: visitsPerNode / countingCapacity,
    minutesBehindAfterPeak: minutesBehind(visitsPerNode, countingCapacity),
    journalBytesPerHour: visitsPerNode * costs.recordBytes * 3600,
    rowsWritten,
    storeBytes,
    shards: Math.ceil(Math.max(storeBytes / costs.shardBytes, storeCores / (coresPerShard * plannedShare))),
  };
}
