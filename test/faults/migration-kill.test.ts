import { expect, test } from 'bun:test';
import { readConfig } from '../../src/config/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { runNextMigration } from '../support/next-migration.ts';
import { RestartableSite } from '../support/restartable-site.ts';

const program = new URL('../support/next-migration.ts', import.meta.url).pathname;

async function columnsOfLinks({ environment }: RestartableSite): Promise<string[]> {
  const database = await openDatabase(readConfig(environment));
  const tables = await database.db.introspection.getTables();
  await database.close();
  return tables.find(({ name }) => name === 'links')?.columns.map(({ name }) => name) ?? [];
}

onEachEngine('killed migration', (engine) => {
  test.concurrent('a killed migration leaves no change, the next one completes, and the running server still redirects', async () => {
    await RestartableSite.use(await newReadyEnvironment(engine), async (site) => {
      const command = [process.execPath, '--no-env-file', program];
      const migration = Bun.spawn(command, { env: site.environment, stdout: 'pipe' });
      for await (const chunk of migration.stdout) if (Buffer.from(chunk).includes('in the middle')) break;
      await site.load.run({ visits: 30, connections: 2 });
      migration.kill('SIGKILL');
      await migration.exited;
      expect(await columnsOfLinks(site)).not.toContain('next_column');

      const finishing = runNextMigration(site.environment);
      await site.load.run({ visits: 30, connections: 2 });
      expect(await finishing).toEqual(['9999-the-next']);
      expect(await columnsOfLinks(site)).toContain('next_column');

      // The old program still serves and counts beside the newer one.
      await site.load.run({ visits: 30, connections: 2 });
      await site.waitUntilCounted();
      expect(await site.audit()).toMatchObject({ answered: 90, counted: 90, lost: [], twice: [], refusals: [] });
    });
  });
});
