import type { Config } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { type Crew, NO_CREW } from './crew.ts';
import { MemoryWindows } from './memory-windows.ts';
import { RedisLine } from './redis-line.ts';
import { RedisWindows } from './redis-windows.ts';
import type { WorkerLine } from './worker-line.ts';

/** What the processes and nodes of one installation share. */
export interface Bus {
  windows: RateWindows;
  /** Windows of this process alone, for what need not be exact over all. */
  ownWindows: RateWindows;
  crew: Crew;
  /** Whether the shared part answers; always true in a single process. */
  ping(): Promise<boolean>;
  close(): void;
}

/** Redis where the configuration names one, else what the workers of one machine share, else this process alone. */
export function openBus(config: Config, log: Log, now: Clock = Date.now, line?: WorkerLine): Bus {
  const own = new MemoryWindows(now);
  const crew = line ?? NO_CREW;
  const ofMachine = line?.sharedWindows(own) ?? own;
  if (config.redisUrl === undefined) {
    return { windows: ofMachine, ownWindows: own, crew, ping: async () => true, close: () => {} };
  }
  const redis = new RedisLine(config.redisUrl, log);
  return {
    windows: new RedisWindows(redis, ofMachine, now),
    ownWindows: own,
    crew,
    ping: async () => (await redis.send('PING', [])) !== undefined,
    close: () => redis.close(),
  };
}
