import { Gauge, type Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { readDiskSpace } from '../config/free-space.ts';
import { checkReady } from '../db/check-ready.ts';
import type { Database } from '../db/db.ts';
import { withTimeLimit } from '../lib/time-limit.ts';

const LIMIT_MS = 2_000;

/** Exports whether the store can be used, and the space on the disk of DATA_DIR. */
export function exportServerMetrics(database: Database, config: Config, registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: 'signpost_ready',
    help: '1 if the store responds and its schema is up to date, otherwise 0. Short links redirect in both cases.',
    registers,
    async collect() {
      const isReady = await withTimeLimit(LIMIT_MS, checkReady(database)).then(
        () => 1,
        () => 0,
      );
      this.set(isReady);
    },
  });
  new Gauge({
    name: 'signpost_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR.',
    registers,
    collect() {
      this.set(readDiskSpace(config).freeBytes);
    },
  });
  new Gauge({
    name: 'signpost_disk_size_bytes',
    help: 'Size of the disk of DATA_DIR.',
    registers,
    collect() {
      this.set(readDiskSpace(config).totalBytes);
    },
  });
}
