import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isShared, prepareRows } from '../db/row-statement.ts';
import { Page, type StoredPage } from './page.ts';
import { compareKeys, keyOf, type Noun, nounCodes, type PageKey, type Subject, spanCodes } from './subject.ts';

/** What happened in one page's period; the rest is added to the page itself. */
export interface PageGrowth {
  key: PageKey;
  clicks: number;
  bots: number;
}

/** A page that is asked for, by its place among all that are. */
interface Wanted extends PageGrowth {
  place: number;
  name: string;
}

interface FoundPage extends StoredPage {
  place: number;
}

function bindKey({ noun, id, span, start }: PageKey, parameters: unknown[]): void {
  parameters.push(nounCodes[noun], id, spanCodes[span], start);
}

const ORDER = 'pages.noun, pages.noun_id, pages.span, pages.start';

// By their places: to put the key of each page together again would take longer than to find it.
const findRows = prepareRows<Wanted, FoundPage>({
  before: 'with wanted (place, noun, noun_id, span, start) as (values ',
  row: '(cast(? as integer), cast(? as integer), cast(? as bigint), cast(? as integer), cast(? as bigint))',
  after:
    ') select wanted.place, pages.clicks, pages.bots, pages.counts, pages.visitors' +
    ' from wanted join pages on pages.noun = wanted.noun and pages.noun_id = wanted.noun_id' +
    ' and pages.span = wanted.span and pages.start = wanted.start',
  lock: ` order by ${ORDER} for update of pages`,
  bind({ place, key }, parameters) {
    parameters.push(place);
    bindKey(key, parameters);
  },
});

// Where somebody else was first with it, an update that changes nothing makes the row ours.
const createRows = prepareRows<PageGrowth>({
  before: 'insert into pages (noun, noun_id, span, start, clicks, bots) values ',
  row: '(?, ?, ?, ?, 0, 0)',
  after: ' on conflict (noun, noun_id, span, start) do update set clicks = pages.clicks',
  bind: ({ key }, parameters) => bindKey(key, parameters),
});

const writeRows = prepareRows<{ key: PageKey; page: Page }>({
  before: 'insert into pages (noun, noun_id, span, start, clicks, bots, counts, visitors) values ',
  row: '(?, ?, ?, ?, ?, ?, ?, ?)',
  after:
    ' on conflict (noun, noun_id, span, start) do update' +
    ' set clicks = excluded.clicks, bots = excluded.bots, counts = excluded.counts, visitors = excluded.visitors',
  bind({ key, page }, parameters) {
    bindKey(key, parameters);
    parameters.push(page.clicks, page.bots, page.encodeCounts(), page.visitors.encode());
  },
});

/** One row for each key, in the order of the keys. */
function sortGrowths(rows: PageGrowth[]): PageGrowth[] {
  const sorted: PageGrowth[] = [];
  for (const row of rows.toSorted((left, right) => compareKeys(left.key, right.key))) {
    const last = sorted.at(-1);
    if (last && compareKeys(last.key, row.key) === 0) {
      sorted[sorted.length - 1] = { key: row.key, clicks: last.clicks + row.clicks, bots: last.bots + row.bots };
    } else sorted.push(row);
  }
  return sorted;
}

/**
 * The pages by `keyOf` their keys, with these clicks and bots already in them. They belong to the transaction from here
 * on: another node that wants one of them waits for its end.
 */
export async function openPages(tx: Db, rows: PageGrowth[]): Promise<Map<string, Page>> {
  const wanted = sortGrowths(rows).map(({ key, clicks, bots }, place): Wanted => {
    return { key, clicks, bots, place, name: keyOf(key) };
  });
  const found: Page[] = [];
  for (const row of await findRows(tx, wanted)) found[row.place] = Page.decode(row);
  if (isShared(tx)) {
    const missing = wanted.filter(({ place }) => found[place] === undefined);
    await createRows(tx, missing);
    for (const row of await findRows(tx, missing)) found[row.place] = Page.decode(row);
  }
  const pages = new Map<string, Page>();
  for (const { place, name, clicks, bots } of wanted) {
    const page = found[place] ?? new Page();
    page.clicks += clicks;
    page.bots += bots;
    pages.set(name, page);
  }
  return pages;
}

/** Stores pages that the same transaction has opened. */
export async function savePages(tx: Db, pages: { key: PageKey; page: Page }[]): Promise<void> {
  await writeRows(
    tx,
    pages.toSorted((left, right) => compareKeys(left.key, right.key)),
  );
}

/** Forgets everything about a subject, a link's single clicks too. */
export async function erase(tx: Db, { noun, id }: Subject): Promise<void> {
  await tx.deleteFrom('pages').where('noun', '=', nounCodes[noun]).where('noun_id', '=', id).execute();
  if (noun === 'link') await tx.deleteFrom('kept_clicks').where('link_id', '=', id).execute();
}

/** The same for many of one noun that has no single clicks. */
export async function eraseAll(tx: Db, noun: Exclude<Noun, 'link'>, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('pages').where('noun', '=', nounCodes[noun]).where('noun_id', 'in', ids).execute();
}

/** Deletes so many of the oldest hours that began before this; tells how many there were. */
export async function deleteOldHourPages(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('pages')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('noun', 'noun_id', 'span', 'start'),
        'in',
        selectFrom('pages as old')
          .select(['old.noun', 'old.noun_id', 'old.span', 'old.start'])
          // Written out, not bound: only so does SQLite see that the index on hours fits.
          .where(sql<boolean>`old.span = 2`)
          .where('old.start', '<', before)
          .orderBy('old.start')
          .limit(limit)
          .$asTuple('noun', 'noun_id', 'span', 'start'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
