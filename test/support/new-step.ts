import { sql } from 'kysely';
import { readConfig } from '../../src/config/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Migration } from '../../src/db/migration.ts';
import { migrations } from '../../src/db/migrations/list.ts';
import { openDatabase } from '../../src/db/open.ts';

/** Brings a store up to a newer program than the one that serves it, by one step more, after whose work it calls back. */
export async function migrateFurther(
  environment: Record<string, string>,
  onWorked = async () => {},
): Promise<string[]> {
  const newStep: Migration = {
    name: '9999-the-next',
    async up(tx) {
      await tx.schema.alterTable('links').addColumn('next_column', 'bigint').execute();
      await sql`update links set next_column = 1`.execute(tx);
      await onWorked();
    },
  };
  const database = await openDatabase(readConfig(environment), 'patient');
  return migrate(database, Date.now(), [...migrations, newStep]).finally(() => database.close());
}

// As a program of its own it stays in the middle of that step, until it is killed.
if (import.meta.main) {
  await migrateFurther(process.env as Record<string, string>, async () => {
    console.log('in the middle');
    await Bun.sleep(600_000);
  });
}
