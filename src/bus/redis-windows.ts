import { type RateRule, type RateVerdict, type RateWindows, toVerdict } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import type { RedisConnection } from './redis-connection.ts';

// One atomic script: counts, starts the window with its first request, and returns its end. Sets a missing expiry.
const TAKE = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }`;

// Does not recreate a window that has expired in the meantime.
const GIVE_BACK = `
if (tonumber(redis.call('GET', KEYS[1])) or 0) > 0 then redis.call('DECR', KEYS[1]) end`;

/** The rate windows that all nodes share. While Redis is unavailable each node counts for itself, so that a limit always applies. */
export class RedisWindows implements RateWindows {
  readonly #connection: RedisConnection;
  readonly #fallback: RateWindows;
  readonly #now: Clock;

  constructor(connection: RedisConnection, fallback: RateWindows, now: Clock = Date.now) {
    this.#connection = connection;
    this.#fallback = fallback;
    this.#now = now;
  }

  async take(bucket: string, rule: RateRule): Promise<RateVerdict> {
    const reply = await this.#connection.send('EVAL', [TAKE, '1', `signpost:rate:${bucket}`, String(rule.windowMs)]);
    if (!reply) return this.#fallback.take(bucket, rule);
    const [count, leftMs] = reply.value as [number, number];
    return toVerdict(count, rule, this.#now() + leftMs);
  }

  async giveBack(bucket: string): Promise<void> {
    const reply = await this.#connection.send('EVAL', [GIVE_BACK, '1', `signpost:rate:${bucket}`]);
    if (!reply) await this.#fallback.giveBack(bucket);
  }
}
