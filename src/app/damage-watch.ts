import { Counter, type Registry } from 'prom-client';
import type { Database } from '../db/db.ts';
import type { Log } from '../lib/log.ts';

/** Has damage to the store told in the log and shown in the metrics; whatever can still be read goes on being served. */
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
