import { sql } from 'kysely';
import { migrations } from '../../src/db/migrations/list.ts';

// The program of the next version: it has one more migration, which changes rows. The version before can still use the store.
const HELD_MS = 300;

migrations.push({
  name: '9999-the-next',
  needs: migrations.at(-1)?.name ?? '',
  async up(tx) {
    await tx.schema.alterTable('links').addColumn('next_column', 'bigint').execute();
    await sql`update links set next_column = 1`.execute(tx);
    // Longer than an ordinary transaction, so that a test sees what others do meanwhile.
    await Bun.sleep(HELD_MS);
  },
});
await import('../../src/cli/main.ts');
