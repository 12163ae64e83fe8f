import type { Config } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import type { HubConnection } from './hub-connection.ts';
import { MemoryWindows } from './memory-windows.ts';
import { NO_OTHER_WORKERS, type OtherWorkers } from './other-workers.ts';
import { RedisConnection } from './redis-connection.ts';
import { RedisWindows } from './redis-windows.ts';

/** What the processes and nodes of one installation share. */
export interface Bus {
  windows: RateWindows;
  /** Windows of this process alone, for limits that need not be exact across processes. */
  ownWindows: RateWindows;
  otherWorkers: OtherWorkers;
  /** Whether Redis responds; always true without Redis. */
  ping(): Promise<boolean>;
  close(): void;
}

/** Counts in Redis if REDIS_URL is set, else in the hub of the workers, else in this process. */
export function openBus(config: Config, log: Log, now: Clock = Date.now, hub?: HubConnection): Bus {
  const ownWindows = new MemoryWindows(now);
  const machineWindows = hub?.sharedWindows(ownWindows) ?? ownWindows;
  const otherWorkers = hub ?? NO_OTHER_WORKERS;
  if (config.redisUrl === undefined) {
    return { windows: machineWindows, ownWindows, otherWorkers, ping: async () => true, close: () => {} };
  }
  const redis = new RedisConnection(config.redisUrl, log);
  return {
    windows: new RedisWindows(redis, machineWindows, now),
    ownWindows,
    otherWorkers,
    ping: async () => (await redis.send('PING', [])) !== undefined,
    close: () => redis.close(),
  };
}
