import { prepareStore } from '../app/prepare-store.ts';
import { readConfig } from '../config/config.ts';
import type { Command } from './command.ts';
import { createQuietRuntime } from './open-services.ts';

/** Migrates the schema without starting the server. */
export const migrateStore: Command = {
  name: 'migrate',
  summary: 'Migrate the database to this version (serve does this automatically)',
  options: {},

  async run() {
    let backup: string | undefined;
    const { database, applied } = await prepareStore(readConfig(), createQuietRuntime(), {
      onBackup: (path) => {
        backup = path;
      },
    });
    await database.close();
    const lines = backup === undefined ? [] : [`Backed up to ${backup}.`];
    lines.push(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The database is up to date.');
    return { json: { store: database.place, applied, backup: backup ?? null }, text: lines.join('\n') };
  },
};
