import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Keys with which compatible APIs sign in by a signature: it is computed from the key, of which other keys store only a hash. */
export const compatibleKeys: Migration = {
  name: '0047-compatible-keys',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema.alterTable('keys').addColumn('sealed_key', text).execute();
    // Such a request does not name its key, so all of these are tried.
    await tx.schema
      .createIndex('keys_sealed')
      .on('keys')
      .column('id')
      .where(sql<boolean>`sealed_key is not null`)
      .execute();
  },
};
