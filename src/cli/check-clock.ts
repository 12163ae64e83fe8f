import { existsSync } from 'node:fs';
import type { Config } from '../config/config.ts';
import { MAX_CLOCK_OFFSET_MS, readClockOffset } from '../db/clock.ts';
import { explainStoreError, openDatabase, sqlitePath } from '../db/open.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { Warning } from './warning.ts';

/** Compares this machine's clock with that of PostgreSQL, or with the time of the last write to SQLite. */
export async function checkClock(config: Config): Promise<string> {
  const time = `It is ${formatDateTime(Date.now())} UTC on this machine`;
  if (config.databaseUrl === undefined && !existsSync(sqlitePath(config))) return `${time}.`;
  const database = await openDatabase(config);
  try {
    const offsetMs = await readClockOffset(database, config).catch((error) => {
      throw explainStoreError(error, config);
    });
    const seconds = Math.round(Math.abs(offsetMs) / 1000);
    if (Math.abs(offsetMs) <= MAX_CLOCK_OFFSET_MS)
      return database.engine === 'sqlite' ? `${time}.` : `${time}, and the same in the database.`;
    throw new Warning(
      database.engine === 'sqlite'
        ? `${time}, but the database was written ${seconds} seconds later than that: the clock was set back. Synchronize it with NTP.`
        : `${time}; the clock of the database is ${seconds} seconds ${offsetMs > 0 ? 'ahead' : 'behind'}. Synchronize both with NTP.`,
    );
  } finally {
    await database.close();
  }
}
