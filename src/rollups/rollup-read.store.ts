import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { prepareStatement } from '../db/row-statement.ts';
import { Rollup, type StoredRollup } from './rollup.ts';
import { type Noun, nounCodes, type Span, type Subject, spanCodes } from './subject.ts';
import { VisitorSketch } from './visitor-sketch.ts';

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

/** Reads the rollups that start from `from` to before `to`, oldest first; a time slot without clicks has none. */
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

/** The same without visitors and dimensions, which is enough for a chart. */
export async function readSeries(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; clicks: number; bots: number }[]> {
  return selectRollups(db, subject, span, from, to).select(['start', 'clicks', 'bots']).execute();
}

/** The same with visitors, but without dimensions. */
export async function readVisitors(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; clicks: number; bots: number; visitors: VisitorSketch }[]> {
  const rows = await selectRollups(db, subject, span, from, to)
    .select(['start', 'clicks', 'bots', 'visitors'])
    .execute();
  return rows.map((row) => ({ ...row, visitors: VisitorSketch.decode(row.visitors) }));
}

/** The version of statistics: a text that changes with every counted visit. */
export function versionOf({ clicks, bots }: { clicks: number; bots: number }): string {
  return `${clicks} ${bots}`;
}

const findTotals = prepareStatement<{ clicks: number; bots: number }>(
  'select clicks, bots from rollups where noun = ? and noun_id = ? and span = ?',
);

/** Reads the current version of a subject's statistics. */
export async function readVersion(db: Db, { noun, id }: Subject): Promise<string> {
  const [totals] = await findTotals(db, [nounCodes[noun], id, spanCodes.total]);
  return versionOf(totals ?? { clicks: 0, bots: 0 });
}

/** The rollups that can still grow, and the versions of all statistics and of the closed part. */
export interface OpenRollups {
  rollups: { start: number; rollup: Rollup }[];
  /** The same version that `readVersion` returns. */
  version: string;
  /** Changes only with visits that are in none of the rollups. */
  olderVersion: string;
}

/** Reads the rollups from `from` on, oldest first, and both versions, with one query so that they are consistent. */
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
        // Only the clicks and bots of the total are needed, and its other columns are large.
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

/** The clicks of subjects by id; those without any are missing. */
export async function readTotalClicks(db: Db, noun: Noun, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('rollups')
    .select(['noun_id', 'clicks'])
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', 'in', ids)
    .where('span', '=', spanCodes.total)
    .execute();
  return new Map(rows.map(({ noun_id, clicks }) => [noun_id, clicks]));
}

/** Reads the total rollup; an empty one if nothing was counted. */
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
