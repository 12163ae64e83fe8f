import type { Migration } from '../migration.ts';

/** What a key may do, and from where. Older programs do not know these limits, and do not find the keys that have some. */
export const keyLimits: Migration = {
  name: '0038-key-limits',
  isAdditive: true,

  async up(tx) {
    for (const name of ['scopes', 'addresses']) await tx.schema.alterTable('keys').addColumn(name, 'text').execute();
    await tx.schema.alterTable('keys').addColumn('rate_limit', 'bigint').execute();
  },
};
