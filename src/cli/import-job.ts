import { constants, setPriority } from 'node:os';
import { createImportOutbound } from '../app/outbound.ts';
import { readConfig } from '../config/config.ts';
import { type Command, UsageError } from './command.ts';
import { withServices } from './open-services.ts';

const WATCH_MS = 500;

/** Ends with the server that started it; the next server continues the import. */
function endWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1);
  }, WATCH_MS).unref();
}

/** Runs one background import. */
export const importJob: Command = {
  name: 'import-job',
  summary: 'Run an import that was started in the dashboard',
  isHidden: true,
  options: { id: { type: 'string', means: 'Its ID', isRequired: true } },

  async run({ id }) {
    if (!/^\d+$/.test(String(id))) throw new UsageError('--id must be a number');
    endWithParent();
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const outbound = createImportOutbound(readConfig());
    await withServices(async ({ imports, feeds }) => {
      try {
        await imports.runJob(Number(id), (url, headers, receive) => outbound.get(url, { headers, receive }));
      } finally {
        await feeds.close();
      }
    });
    return { text: '', json: {} };
  },
};
