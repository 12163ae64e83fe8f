import type { Config } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { MemoryWindows } from './memory-windows.ts';
import { RedisLine } from './redis-line.ts';
import { RedisWindows } from './redis-windows.ts';

/** What the processes and nodes of one installation share. */
export interface Bus {
  windows: RateWindows;
  /** Windows of this process alone, for what need not be exact over all. */
  ownWindows: RateWindows;
  /** Whether the shared part answers; always true in a single process. */
  ping(): Promise<boolean>;
  close(): void;
}

/** Redis where the configuration names one, else this process alone. */
export function openBus(config: Config, log: Log, now: Clock = Date.now): Bus {
  const own = new MemoryWindows(now);
  if (config.redisUrl === undefined) return { windows: own, ownWindows: own, ping: async () => true, close: () => {} };
  const line = new RedisLine(config.redisUrl, log);
  return {
    windows: new RedisWindows(line, own, now),
    ownWindows: own,
    ping: async () => (await line.send('PING', [])) !== undefined,
    close: () => line.close(),
  };
}
