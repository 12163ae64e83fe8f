import { usedMs } from '../test/support/server-process.ts';
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

/** Measures the cost of one contender in several rounds. */
interface Meter {
  run(): Promise<void>;
  /**
   * The cost of a request, by the median of the rounds: a slow moment of the machine affects one of them. A round ends when the next one
   * begins, because a server may finish its work later.
   */
  finish(): Cost;
}

/** Creates a meter that has not measured anything yet. */
export function createMeter({ server, newRequests, waitUntilCounted }: Contender): Meter {
  const rounds = { servingMs: [] as number[], wallMs: [] as number[], allMs: [] as number[] };
  let roundStartMs = 0;

  async function send(count: number): Promise<{ servingMs: number; wallMs: number }> {
    const requests = newRequests(count);
    const startMs = performance.now();
    const servingMs = await sendAll(server, requests, { count, expected: '302' });
    const wallMs = performance.now() - startMs;
    await waitUntilCounted();
    return { servingMs, wallMs };
  }

  function endRound(): void {
    if (rounds.servingMs.length > 0) rounds.allMs.push(usedMs(server.pid) - roundStartMs);
  }

  return {
    async run() {
      endRound();
      await send(BEFORE);
      roundStartMs = usedMs(server.pid);
      const { servingMs, wallMs } = await send(MEASURED);
      rounds.servingMs.push(servingMs);
      rounds.wallMs.push(wallMs);
    },
    finish() {
      endRound();
      return {
        serving: (medianOf(rounds.servingMs) * 1000) / MEASURED,
        all: (medianOf(rounds.allMs) * 1000) / MEASURED,
        perSecond: (MEASURED * 1000) / medianOf(rounds.wallMs),
      };
    },
  };
}
