import type { OwnerScope } from '../core/owner-scope.ts';
import type { Db } from './db.ts';
import { prepareStatement } from './row-statement.ts';

const changeTally = prepareStatement<{ rows: number }>(
  `insert into tallies (user_id, noun, "rows") values (?, ?, ?)
  on conflict (user_id, noun) do update set "rows" = tallies."rows" + excluded."rows" returning "rows"`,
);

/**
 * Changes a user's row count of a noun and returns the new count. Must run in the transaction that adds or removes the rows;
 * other changes of the same tally wait until it ends.
 */
export async function addToTally(tx: Db, userId: number, noun: string, difference: number): Promise<number> {
  const [tally] = await changeTally(tx, [userId, noun, difference]);
  return tally?.rows ?? 0;
}

async function sumTallies(db: Db, noun: string): Promise<number> {
  const { total } = await db
    .selectFrom('tallies')
    .select((eb) => eb.fn.sum<number | string | null>('rows').as('total'))
    .where('noun', '=', noun)
    .executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

const findTally = prepareStatement<{ rows: number }>('select "rows" from tallies where user_id = ? and noun = ?');

/** The number of rows of a noun, for one user or for all users. */
export async function readTally(db: Db, scope: OwnerScope, noun: string): Promise<number> {
  if (scope === 'everyone') return sumTallies(db, noun);
  const [row] = await findTally(db, [scope, noun]);
  return row?.rows ?? 0;
}
