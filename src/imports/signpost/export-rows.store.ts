import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import { type Dimension, dimensions } from '../../rollups/dimension.ts';
import { KeptScan } from '../../rollups/kept-clicks.ts';
import { readTotals } from '../../rollups/rollup-read.store.ts';
import { keptKeyOf, type Noun, type VisitedNoun } from '../../rollups/subject.ts';
import type { Tables } from '../../tables.ts';

/** The owner of exported rows; undefined for all. */
export type ExportOwner = number | undefined;

export const ROWS_AT_ONCE = 100;

/** The next rows of a table after an id. */
export async function readRowsAfter(
  db: Db,
  table: keyof Tables,
  owner: ExportOwner,
  after: number,
): Promise<StoredRow[]> {
  const own = owner === undefined ? sql`` : sql`and user_id = ${owner}`;
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(table)} where id > ${after} ${own} order by id limit ${sql.lit(ROWS_AT_ONCE)}`.execute(
    db,
  );
  return rows;
}

/** The rows of a table that belong to these parents. */
export async function readChildren(
  db: Db,
  { table, parent, order }: { table: keyof Tables; parent: string; order: string[] },
  ids: number[],
): Promise<StoredRow[]> {
  if (ids.length === 0) return [];
  const columns = sql.join([parent, ...order].map((column) => sql.ref(column)));
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(table)} where ${sql.ref(parent)} in (${sql.join(ids)}) order by ${columns}`.execute(db);
  return rows;
}

/** Yields the rows of a table that belong to one parent, which may be many; the columns of `order` identify a row of the parent. */
export async function* readChildrenOf(
  db: Db,
  { table, parent, order }: { table: keyof Tables; parent: string; order: string[] },
  id: number,
): AsyncGenerator<StoredRow[]> {
  const columns = sql.join(order.map((column) => sql.ref(column)));
  for (let last: StoredRow | undefined; ; ) {
    const end = last;
    const isLater = end ? sql`and (${columns}) > (${sql.join(order.map((column) => sql`${end[column]}`))})` : sql``;
    const { rows } = await sql<StoredRow>`
      select * from ${sql.table(table)} where ${sql.ref(parent)} = ${id} ${isLater}
      order by ${columns} limit ${sql.lit(ROWS_AT_ONCE)}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) return;
    last = rows.at(-1);
  }
}

/** The workspaces that can have content: one, or all. */
export async function readWorkspaces(db: Db, owner: ExportOwner): Promise<{ id: number; name: string }[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'workspace_name'])
    .$if(owner !== undefined, (query) => query.where('id', '=', Number(owner)))
    .orderBy('id')
    .execute();
  return rows.map(({ id, username, workspace_name }) => ({ id, name: workspace_name ?? username }));
}

/** Which of these subjects have statistics. */
export async function findCounted(db: Db, noun: Noun, ids: number[]): Promise<number[]> {
  const totals = await readTotals(db, noun, ids);
  return [...totals.keys()].sort((left, right) => left - right);
}

/** A kept click: its time, its visitor and the word of each dimension. */
export interface ExportedClick {
  at: number;
  visitor: number;
  words: Partial<Record<Dimension, number>>;
}

function* readClicks(bytes: Uint8Array): Generator<ExportedClick> {
  const scan = new KeptScan(bytes);
  for (let index = 0; index < scan.count; index += 1) {
    const words: ExportedClick['words'] = {};
    for (const dimension of dimensions) {
      const word = scan.word(index, dimension);
      if (word !== 0) words[dimension] = word;
    }
    yield { at: scan.at(index), visitor: scan.visitor(index), words };
  }
}

/** Yields the kept clicks of a subject, part by part, oldest first. */
export async function* readSubjectClicks(db: Db, noun: VisitedNoun, id: number) {
  let after = { day: -1, part: -1 };
  for (;;) {
    const rows = await db
      .selectFrom('kept_clicks')
      .select(['day', 'part', 'bytes'])
      .where('subject_key', '=', keptKeyOf({ noun, id }))
      .where(({ eb, refTuple, tuple }) => eb(refTuple('day', 'part'), '>', tuple(after.day, after.part)))
      .orderBy('day')
      .orderBy('part')
      .limit(20)
      .execute();
    for (const { day, bytes } of rows) yield { day, clicks: [...readClicks(bytes)] };
    const last = rows.at(-1);
    if (!last) return;
    after = last;
  }
}
