import { usedMs } from '../test/support/server-process.ts';
import { byCondition, type Condition } from './conditions.ts';
import { medianOf, type Server, sendAll } from './measure.ts';

// A few seconds of steady load: counts are written after seconds, and each write costs the same for one click as for many.
const MEASURED = 100_000;
// Visits each of 1,000 links once before each round: while other servers were measured, the cached links expired.
const BEFORE = 1_000;

/** The number of requests that a contender gets in one round. */
export const REQUESTS_A_ROUND = BEFORE + MEASURED;

/** A server, the requests that it gets, and how to wait until it has finished the work that they cause. */
export interface Contender {
  server: Server;
  newRequests(count: number): string[];
  waitUntilCounted(): Promise<void>;
}

/** CPU microseconds of one request, and how many were answered a second. */
export interface Cost {
  serving: number;
  all: number;
  perSecond: number;
}

/** The measured rounds under one condition, in milliseconds. */
interface Rounds {
  serving: number[];
  wall: number[];
  all: number[];
}

/** Measures the cost of one contender in several rounds under each condition. */
interface Meter {
  run(condition: Condition): Promise<void>;
  /** The cost of a request under a condition, by the median of its rounds: a slow moment of the machine affects one of them. */
  costOf(condition: Condition): Cost;
}

/** Creates a meter that has not measured anything yet. */
export function createMeter({ server, newRequests, waitUntilCounted }: Contender): Meter {
  const rounds = byCondition((): Rounds => ({ serving: [], wall: [], all: [] }));
  let open: { condition: Condition; usedBeforeMs: number } | undefined;

  async function send(count: number): Promise<{ servingMs: number; wallMs: number }> {
    const requests = newRequests(count);
    const startMs = performance.now();
    const servingMs = await sendAll(server, requests, { count, expected: '302' });
    const wallMs = performance.now() - startMs;
    await waitUntilCounted();
    return { servingMs, wallMs };
  }

  /** A round ends when the next one begins, because a server may finish its work later. */
  function endRound(): void {
    if (open) rounds[open.condition].all.push(usedMs(server.pid) - open.usedBeforeMs);
    open = undefined;
  }

  return {
    async run(condition) {
      endRound();
      await send(BEFORE);
      open = { condition, usedBeforeMs: usedMs(server.pid) };
      const { servingMs, wallMs } = await send(MEASURED);
      rounds[condition].serving.push(servingMs);
      rounds[condition].wall.push(wallMs);
    },
    costOf(condition) {
      endRound();
      const { serving, wall, all } = rounds[condition];
      return {
        serving: (medianOf(serving) * 1000) / MEASURED,
        all: (medianOf(all) * 1000) / MEASURED,
        perSecond: (MEASURED * 1000) / medianOf(wall),
      };
    },
  };
}
