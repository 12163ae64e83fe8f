import { Counter, type Registry } from 'prom-client';
import type { Database } from '../db/db.ts';
import type { Log } from '../lib/log.ts';

/** Logs damage to the store and exports it as a metric; the server keeps serving what can still be read. */
export function watchDamage({ damage }: Database, registry: Registry, log: Log): void {
  damage.setLog(log);
  new Counter({
    name: 'signpost_store_damage_total',
    help: 'Queries that found a damaged part of the store. If this is not 0, restore a backup.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(damage.count);
    },
  });
}
