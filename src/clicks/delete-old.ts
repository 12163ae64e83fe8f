import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteOldAudit } from '../db/audit.store.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { deleteOldFeeds } from '../feeds/feed.store.ts';
import { deleteOldDeliveries } from '../resources/webhooks/delivery.store.ts';
import { DELIVERIES_KEPT_DAYS } from '../resources/webhooks/webhook.ts';
import { findOldFirstHours, replaceFirstHours } from '../rollups/first-hour.store.ts';
import { deleteOldKept } from '../rollups/kept-clicks.store.ts';
import { deleteOldHourRollups } from '../rollups/rollup.store.ts';
import { DAY_MS, HOUR_MS, HOURS_KEPT_DAYS } from '../rollups/subject.ts';
import { lockSubjects } from './visited-owners.ts';

const QUARANTINE_DAYS = 30;

/** For how long rows are kept. */
export interface Retention {
  /** Of single clicks. */
  retentionDays: number;
  /** Of the audit log. */
  auditRetentionDays: number;
}

// Transactions are small, so that other queries do not wait long.
const ROWS_AT_ONCE = 500;
// To replace a first hour takes longer than to delete a row.
const FIRST_HOURS_AT_ONCE = 100;

async function deleteOldFiles(folder: string, before: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    if ((await stat(path)).mtimeMs < before) await unlink(path);
  }
}

/** Replaces a batch of first hours before this time by totals and days; returns how many. */
async function replaceOldFirstHours(db: Db, before: number): Promise<number> {
  const subjects = await findOldFirstHours(db, before, FIRST_HOURS_AT_ONCE);
  if (subjects.length === 0) return 0;
  await transaction(db, async (tx) => {
    await lockSubjects(tx, subjects);
    await replaceFirstHours(tx, subjects, before);
  });
  return subjects.length;
}

/** Deletes a batch of expired rows and files; returns whether there may be more. */
export async function deleteOld(
  db: Db,
  quarantineFolder: string,
  { retentionDays, auditRetentionDays }: Retention,
  now: number,
): Promise<boolean> {
  const today = now - (now % DAY_MS);
  const oldestHour = now - (now % HOUR_MS) - HOURS_KEPT_DAYS * DAY_MS;
  const hours = await deleteOldHourRollups(db, oldestHour, ROWS_AT_ONCE);
  const kept = await deleteOldKept(db, today - retentionDays * DAY_MS, ROWS_AT_ONCE);
  const changes = await deleteOldAudit(db, now - auditRetentionDays * DAY_MS, ROWS_AT_ONCE);
  const deliveries = await deleteOldDeliveries(db, now - DELIVERIES_KEPT_DAYS * DAY_MS, ROWS_AT_ONCE);
  await deleteOldFeeds(db, now - DAY_MS);
  await deleteOldFiles(quarantineFolder, now - QUARANTINE_DAYS * DAY_MS);
  // Last: it fails at a damaged row, and the others do not.
  const firstHours = await replaceOldFirstHours(db, oldestHour);
  return firstHours === FIRST_HOURS_AT_ONCE || [hours, kept, changes, deliveries].includes(ROWS_AT_ONCE);
}
