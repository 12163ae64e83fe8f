import { rmSync } from 'node:fs';
import { DAY_MS } from '../src/rollups/subject.ts';
import { newFolder } from '../test/support/engines.ts';
import { startCounter } from './click-counter.ts';
import { newClickStore } from './click-store.ts';
import { byCondition, type Condition, under } from './conditions.ts';
import type { Counted } from './counting.worker.ts';
import { createRandom, createZipf } from './random.ts';
import { createVisits } from './visitors.ts';

const VISITORS = 20_000;
const OWNERS = 5;

/** The links to click, and their store. */
export interface Scenario {
  linksEach: number;
  clicks: number;
  /** The index of the link for the next click. */
  chooser(linkCount: number): () => number;
  store?: Record<string, string>;
  /** More rounds of warm-up before the one that every scenario has: the age of the clicks in each. */
  warmUpAgesMs?: number[];
}

function inTurn(linkCount: number): () => number {
  let number = 0;
  return () => number++ % linkCount;
}

export const zipf: Scenario = {
  linksEach: 200,
  clicks: 40_000,
  chooser: (linkCount) => createZipf(linkCount, createRandom(2)),
};
// While all clicks of a link are from one hour, it has one rollup instead of three, and on the next day these three are equal, which costs
// less. So these links have clicks of two earlier days.
export const zipfWithOlder: Scenario = { ...zipf, warmUpAgesMs: [2 * DAY_MS, DAY_MS] };
// Five rounds of each condition click 100,000 links once; the others are for the warm-up, which takes two rounds here.
export const longTail: Scenario = { linksEach: 76_000, clicks: 20_000, chooser: inTurn, warmUpAgesMs: [0] };
export const oneHot: Scenario = { linksEach: 200, clicks: 40_000, chooser: () => () => 0 };

/** A scenario that is being measured. */
export interface Running {
  /** Counts the clicks of one round under a condition; returns the microseconds of the counting thread for a click. */
  run(condition: Condition): Promise<number>;
  /** The sum of one value over all rounds of a condition, without the warm-up. */
  sumOf(name: keyof Counted, condition: Condition): number;
  stop(): Promise<void>;
}

/** Takes links of all owners in turn, so that the popular ones are spread over the owners. */
function mixLinks(lists: number[][]): number[] {
  const [first = []] = lists;
  return first.flatMap((_, index) => lists.map((list) => list[index] ?? 0));
}

/** Creates the links of a scenario and the thread that counts their clicks. */
export async function startScenario(scenario: Scenario): Promise<Running> {
  const { linksEach, clicks, chooser, store: own = {}, warmUpAgesMs = [] } = scenario;
  const folder = newFolder();
  const store = await newClickStore({ DATA_DIR: folder, ...own }, OWNERS, linksEach);
  const counter = await startCounter(store);
  const linkIds = mixLinks(store.owners.map((owner) => owner.linkIds));
  const choose = chooser(linkIds.length);
  const visit = createVisits(VISITORS);
  const rounds = byCondition((): Counted[] => []);
  const newClick = (at: number) => ({ linkId: linkIds[choose()] ?? 0, at, texts: visit() });
  const next = () => newClick(Date.now());
  for (const ageMs of warmUpAgesMs) await counter.count(clicks, () => newClick(Date.now() - ageMs));
  return {
    async run(condition) {
      const counted = await under(condition, () => counter.count(clicks, next));
      rounds[condition].push(counted);
      return (counted.cpuMs * 1000) / counted.clicks;
    },
    sumOf: (name, condition) => rounds[condition].slice(1).reduce((sum, counted) => sum + counted[name], 0),
    async stop() {
      await counter.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
