import { clickFolders, type OwnJournal } from '../clicks/clicks.ts';
import { Consumer } from '../clicks/consumer.ts';
import { createEnricher } from '../clicks/enrich-clicks.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { openPlaces } from '../geo/places.ts';
import { createTrust } from '../lib/ip.ts';
import type { Runtime } from './runtime.ts';

/** What a consumer of clicks is made of, on whichever thread it runs. */
export interface CountingParts {
  database: Database;
  config: Config;
  secret: string;
  runtime: Runtime;
}

/** A consumer of the clicks that this process writes, and of what ended ones have left. Its thread holds nothing of what the API knows. */
export function createConsumer(
  { database, config, secret, runtime }: CountingParts,
  own: OwnJournal,
  storeId: string,
): Consumer {
  const enrich = createEnricher({
    places: openPlaces(config.geoipDb),
    secret,
    isTrusted: createTrust(config.trustProxy),
  });
  return new Consumer({
    database,
    ...clickFolders(config.dataDir),
    own,
    storeId,
    enrich,
    retentionDays: config.clickRetentionDays,
    ...runtime,
  });
}
