import { Counter, type Registry } from 'prom-client';
import type { Database } from '../db/db.ts';
import type { Log } from '../lib/log.ts';

/** Logs damage to the store and exports it as a metric; the server keeps serving what can still be read. */
export function watchDamage({ damage }: Database, registry: Registry, log: Log): void {
  damage.tellTo(log);
  new Counter({
    name: 'signpost_store_damage_total',
    help: 'Queries that have met a damaged part of the store; anything but 0 means: restore a backup.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(damage.count);
    },
  });
}
