import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Rollup, type StoredRollup } from './rollup.ts';
import { nounCodes, type Span, type Subject, spanCodes } from './subject.ts';

const STORED = ['clicks', 'bots', 'counts', 'visitors'] as const;

function selectRollups(db: Db, { noun, id }: Subject, span: Span, from: number, to: number) {
  return db
    .selectFrom('rollups')
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes[span])
    .where('start', '>=', from)
    .where('start', '<', to)
    .orderBy('start');
}

/** The rollups that begin at `from` or later and before `to`, oldest first; a period without clicks has none. */
export async function readRollups(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; rollup: Rollup }[]> {
  const rows = await selectRollups(db, subject, span, from, to)
    .select(['start', ...STORED])
    .execute();
  return rows.map((row) => ({ start: row.start, rollup: Rollup.decode(row) }));
}

/** The same without who and what, which is all that a curve needs. */
export async function readSeries(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; clicks: number; bots: number }[]> {
  return selectRollups(db, subject, span, from, to).select(['start', 'clicks', 'bots']).execute();
}

/** How much was counted in all, as a text: no visit leaves it as it was. */
export function versionOf({ clicks, bots }: { clicks: number; bots: number }): string {
  return `${clicks} ${bots}`;
}

/** Another text as soon as one more visit is counted, of whatever time. */
export async function readVersion(db: Db, { noun, id }: Subject): Promise<string> {
  const row = await db
    .selectFrom('rollups')
    .select(['clicks', 'bots'])
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes.total)
    .executeTakeFirst();
  return versionOf(row ?? { clicks: 0, bots: 0 });
}

/** What goes on, and how much was counted before it. */
export interface OpenRollups {
  rollups: { start: number; rollup: Rollup }[];
  /** What `readVersion` would give. */
  version: string;
  /** Another text as soon as one more visit is counted that is in none of the rollups. */
  olderVersion: string;
}

/** The rollups that begin at `from` or later, oldest first, and the versions of all and of what is older, all of one moment. */
export async function readOpenRollups(db: Db, subject: Subject, span: Span, from: number): Promise<OpenRollups> {
  const { noun, id } = subject;
  const rows = await db
    .selectFrom('rollups')
    .select(['span', 'start', ...STORED])
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes[span])
    .where('start', '>=', from)
    .unionAll(
      db
        .selectFrom('rollups')
        // The total is wanted for its clicks alone, and the rest of it is large.
        .select(['span', 'start', 'clicks', 'bots', sql<null>`null`.as('counts'), sql<null>`null`.as('visitors')])
        .where('noun', '=', nounCodes[noun])
        .where('noun_id', '=', id)
        .where('span', '=', spanCodes.total),
    )
    .execute();
  const [all, older] = [
    { clicks: 0, bots: 0 },
    { clicks: 0, bots: 0 },
  ];
  const rollups: OpenRollups['rollups'] = [];
  for (const row of rows) {
    const isTotal = row.span === spanCodes.total;
    const sign = isTotal ? 1 : -1;
    older.clicks += sign * row.clicks;
    older.bots += sign * row.bots;
    if (isTotal) Object.assign(all, { clicks: row.clicks, bots: row.bots });
    else rollups.push({ start: row.start, rollup: Rollup.decode(row) });
  }
  rollups.sort((left, right) => left.start - right.start);
  return { rollups, version: versionOf(all), olderVersion: versionOf(older) };
}

/** Everything since the beginning; an empty rollup where nothing was counted. */
export async function readTotal(db: Db, { noun, id }: Subject): Promise<Rollup> {
  const row: StoredRollup | undefined = await db
    .selectFrom('rollups')
    .select(STORED)
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes.total)
    .executeTakeFirst();
  return new Rollup(row);
}
