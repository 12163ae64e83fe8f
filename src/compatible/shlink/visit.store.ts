import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { type IdRange, readIdRanges } from './short-url.store.ts';

/** Whose visits are read: those to one link, or to all links of the owner with a tag or on a domain. */
export interface VisitedLinks {
  owner: number;
  linkId?: number | undefined;
  tag?: string | undefined;
  domainId?: number | undefined;
  /** Only links with these ids. */
  range?: IdRange | undefined;
}

/** Some visits to one link, as they are stored. */
export interface VisitPart {
  linkId: number;
  bytes: Uint8Array;
}

// Takes about two milliseconds, in which the thread handles no redirects.
const PARTS_AT_ONCE = 128;

/** The keys of kept clicks; that of a link is its id. */
function keysOf({ owner, linkId, tag, domainId, range }: VisitedLinks): RawBuilder<unknown> {
  if (linkId !== undefined) return sql`(${linkId})`;
  const onDomain = domainId === undefined ? sql`` : sql` and domain_id = ${domainId}`;
  const withTag =
    tag === undefined
      ? sql``
      : sql` and id in (select link_id from link_tags where link_tags.user_id = ${owner} and tag = ${tag})`;
  const inRange = range === undefined ? sql`` : sql` and id > ${range.after} and id <= ${range.to}`;
  return sql`(select id from links where links.user_id = ${owner}${onDomain}${withTag}${inRange})`;
}

/** The number of visits of each day in UTC, from the day `from` to before `end`, newest first. */
export async function countVisitsByDay(
  db: Db,
  links: VisitedLinks,
  days: { from: number; end: number },
): Promise<{ day: number; visits: number }[]> {
  if (links.linkId !== undefined) return countInRange(db, links, days);
  const visitsOf = new Map<number, number>();
  for await (const range of readIdRanges(db, links.owner))
    for (const { day, visits } of await countInRange(db, { ...links, range }, days))
      visitsOf.set(day, (visitsOf.get(day) ?? 0) + visits);
  return [...visitsOf].map(([day, visits]) => ({ day, visits })).sort((left, right) => right.day - left.day);
}

async function countInRange(
  db: Db,
  links: VisitedLinks,
  { from, end }: { from: number; end: number },
): Promise<{ day: number; visits: number }[]> {
  const { rows } = await sql<{ day: number; visits: number | string }>`
    select day, sum(records) as visits from kept_clicks
    where subject_key in ${keysOf(links)} and day >= ${from} and day < ${end}
    group by day order by day desc`.execute(db);
  return rows.map(({ day, visits }) => ({ day: Number(day), visits: Number(visits) }));
}

/** All visits of a day in UTC, some parts at a time, by link and in the order in which they were counted. */
export async function* readVisitsOfDay(db: Db, links: VisitedLinks, day: number): AsyncGenerator<VisitPart[]> {
  let last = { key: Number.MIN_SAFE_INTEGER, part: 0 };
  for (;;) {
    const { rows } = await sql<{ subject_key: number; part: number; bytes: Uint8Array }>`
      select subject_key, part, bytes from kept_clicks
      where subject_key in ${keysOf(links)} and day = ${day}
        and (subject_key > ${last.key} or subject_key = ${last.key} and part > ${last.part})
      order by subject_key, part limit ${PARTS_AT_ONCE}`.execute(db);
    yield rows.map(({ subject_key, bytes }) => ({ linkId: Number(subject_key), bytes }));
    const end = rows.at(-1);
    if (!end || rows.length < PARTS_AT_ONCE) return;
    last = { key: Number(end.subject_key), part: Number(end.part) };
  }
}
