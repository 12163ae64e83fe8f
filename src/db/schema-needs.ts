import type { Db } from './db.ts';
import type { Migration } from './migration.ts';

const NAME = 'schema_needs';

/** The oldest migration that a program must know to work with a store that has all of these. */
export function findNeed(applied: Migration[]): string {
  const needs = applied.map(({ name, isAdditive, needs }) => (isAdditive ? '' : (needs ?? name)));
  return needs.reduce((highest, need) => (need > highest ? need : highest), '');
}

/**
 * Stores the need, so that a program that does not know the newest migrations can tell whether it may use the store. A need is never
 * lowered.
 */
export async function writeNeed(tx: Db, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }).where('settings.value', '<', value))
    .execute();
}

/** Reads the need; undefined if the store was last migrated by a version that did not store it. */
export async function readNeed(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value;
}
