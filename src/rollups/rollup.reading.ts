import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { Page, type StoredPage } from './page.ts';
import { nounCodes, type Span, type Subject, spanCodes } from './subject.ts';

const STORED = ['clicks', 'bots', 'counts', 'visitors'] as const;

function selectPeriods(db: Db, { noun, id }: Subject, span: Span, from: number, to: number) {
  return db
    .selectFrom('pages')
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes[span])
    .where('start', '>=', from)
    .where('start', '<', to)
    .orderBy('start');
}

/** The pages that begin at `from` or later and before `to`, oldest first; a period without clicks has none. */
export async function readPages(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; page: Page }[]> {
  const rows = await selectPeriods(db, subject, span, from, to)
    .select(['start', ...STORED])
    .execute();
  return rows.map((row) => ({ start: row.start, page: Page.decode(row) }));
}

/** The same without who and what, which is all that a curve needs. */
export async function readSeries(
  db: Db,
  subject: Subject,
  span: Span,
  from: number,
  to: number,
): Promise<{ start: number; clicks: number; bots: number }[]> {
  return selectPeriods(db, subject, span, from, to).select(['start', 'clicks', 'bots']).execute();
}

/** How much was counted in all, as a text: no visit leaves it as it was. */
export function markOf({ clicks, bots }: { clicks: number; bots: number }): string {
  return `${clicks} ${bots}`;
}

/** Another text as soon as one more visit is counted, of whatever time. */
export async function readMark(db: Db, { noun, id }: Subject): Promise<string> {
  const row = await db
    .selectFrom('pages')
    .select(['clicks', 'bots'])
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes.total)
    .executeTakeFirst();
  return markOf(row ?? { clicks: 0, bots: 0 });
}

/** What goes on, and how much was counted before it. */
export interface Present {
  pages: { start: number; page: Page }[];
  /** What `readMark` would give. */
  mark: string;
  /** Another text as soon as one more visit is counted that is in none of the pages. */
  olderMark: string;
}

/** The pages that begin at `from` or later, oldest first, and the marks of all and of what is older, all of one moment. */
export async function readPresent(db: Db, subject: Subject, span: Span, from: number): Promise<Present> {
  const { noun, id } = subject;
  const rows = await db
    .selectFrom('pages')
    .select(['span', 'start', ...STORED])
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes[span])
    .where('start', '>=', from)
    .unionAll(
      db
        .selectFrom('pages')
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
  const pages: Present['pages'] = [];
  for (const row of rows) {
    const isTotal = row.span === spanCodes.total;
    const sign = isTotal ? 1 : -1;
    older.clicks += sign * row.clicks;
    older.bots += sign * row.bots;
    if (isTotal) Object.assign(all, { clicks: row.clicks, bots: row.bots });
    else pages.push({ start: row.start, page: Page.decode(row) });
  }
  pages.sort((left, right) => left.start - right.start);
  return { pages, mark: markOf(all), olderMark: markOf(older) };
}

/** Everything since the beginning; an empty page where nothing was counted. */
export async function readTotal(db: Db, { noun, id }: Subject): Promise<Page> {
  const row: StoredPage | undefined = await db
    .selectFrom('pages')
    .select(STORED)
    .where('noun', '=', nounCodes[noun])
    .where('noun_id', '=', id)
    .where('span', '=', spanCodes.total)
    .executeTakeFirst();
  return new Page(row);
}
