import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration.ts';
import { migrations } from '../../src/db/migrations/list.ts';
import { openDatabase } from '../../src/db/open.ts';

/** Migrates a store as a newer program would: runs one more migration and calls `onWorked` inside its transaction. */
export async function runNextMigration(
  environment: Record<string, string>,
  onWorked = async () => {},
): Promise<string[]> {
  const nextMigration: Migration = {
    name: '9999-the-next',
    async up(tx) {
      await tx.schema.alterTable('links').addColumn('next_column', 'bigint').execute();
      await sql`update links set next_column = 1`.execute(tx);
      await onWorked();
    },
  };
  const database = await openDatabase(readConfig(environment), 'unlimited');
  return migrate(database, Date.now(), [...migrations, nextMigration]).finally(() => database.close());
}

// As a separate process, it stays inside that migration until a test kills it.
if (import.meta.main) {
  await runNextMigration(process.env as Record<string, string>, async () => {
    console.log('in the middle');
    await Bun.sleep(600_000);
  });
}
