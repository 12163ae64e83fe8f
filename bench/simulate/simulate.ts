import type { Bench } from '../measure.ts';
import { costs } from './costs.ts';
import { type Needs, type Scale, simulate } from './model.ts';

const scales: Record<string, Scale> = {
  '1 million links, 1,000 visits/s': { links: 1e6, visitsPerSecond: 1e3 },
  '100 million links, 10,000 visits/s': { links: 1e8, visitsPerSecond: 1e4 },
  '10 billion links, 100,000 visits/s': { links: 1e10, visitsPerSecond: 1e5 },
  '100 billion links, 1 million visits/s': { links: 1e11, visitsPerSecond: 1e6 },
};

/** One line of the result: its title, its unit, and the factor from the unit of the model. */
interface Row {
  title: string;
  unit: string;
  factor?: number;
}

const rows: Record<keyof Needs, Row> = {
  nodes: { title: `nodes of ${costs.coresPerNode} cores`, unit: '' },
  visitsPerNode: { title: 'visits a second on a node', unit: '1/s' },
  freshCacheBytes: { title: 'memory of the links that a node keeps fresh', unit: 'MB', factor: 1e-6 },
  linkQueries: { title: 'queries for links, any node serves any link', unit: '1/s' },
  linkQueriesByAlias: { title: 'queries for links, the proxy picks the node by alias', unit: '1/s' },
  waitingShare: { title: 'visits that wait for a query, any node serves any link', unit: '%', factor: 100 },
  waitingShareByAlias: { title: 'visits that wait for a query, node by alias', unit: '%', factor: 100 },
  pushedHitRate: { title: 'hit rate if changes were pushed and nothing expired', unit: '%', factor: 100 },
  pushedMessages: { title: 'messages for pushed changes, all nodes', unit: '1/s' },
  countingLoad: { title: 'share of the counting capacity in use', unit: '%', factor: 100 },
  minutesBehindAfterPeak: { title: 'time to catch up after an hour of twice the visits', unit: 'min' },
  journalBytesPerHour: { title: 'journal of a node while the store is away for an hour', unit: 'GB', factor: 1e-9 },
  rowsWritten: { title: 'rows of rollups written, all nodes', unit: '1/s' },
  storeBytes: { title: 'links and their total rollups in the store', unit: 'GB', factor: 1e-9 },
  shards: { title: `shards of PostgreSQL with ${costs.coresPerShard} cores`, unit: '' },
};

/** Calculates installations of four sizes from the costs that the other benchmarks measure. */
export async function benchSimulate(): Promise<Bench[]> {
  const needs = Object.entries(scales).map(([name, scale]) => [name, simulate(scale, costs)] as const);
  return (Object.entries(rows) as [keyof Needs, Row][]).map(([key, { title, unit, factor = 1 }]) => ({
    title,
    unit,
    values: Object.fromEntries(needs.map(([name, need]) => [name, need[key] * factor])),
    claims: [],
  }));
}
