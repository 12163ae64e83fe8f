import type { Registry } from 'prom-client';
import { createClickMetrics } from '../clicks/click-metrics.ts';
import { Clicks, clickFolders, type OwnJournal } from '../clicks/clicks.ts';
import { type BatchReport, Consumer } from '../clicks/consumer.ts';
import { ConsumerLoop } from '../clicks/consumer-loop.ts';
import { createSteps } from '../clicks/work-out.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { readStoreId } from '../db/store-id.ts';
import { openPlaces } from '../geo/places.ts';
import { createTrust } from '../lib/ip.ts';
import { CountingThread } from './counting-thread.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

/** What a consumer of clicks is made of, on whichever thread it runs. */
export interface CountingParts {
  database: Database;
  services: Services;
  config: Config;
  secret: string;
  world: World;
}

/** A consumer of the clicks that this process writes, and of what ended ones have left. */
export function createConsumer(
  { database, services, config, secret, world }: CountingParts,
  own: OwnJournal,
  storeId: string,
): Consumer {
  const workOut = createSteps({
    places: openPlaces(config.geoipDb),
    secret,
    isTrusted: createTrust(config.trustProxy),
  });
  return new Consumer({
    database,
    links: services.links,
    qrCodes: services.qrCodes,
    bioPages: services.bioPages,
    ...clickFolders(config.dataDir),
    own,
    storeId,
    workOut,
    retentionDays: config.clickRetentionDays,
    ...world,
  });
}

/** Begins to take down clicks, and to count them: on a thread of its own, except where a test wants to see every step. */
export async function openClicks(
  parts: CountingParts,
  registry: Registry,
  { isOnOneThread = false }: { isOnOneThread?: boolean },
): Promise<Clicks> {
  const { database, config, world } = parts;
  const { log } = world;
  const storeId = await readStoreId(database.db);
  const metrics = createClickMetrics(registry, world.now);
  function observe(report: BatchReport): void {
    metrics.observe(report);
    parts.services.feeds.wake();
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
