import type { Config } from '../config/config.ts';
import { readDiskSpace } from '../config/free-space.ts';
import { MAX_CLOCK_OFFSET_MS, readClockOffset } from '../db/clock.ts';
import type { Database } from '../db/db.ts';
import { pingDatabase } from '../db/open.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { HealthState, HealthView } from './server.contract.ts';

const LIMIT_MS = 2_000;
const LONG_LAG_SECONDS = 60;

/** What the checks look at. */
export interface HealthParts {
  database: Database;
  config: Config;
  /** Whether Redis responds. */
  pingRedis(): Promise<boolean>;
  /** The clicks of all processes on this machine that are not counted yet. */
  readCounting(): Promise<{ waiting: number; lagSeconds: number }>;
  /** The last backup of the schedule and why the last attempt failed. */
  readBackups(): Promise<{ lastAt: number | undefined; problem: string | null }>;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function checkStore({ database }: HealthParts): Promise<HealthView['store']> {
  const { engine, place, damage } = database;
  const facts = { engine, place, damage: damage.count };
  const startMs = performance.now();
  try {
    await withTimeLimit(LIMIT_MS, pingDatabase(database.db));
    const ms = Math.round((performance.now() - startMs) * 10) / 10;
    return { ...facts, state: damage.count > 0 ? 'failed' : 'ok', ms, problem: null };
  } catch (error) {
    return { ...facts, state: 'failed', ms: null, problem: reasonOf(error) };
  }
}

async function checkReplica({ database: { replica } }: HealthParts): Promise<HealthView['replica']> {
  if (!replica) return { state: 'off', problem: null };
  try {
    await withTimeLimit(LIMIT_MS, replica.check());
    return { state: 'ok', problem: null };
  } catch (error) {
    return { state: 'warning', problem: reasonOf(error) };
  }
}

async function checkRedis({ config, pingRedis }: HealthParts): Promise<HealthView['redis']> {
  if (config.redisUrl === undefined) return { state: 'off' };
  const isThere = await withTimeLimit(LIMIT_MS, pingRedis()).catch(() => false);
  return { state: isThere ? 'ok' : 'failed' };
}

async function checkCounting({ readCounting }: HealthParts): Promise<HealthView['counting']> {
  const { waiting, lagSeconds } = await readCounting();
  return { state: lagSeconds > LONG_LAG_SECONDS ? 'warning' : 'ok', waiting, lag: Math.round(lagSeconds) };
}

async function checkBackups({ config, readBackups }: HealthParts, now: number): Promise<HealthView['backups']> {
  try {
    const { lastAt, problem } = await withTimeLimit(LIMIT_MS, readBackups());
    const { backupEveryMs: everyMs } = config;
    const isLate = everyMs !== undefined && now - (lastAt ?? 0) > 2 * everyMs;
    const state: HealthState = problem !== null ? 'failed' : isLate ? 'warning' : everyMs === undefined ? 'off' : 'ok';
    return { state, last: lastAt === undefined ? null : formatDateTime(lastAt), problem };
  } catch (error) {
    return { state: 'failed', last: null, problem: reasonOf(error) };
  }
}

function checkDisk({ config }: HealthParts): HealthView['disk'] {
  const { folder, freeBytes, totalBytes, isLow } = readDiskSpace(config);
  return { state: isLow ? 'warning' : 'ok', folder, free: freeBytes, total: totalBytes };
}

async function checkClock({ database, config }: HealthParts): Promise<HealthView['clock']> {
  const time = formatDateTime(Date.now());
  try {
    const offset = await withTimeLimit(LIMIT_MS, readClockOffset(database, config));
    return { state: Math.abs(offset) > MAX_CLOCK_OFFSET_MS ? 'warning' : 'ok', time, offset };
  } catch {
    // The check of the store says why.
    return { state: 'ok', time, offset: null };
  }
}

/** Runs every check; none of them takes more than two seconds. */
export async function readHealth(parts: HealthParts, now: number): Promise<HealthView> {
  const [store, replica, redis, counting, backups, clock] = await Promise.all([
    checkStore(parts),
    checkReplica(parts),
    checkRedis(parts),
    checkCounting(parts),
    checkBackups(parts, now),
    checkClock(parts),
  ]);
  return { store, replica, redis, counting, backups, disk: checkDisk(parts), clock };
}
