import { readConfig } from '../config/config.ts';
import { openStore } from '../db/open.ts';
import type { Command } from './command.ts';

/** Migrates the schema without starting the server. */
export const migrateStore: Command = {
  name: 'migrate',
  summary: 'Migrate the database to this version (serve does this automatically)',
  options: {},

  async run() {
    const { database, applied } = await openStore(readConfig(), Date.now());
    await database.close();
    const text = applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The database is up to date.';
    return { json: { store: database.place, applied }, text };
  },
};
