import { prepareStore } from '../app/prepare-store.ts';
import { createServices, type Services } from '../app/services.ts';
import { type Config, readConfig } from '../config/config.ts';
import { loadSecret } from '../config/data-dir.ts';
import { actAs } from '../core/actor.ts';
import { createLog } from '../lib/log.ts';

/** The runtime of a command: it logs only warnings and errors, to standard error. */
export function createQuietRuntime() {
  return { log: createLog('warn', (line) => process.stderr.write(line)), now: Date.now };
}

/** Opens the configured store, runs the work on its services, and closes it. */
export async function withServices<T>(
  work: (services: Services) => Promise<T>,
  config: Config = readConfig(),
): Promise<T> {
  const runtime = createQuietRuntime();
  const { database } = await prepareStore(config, runtime);
  try {
    const { db, readDb, unsyncedDb } = database;
    const services = createServices({ db, readDb, unsyncedDb, config, secret: loadSecret(config), runtime });
    return await actAs({ kind: 'cli', now: runtime.now }, () => work(services));
  } finally {
    await database.close();
  }
}
