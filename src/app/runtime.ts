import type { RateWindows } from '../core/rate-window.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import type { FindAddresses } from '../lib/outbound/find-addresses.ts';
import type { FindTexts } from '../lib/outbound/find-texts.ts';
import type { Outbound } from '../lib/outbound/outbound.ts';
import type { Post } from '../lib/outbound/post.ts';

/** The log, the clock, randomness and network access of a process; tests pass their own. */
export interface Runtime {
  log: Log;
  now: Clock;
  /** Fetches the URLs that users enter; by default from the public internet. */
  outbound?: Outbound | undefined;
  /** Sends webhooks; by default to the public internet and to WEBHOOK_ALLOW. */
  post?: Post | undefined;
  /** Counts the limits on signing in; by default in this process. */
  windows?: RateWindows | undefined;
  /** Random numbers from 0 to 1 for rotators; by default Math.random. */
  random?: (() => number) | undefined;
  /** Resolves host names to addresses; by default with public DNS. */
  findAddresses?: FindAddresses | undefined;
  /** Reads TXT records; by default from public DNS. */
  findTexts?: FindTexts | undefined;
  /** How long a visit waits for the store; by default as in `cacheRules`. */
  loadLimitMs?: number | undefined;
}
