import type { BackupSchedule } from '../backup/backup-schedule.ts';
import type { Bus } from '../bus/open.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Clock } from '../lib/date-time.ts';
import { readHealth } from '../server-settings/read-health.ts';
import type { HealthView } from '../server-settings/server.contract.ts';

interface Parts {
  database: Database;
  config: Config;
  bus: Bus;
  metrics: Metrics;
  backups: BackupSchedule;
  now: Clock;
}

/** A metric with its values, of one process. */
interface MeasuredMetric {
  name: string;
  values: { value: number }[];
}

/** The values of a metric in all processes of this machine. */
function valuesOf(processes: MeasuredMetric[][], name: string): number[] {
  return processes.flatMap((all) =>
    all.filter((metric) => metric.name === name).flatMap((metric) => metric.values.map(({ value }) => value)),
  );
}

/** Connects the checks of the server to its parts. */
export function createHealth({ database, config, bus, metrics, backups, now }: Parts): () => Promise<HealthView> {
  async function readCounting() {
    const others = (await bus.otherWorkers.query('metrics')) as MeasuredMetric[][];
    const processes = [(await metrics.registry.getMetricsAsJSON()) as MeasuredMetric[], ...others];
    const waiting = valuesOf(processes, 'signpost_clicks_waiting').reduce((sum, value) => sum + value, 0);
    return { waiting, lagSeconds: Math.max(0, ...valuesOf(processes, 'signpost_clicks_lag_seconds')) };
  }

  const parts = { database, config, readCounting, pingRedis: () => bus.ping(), readBackups: () => backups.readState() };
  return () => readHealth(parts, now());
}
