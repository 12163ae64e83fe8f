import type { Config } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Log } from '../lib/log.ts';
import { MemoryWindows } from './memory-windows.ts';
import { RedisLine } from './redis-line.ts';
import { RedisWindows } from './redis-windows.ts';

/** What the processes and nodes of one installation share. */
export interface Bus {
  windows: RateWindows;
  /** Whether the shared part answers; always true in a single process. */
  ping(): Promise<boolean>;
  close(): void;
}

/** Redis where the configuration names one, else this process alone. */
export function openBus(config: Config, log: Log): Bus {
  const own = new MemoryWindows();
  if (config.redisUrl === undefined) return { windows: own, ping: async () => true, close: () => {} };
  const line = new RedisLine(config.redisUrl, log);
  return {
    windows: new RedisWindows(line, own),
    ping: async () => (await line.send('PING', [])) !== undefined,
    close: () => line.close(),
  };
}
