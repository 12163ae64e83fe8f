import { Counter, Gauge, type Registry } from 'prom-client';
import { openBackupPlace } from '../backup/backup-place.ts';
import { BackupSchedule, type MakeScheduled } from '../backup/backup-schedule.ts';
import { hasOtherNodes } from '../backup/scheduled-file.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { createScheduledBackUp } from './backup-process.ts';
import type { Runtime } from './runtime.ts';
import { openFileStorage } from './services.ts';

interface Parts {
  database: Database;
  config: Config;
  runtime: Runtime;
}

/** Makes backups on this thread, for tests. */
function backUpHere(config: Config, runtime: Runtime): MakeScheduled {
  return async (out) => {
    const { makeBackup } = await import('../backup/make-backup.ts');
    const parts = { config, storage: openFileStorage(config), out, now: runtime.now(), onProgress: () => {} };
    const report = await makeBackup(parts);
    if (config.backupUrl !== undefined) {
      const { uploadBackup } = await import('../backup/upload-backup.ts');
      await uploadBackup(config.backupUrl, out);
    }
    return report;
  };
}

function exportMetrics(schedule: BackupSchedule, everyMs: number, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'signpost_backup_interval_seconds',
    help: 'Seconds between two scheduled backups, by BACKUP_EVERY.',
    registers,
  }).set(everyMs / 1000);
  new Gauge({
    name: 'signpost_backup_last_success_timestamp_seconds',
    help: 'When the last good scheduled backup was made, in Unix seconds; 0 if there is none.',
    registers,
    collect() {
      this.set(Math.floor((schedule.last?.madeAt ?? 0) / 1000));
    },
  });
  new Gauge({
    name: 'signpost_backup_last_success_bytes',
    help: 'Size of the last good scheduled backup.',
    registers,
    collect() {
      this.set(schedule.last?.bytes ?? 0);
    },
  });
  new Counter({
    name: 'signpost_backup_failures_total',
    help: 'Scheduled backups that failed since the start of the process. Each is tried again.',
    registers,
    collect() {
      this.reset();
      this.inc(schedule.failures);
    },
  });
}

/** Creates the schedule of BACKUP_EVERY, and its metrics unless it is off. */
export function createBackupSchedule(
  { database, config, runtime }: Parts,
  registry: Registry,
  { isOnOneThread = false },
): BackupSchedule {
  const { backupEveryMs: everyMs, backupKeep: keep } = config;
  const schedule = new BackupSchedule({
    db: database.db,
    place: openBackupPlace(config),
    hasOtherNodes: hasOtherNodes(config),
    make: isOnOneThread ? backUpHere(config, runtime) : createScheduledBackUp(config),
    ...{ everyMs, keep, log: runtime.log, now: runtime.now },
  });
  if (everyMs !== undefined) exportMetrics(schedule, everyMs, registry);
  return schedule;
}
