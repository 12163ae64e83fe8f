import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Database } from './db.ts';
import { sqlitePath } from './open.ts';

/** Beyond this difference, expirations and statistics of several nodes disagree visibly. */
export const MAX_CLOCK_OFFSET_MS = 5_000;

function newestWrite(config: Config): number {
  const path = sqlitePath(config);
  const times = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(...times);
}

/**
 * How many milliseconds the clock of the store is ahead of this machine's. For SQLite, the store has no clock: a last write in the
 * future means that this machine's clock was set back.
 */
export async function readClockOffset({ db, engine }: Database, config: Config, now = Date.now): Promise<number> {
  if (engine === 'sqlite') return Math.max(0, Math.round(newestWrite(config) - now()));
  const before = now();
  const { rows } = await sql<{ ms: number | string }>`
    select floor(extract(epoch from clock_timestamp()) * 1000) as ms`.execute(db);
  const middle = (before + now()) / 2;
  return Math.round(Number(rows[0]?.ms) - middle);
}
