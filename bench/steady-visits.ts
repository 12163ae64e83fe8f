import { runConnection } from './client.ts';
import type { VisitedLinks } from './visited-links.ts';

const TICK_MS = 50;
const REQUESTS_READY = 20_000;
// If the server falls behind by this many ticks, the rate is no longer steady.
const MAX_BEHIND = 100;

/** Visits that arrive at a fixed rate, independent of the speed of the server. */
export interface SteadyVisits {
  /** Stops and returns how many visits were answered. */
  stop(): Promise<number>;
}

/** Starts to visit the links; each tick sends its share over a connection of its own. */
export function startSteadyVisits({ port, newRequests }: VisitedLinks, perSecond: number): SteadyVisits {
  const requests = newRequests(REQUESTS_READY).map((request) => Buffer.from(request));
  const startMs = performance.now();
  const running = new Set<Promise<void>>();
  let sent = 0;
  let failure: unknown;

  async function sendUntil(wanted: number): Promise<void> {
    const next = () => (sent < wanted ? requests[sent++ % requests.length] : undefined);
    try {
      await runConnection({ port }, next, '302');
    } catch (error) {
      failure ??= error;
    }
  }

  const timer = setInterval(() => {
    if (running.size > MAX_BEHIND) failure ??= new Error('the server does not keep up with the rate');
    const wanted = Math.floor(((performance.now() - startMs) / 1000) * perSecond);
    const batch = sendUntil(wanted).finally(() => running.delete(batch));
    running.add(batch);
  }, TICK_MS);

  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      if (failure) throw failure;
      return sent;
    },
  };
}
