import type { Registry } from 'prom-client';
import { createClickMetrics } from '../clicks/click-metrics.ts';
import { Clicks } from '../clicks/clicks.ts';
import type { BatchReport } from '../clicks/consumer.ts';
import { ConsumerLoop } from '../clicks/consumer-loop.ts';
import { readStoreId } from '../db/store-id.ts';
import { type CountingParts, createConsumer } from './click-consumer.ts';
import { CountingThread } from './counting-thread.ts';
import type { Services } from './services.ts';

/** Opens the click journal and starts counting: on a separate thread, or on this one in tests. */
export async function openClicks(
  parts: CountingParts & { services: Pick<Services, 'feeds' | 'webhookSender'> },
  registry: Registry,
  { isOnOneThread = false }: { isOnOneThread?: boolean },
): Promise<Clicks> {
  const { database, config, runtime } = parts;
  const { log } = runtime;
  const storeId = await readStoreId(database.db);
  const metrics = createClickMetrics(registry, runtime.now);
  function observe(report: BatchReport): void {
    metrics.observe(report);
    parts.services.feeds.wake();
    if (report.people > 0) parts.services.webhookSender.wake();
  }
  const isProxied = config.trustProxy.length > 0;
  const clicks = await Clicks.open({ dataDir: config.dataDir, storeId, isProxied, db: database.db, log }, (own) =>
    isOnOneThread
      ? new ConsumerLoop(createConsumer(parts, own, storeId), log, observe)
      : new CountingThread(own, storeId, log, observe),
  );
  metrics.watch(clicks.journal);
  return clicks;
}
