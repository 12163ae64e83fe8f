import { Counter, type Registry } from 'prom-client';
import type { Database } from '../db/db.ts';
import type { Log } from '../lib/log.ts';

/** Logs when the replica cannot be used, and exports as a metric which server runs lists and statistics. */
export function watchReplica({ replica }: Database, registry: Registry, log: Log): void {
  if (!replica) return;
  replica.setLog(log);
  new Counter({
    name: 'signpost_replica_statements_total',
    help: 'Queries of lists and statistics, by the server that ran them. With a healthy replica, few run on the primary.',
    labelNames: ['server'],
    registers: [registry],
    collect() {
      this.reset();
      for (const server of ['replica', 'primary'] as const) this.inc({ server }, replica.counts[server]);
    },
  });
}
