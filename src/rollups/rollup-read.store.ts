import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { prepareStatement } from '../db/row-statement.ts';
import { Rollup } from './rollup.ts';
import { DAY_MS, type Noun, nounCodes, type Span, type Subject, spanCodes, startOfSlot } from './subject.ts';
import { VisitorSketch } from './visitor-sketch.ts';

const STORED = ['clicks', 'bots', 'counts', 'visitors'] as const;

type StoredColumn = (typeof STORED)[number];

function selectRows(db: Db, { noun, id }: Subject) {
  return db.selectFrom('rollups').where('noun', '=', nounCodes[noun]).where('noun_id', '=', id);
}

/**
 * Reads columns of the rollups of a span that start from `from`, which begins a time slot, to before `to`, oldest first. The content of
 * a first hour is a row of its own, with the start of the time slot.
 */
async function readSlots<Column extends StoredColumn>(
  db: Db,
  subject: Subject,
  { span, from, to }: { span: Span; from: number; to: number },
  columns: readonly Column[],
) {
  const rows = await selectRows(db, subject)
    .select(['start', ...columns])
    .where('span', '=', spanCodes[span])
    .where('start', '>=', from)
    .where('start', '<', to)
    .unionAll(
      selectRows(db, subject)
        .select(['start', ...columns])
        .where('span', '<', spanCodes.total)
        .where('start', '>=', from)
        .where('start', '<', to + DAY_MS),
    )
    .execute();
  const placed = rows.map((row) => ({ ...row, start: startOfSlot(span, Number(row.start)) }));
  const shown = placed.filter(({ start }) => start >= from && start < to);
  return shown.sort((left, right) => left.start - right.start);
}

/** Reads the rollups that start from `from` to before `to`, oldest first. A time slot without clicks has none. */
export async function readRollups(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; rollup: Rollup }[]> {
  const rows = await readSlots(db, subject, { span, from, to }, STORED);
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
  const rows = await readSlots(db, subject, { span, from, to }, ['clicks', 'bots']);
  return rows.map(({ start, clicks, bots }) => ({ start, clicks, bots }));
}

/** The same with visitors, but without dimensions. */
export async function readVisitors(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; clicks: number; bots: number; visitors: VisitorSketch }[]> {
  const rows = await readSlots(db, subject, { span, from, to }, ['clicks', 'bots', 'visitors']);
  return rows.map(({ start, clicks, bots, visitors }) => {
    return { start, clicks, bots, visitors: VisitorSketch.decode(visitors) };
  });
}

/** Adds up the clicks and bots of rows. */
function sumRows(rows: { clicks: number; bots: number }[]): { clicks: number; bots: number } {
  const sums = { clicks: 0, bots: 0 };
  for (const { clicks, bots } of rows) {
    sums.clicks += clicks;
    sums.bots += bots;
  }
  return sums;
}

/** The version of statistics: a text that changes with every counted visit. */
export function versionOf({ clicks, bots }: { clicks: number; bots: number }): string {
  return `${clicks} ${bots}`;
}

// The code of a first hour is below that of the total, and a subject has only one of them.
const findTotal = prepareStatement<{ clicks: number; bots: number }>(
  'select clicks, bots from rollups where noun = ? and noun_id = ? and span <= ?',
);

/** Reads the current version of a subject's statistics. */
export async function readVersion(db: Db, { noun, id }: Subject): Promise<string> {
  const [total] = await findTotal(db, [nounCodes[noun], id, spanCodes.total]);
  return versionOf(total ?? { clicks: 0, bots: 0 });
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
  const rows = await selectRows(db, subject)
    .select([sql<number>`0`.as('is_total'), 'start', ...STORED])
    .where('span', '=', spanCodes[span])
    .where('start', '>=', from)
    .unionAll(
      selectRows(db, subject)
        .select([sql<number>`0`.as('is_total'), 'start', ...STORED])
        .where('span', '<', spanCodes.total)
        .where('start', '>=', from),
    )
    .unionAll(
      selectRows(db, subject)
        // Only the clicks and bots of the total are needed, and its other columns are large.
        .select([sql<number>`1`.as('is_total'), 'start', 'clicks', 'bots'])
        .select([sql<null>`null`.as('counts'), sql<null>`null`.as('visitors')])
        .where('span', '<=', spanCodes.total),
    )
    .execute();
  const [totals, open] = [rows.filter((row) => row.is_total === 1), rows.filter((row) => row.is_total === 0)];
  const [all, shown] = [sumRows(totals), sumRows(open)];
  const older = { clicks: all.clicks - shown.clicks, bots: all.bots - shown.bots };
  const rollups = open.map((row) => ({ start: startOfSlot(span, row.start), rollup: Rollup.decode(row) }));
  rollups.sort((left, right) => left.start - right.start);
  return { rollups, version: versionOf(all), olderVersion: versionOf(older) };
}

/** The visits to subjects by id, by people and by bots; those without any are missing. */
export async function readTotals(
  db: Db,
  noun: Noun,
  ids: number[],
): Promise<Map<number, { clicks: number; bots: number }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('rollups')
    .select(['noun_id', 'clicks', 'bots'])
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', 'in', ids)
    .where('span', '<=', spanCodes.total)
    .execute();
  return new Map(rows.map(({ noun_id, clicks, bots }) => [noun_id, { clicks, bots }]));
}

/** Reads the total rollup; an empty one if nothing was counted. */
export async function readTotal(db: Db, subject: Subject): Promise<Rollup> {
  const row = await selectRows(db, subject).select(STORED).where('span', '<=', spanCodes.total).executeTakeFirst();
  return row ? Rollup.decode(row) : new Rollup();
}
