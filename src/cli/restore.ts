import { readdir } from 'node:fs/promises';
import { openFileStorage } from '../app/services.ts';
import { BackupError } from '../backup/backup-error.ts';
import type { LeftJournal } from '../backup/journal-rows.ts';
import { countOf } from '../backup/progress.ts';
import { type RestoreReport, restoreBackup } from '../backup/restore-backup.ts';
import { clickFolders } from '../clicks/clicks.ts';
import { takeAbandoned } from '../clicks/journal-folder.ts';
import { readConfig } from '../config/config.ts';
import { formatDateTime } from '../lib/date-time.ts';
import type { Command } from './command.ts';
import { progressTeller } from './progress-teller.ts';

interface Journals {
  /** Journals that no process has open. */
  left: LeftJournal[];
  /** Whether a running server has another journal open. */
  isServed: boolean;
}

async function findJournals(dataDir: string): Promise<Journals> {
  const { root } = clickFolders(dataDir);
  const folders = await takeAbandoned(root);
  const entries = await readdir(root).catch(() => []);
  for (const folder of folders) folder.release();
  const names = entries.filter((name) => !name.startsWith('.'));
  return { left: folders.map(({ id, storeId }) => ({ id, storeId })), isServed: names.length > folders.length };
}

const secrets: Record<RestoreReport['secret'], string> = {
  restored: 'Its secret was put into DATA_DIR.',
  same: 'Its secret is here already.',
  other:
    'SECRET is set to another secret than the one in the backup, and stays: shared statistics have to be shared anew.',
  none: 'It holds no secret: set SECRET here as it was set there.',
};

function describe({ store, facts, users, links, pictures, secret, journals }: RestoreReport): string {
  const what = [countOf(users, 'user'), countOf(links, 'link'), countOf(pictures, 'picture')].join(', ');
  const lines = [`${store} holds ${what}, as they were on ${formatDateTime(facts.madeAt)} UTC. ${secrets[secret]}`];
  if (facts.pictures === 'bucket') lines.push('Its pictures are in a bucket: set the same S3_URL here.');
  if (journals > 0) lines.push('Clicks that were not counted yet lie in DATA_DIR; the next start counts them.');
  return lines.join('\n');
}

/** Creates a store from a backup, on either engine. */
export const restore: Command = {
  name: 'restore',
  summary: 'Make a store from a backup, on SQLite or PostgreSQL',
  options: {
    from: { type: 'string', means: 'The file that backup has written', isRequired: true },
  },

  async run({ from }) {
    const config = readConfig();
    const { left, isServed } = await findJournals(config.dataDir);
    // A running server would continue with a store that no longer exists.
    if (isServed && config.databaseUrl === undefined) {
      throw new BackupError('A server is running with this DATA_DIR. Stop it first.');
    }
    const report = await restoreBackup({
      config,
      storage: openFileStorage(config),
      from: String(from),
      left,
      now: Date.now(),
      tell: progressTeller(),
    });
    return { json: report, text: describe(report) };
  },
};
