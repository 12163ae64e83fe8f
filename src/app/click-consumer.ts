import { clickFolders, type OwnJournal } from '../clicks/clicks.ts';
import { Consumer } from '../clicks/consumer.ts';
import { createEnricher } from '../clicks/enrich-clicks.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/db.ts';
import { openPlaces } from '../geo/places.ts';
import { createTrust } from '../lib/ip.ts';
import type { Runtime } from './runtime.ts';

/** The dependencies of a click consumer, on any thread. */
export interface CountingParts {
  database: Database;
  config: Config;
  secret: string;
  runtime: Runtime;
}

/** Creates a consumer for the clicks of this process and for the journals of ended processes. It shares no memory with the API. */
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
    auditRetentionDays: config.auditRetentionDays,
    ...runtime,
  });
}
