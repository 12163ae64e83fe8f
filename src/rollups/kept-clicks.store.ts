import type { Db } from '../db/db.ts';
import { isShared, prepareRows } from '../db/row-statement.ts';
import { appendKept, KEPT_CLICK_BYTES, NO_KEPT_CLICKS } from './kept-clicks.ts';
import type { KeptClickTable } from './rollup.table.ts';

/** The clicks in one part, about 5 kB; a part is rewritten with each added click, so a larger one would cost more. */
export const KEPT_PER_PART = 100;

/** Clicks of one link on one UTC day, given by its epoch milliseconds. */
export interface KeptDay {
  linkId: number;
  day: number;
  /** Written by `writeKeptClick` and `writeKeptWord`, oldest first. */
  clicks: Uint8Array;
}

/** A part's own place among the parts of its link. */
export interface PartPlace {
  day: number;
  part: number;
}

/** Some clicks of one day, oldest first. */
export interface KeptPart extends PartPlace {
  records: number;
  bytes: Uint8Array;
}

/** A day's last part as it was found. */
interface OpenPart {
  link_id: number;
  day: number;
  part: number;
  records: number;
  /** Null if it is full. */
  bytes: Uint8Array | null;
}

const COLUMNS = 'link_id, day, part, records, bytes';

// An update that changes nothing locks the row until the transaction ends.
const takeFirst = prepareRows<KeptDay>({
  before: `insert into kept_clicks (${COLUMNS}) values `,
  row: '(?, ?, 0, 0, ?)',
  after: ' on conflict (link_id, day, part) do update set records = kept_clicks.records',
  bind({ linkId, day }, parameters) {
    parameters.push(linkId, day, NO_KEPT_CLICKS);
  },
});

const findLast = prepareRows<KeptDay, OpenPart>({
  before: 'with wanted (link_id, day) as (values ',
  row: '(cast(? as bigint), cast(? as bigint))',
  after:
    `) select link_id, day, part, records, case when records < ${KEPT_PER_PART} then bytes end as bytes` +
    ' from wanted join kept_clicks using (link_id, day) where part =' +
    ' (select max(part) from kept_clicks as all_parts where all_parts.link_id = wanted.link_id and all_parts.day = wanted.day)',
  bind({ linkId, day }, parameters) {
    parameters.push(linkId, day);
  },
});

const writeParts = prepareRows<KeptClickTable>({
  before: `insert into kept_clicks (${COLUMNS}) values `,
  row: '(?, ?, ?, ?, ?)',
  after: ' on conflict (link_id, day, part) do update set records = excluded.records, bytes = excluded.bytes',
  bind({ link_id, day, part, records, bytes }, parameters) {
    parameters.push(link_id, day, part, records, bytes);
  },
});

function keyOfDay(linkId: number, day: number): string {
  return `${linkId} ${day}`;
}

/** The parts with these clicks added. */
function* fillParts(open: OpenPart, clicks: Uint8Array): Generator<KeptClickTable> {
  const { link_id, day } = open;
  let { part, records, bytes } = open;
  const count = clicks.byteLength / KEPT_CLICK_BYTES;
  for (let from = 0; from < count; ) {
    if (records >= KEPT_PER_PART) [part, records, bytes] = [part + 1, 0, null];
    const to = Math.min(count, from + KEPT_PER_PART - records);
    const taken = clicks.subarray(from * KEPT_CLICK_BYTES, to * KEPT_CLICK_BYTES);
    records += to - from;
    from = to;
    yield { link_id, day, part, records, bytes: appendKept(bytes ?? NO_KEPT_CLICKS, taken) };
  }
}

/**
 * Appends clicks to the kept ones; nodes that do it for the same link and day take turns. The days are sorted by link and
 * then by day, each of them once.
 */
export async function appendKeptClicks(tx: Db, days: KeptDay[]): Promise<void> {
  // Every writer locks the first part, which never moves; its holder may change the others.
  if (isShared(tx)) await takeFirst(tx, days);
  const last = new Map<string, OpenPart>();
  for (const open of await findLast(tx, days)) last.set(keyOfDay(open.link_id, open.day), open);
  const written: KeptClickTable[] = [];
  for (const { linkId, day, clicks } of days) {
    const found = last.size > 0 ? last.get(keyOfDay(linkId, day)) : undefined;
    const open = found ?? { link_id: linkId, day, part: 0, records: 0, bytes: null };
    for (const part of fillParts(open, clicks)) written.push(part);
  }
  await writeParts(tx, written);
}

/** The parts of the days from `fromDay` and before `toDay`, newest first, and older than `before` where that is given. */
export async function readKeptParts(
  db: Db,
  linkId: number,
  fromDay: number,
  toDay: number,
  { before, limit }: { before?: PartPlace | undefined; limit: number },
): Promise<KeptPart[]> {
  // SQLite seeks by days alone: without the closer end it would walk over all that is newer than `before`.
  const end = before ? Math.min(toDay, before.day + 1) : toDay;
  let query = db
    .selectFrom('kept_clicks')
    .select(['day', 'part', 'records', 'bytes'])
    .where('link_id', '=', linkId)
    .where('day', '>=', fromDay)
    .where('day', '<', end);
  if (before)
    query = query.where(({ eb, refTuple, tuple }) => eb(refTuple('day', 'part'), '<', tuple(before.day, before.part)));
  return query.orderBy('day', 'desc').orderBy('part', 'desc').limit(limit).execute();
}

/** Deletes up to `limit` of the oldest parts from before this day; returns how many. */
export async function deleteOldKept(db: Db, beforeDay: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('kept_clicks')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('link_id', 'day', 'part'),
        'in',
        selectFrom('kept_clicks as old')
          .select(['old.link_id', 'old.day', 'old.part'])
          .where('old.day', '<', beforeDay)
          .orderBy('old.day')
          .limit(limit)
          .$asTuple('link_id', 'day', 'part'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
