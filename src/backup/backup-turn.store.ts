import { z } from 'zod';
import type { Db } from '../db/db.ts';

const NAME = 'scheduled_backup';

const turnSchema = z.object({
  version: z.literal(1),
  /** No process starts a scheduled backup before this time: one is running, or has just failed. */
  heldUntil: z.number(),
  /** Whether the holder is making a backup; meaningless after `heldUntil`. */
  isRunning: z.boolean().default(false),
  /** Why the last attempt failed; null if it succeeded. */
  problem: z.string().nullable().default(null),
  /** The last scheduled backup of any node; null before the first one. */
  last: z
    .object({
      name: z.string(),
      madeAt: z.number(),
      bytes: z.number(),
      place: z.enum(['folder', 'bucket']).default('folder'),
    })
    .nullable(),
});

const FREE: z.infer<typeof turnSchema> = { version: 1, heldUntil: 0, isRunning: false, problem: null, last: null };

/** Decides which of several processes and nodes makes the next scheduled backup. */
export type BackupTurn = z.infer<typeof turnSchema>;

/** A turn, and its stored text, which `moveTurn` compares. */
export interface StoredTurn {
  turn: BackupTurn;
  text: string | undefined;
}

function parseTurn(text: string): BackupTurn {
  const { version } = JSON.parse(text) as { version: unknown };
  if (version !== 1) throw new Error(`The setting ${NAME} was written by a newer Signpost`);
  return turnSchema.parse(JSON.parse(text));
}

/** Reads the turn; before the first backup, it is free. */
export async function readTurn(db: Db): Promise<StoredTurn> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  const turn = row ? parseTurn(row.value) : FREE;
  return { turn, text: row?.value };
}

/** Changes the turn; undefined if another process has changed it since it was read. */
export async function moveTurn(db: Db, { text }: StoredTurn, turn: BackupTurn): Promise<StoredTurn | undefined> {
  const value = JSON.stringify(turn);
  const insert = db.insertInto('settings').values({ name: NAME, value });
  const query = insert.onConflict((conflict) => {
    const column = conflict.column('name');
    return text === undefined ? column.doNothing() : column.doUpdateSet({ value }).where('settings.value', '=', text);
  });
  const { numInsertedOrUpdatedRows } = await query.executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? { turn, text: value } : undefined;
}
