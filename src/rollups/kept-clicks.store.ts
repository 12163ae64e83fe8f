import type { Db } from '../db/db.ts';
import { isShared, prepareRows, prepareStatement } from '../db/row-statement.ts';
import { appendKept, type KeptRecords, keptClickBytes, NO_KEPT_CLICKS, trimKept } from './kept-clicks.ts';
import type { KeptClickTable } from './rollup.table.ts';

/** The maximum number of clicks in a part, about 5 kB. A part is rewritten for each added click, so larger parts cost more. */
export const KEPT_PER_PART = 100;

/** Clicks on one subject in one UTC day; `day` is its start in epoch milliseconds. */
export interface KeptDay {
  /** See `keptKeyOf`. */
  key: number;
  day: number;
  /** Oldest first. */
  clicks: KeptRecords;
}

/** Identifies a part among the parts of its subject. */
export interface PartPlace {
  day: number;
  part: number;
}

/** Some clicks of one day, oldest first. */
export interface KeptPart extends PartPlace {
  records: number;
  bytes: Uint8Array;
}

/** The last part of a day as it was read. */
interface OpenPart {
  subject_key: number;
  day: number;
  part: number;
  records: number;
  /** Null if it is full. */
  bytes: Uint8Array | null;
}

const COLUMNS = 'subject_key, day, part, records, bytes';

// The update changes nothing, but locks the row until the transaction ends.
const takeFirst = prepareRows<KeptDay>({
  before: `insert into kept_clicks (${COLUMNS}) values `,
  row: '(?, ?, 0, 0, ?)',
  after: ' on conflict (subject_key, day, part) do update set records = kept_clicks.records',
  bind({ key, day }, parameters) {
    parameters.push(key, day, NO_KEPT_CLICKS);
  },
});

const findLast = prepareRows<KeptDay, OpenPart>({
  before: 'with wanted (subject_key, day) as (values ',
  row: '(cast(? as bigint), cast(? as bigint))',
  after:
    `) select subject_key, day, part, records, case when records < ${KEPT_PER_PART} then bytes end as bytes` +
    ' from wanted join kept_clicks using (subject_key, day) where part =' +
    ' (select max(part) from kept_clicks as all_parts where all_parts.subject_key = wanted.subject_key and all_parts.day = wanted.day)',
  bind({ key, day }, parameters) {
    parameters.push(key, day);
  },
});

const writeParts = prepareRows<KeptClickTable>({
  before: `insert into kept_clicks (${COLUMNS}) values `,
  row: '(?, ?, ?, ?, ?)',
  after: ' on conflict (subject_key, day, part) do update set records = excluded.records, bytes = excluded.bytes',
  bind({ subject_key, day, part, records, bytes }, parameters) {
    parameters.push(subject_key, day, part, records, bytes);
  },
});

function keyOfDay(key: number, day: number): string {
  return `${key} ${day}`;
}

/** Adds the parts that change when these clicks are added to `written`. */
function fillParts(open: OpenPart, clicks: KeptRecords, written: KeptClickTable[]): void {
  const { subject_key, day } = open;
  let { part, records, bytes } = open;
  const { dimensionCount } = clicks;
  const size = keptClickBytes(dimensionCount);
  const count = clicks.bytes.byteLength / size;
  for (let from = 0; from < count; ) {
    if (records >= KEPT_PER_PART) [part, records, bytes] = [part + 1, 0, null];
    const to = Math.min(count, from + KEPT_PER_PART - records);
    const taken = to - from === count ? clicks.bytes : clicks.bytes.subarray(from * size, to * size);
    records += to - from;
    from = to;
    const appended = appendKept(bytes ?? NO_KEPT_CLICKS, { dimensionCount, bytes: taken });
    const stored = records === KEPT_PER_PART ? trimKept(appended) : appended;
    written.push({ subject_key, day, part, records, bytes: stored });
  }
}

/**
 * Appends clicks to the kept clicks; transactions for the same subject and day wait for each other. `days` must be sorted by
 * key and then by day, without duplicates.
 */
export async function appendKeptClicks(tx: Db, days: KeptDay[]): Promise<void> {
  // Every writer locks the first part of the day, which protects the other parts as well.
  if (isShared(tx)) await takeFirst(tx, days);
  const last = new Map<string, OpenPart>();
  for (const open of await findLast(tx, days)) last.set(keyOfDay(open.subject_key, open.day), open);
  const written: KeptClickTable[] = [];
  for (const { key, day, clicks } of days) {
    const found = last.size > 0 ? last.get(keyOfDay(key, day)) : undefined;
    const open = found ?? { subject_key: key, day, part: 0, records: 0, bytes: null };
    fillParts(open, clicks, written);
  }
  await writeParts(tx, written);
}

const PARTS = 'select day, part, records, bytes from kept_clicks where subject_key = ? and day >= ? and day < ?';
const NEWEST = 'order by day desc, part desc limit ?';
const findParts = prepareStatement<KeptPart>(`${PARTS} ${NEWEST}`);
const findPartsBefore = prepareStatement<KeptPart>(`${PARTS} and (day, part) < (?, ?) ${NEWEST}`);

/** Reads the parts of the days from `fromDay` to before `toDay`, newest first, and only those before `before` if it is set. */
export async function readKeptParts(
  db: Db,
  key: number,
  fromDay: number,
  toDay: number,
  { before, limit }: { before?: PartPlace | undefined; limit: number },
): Promise<KeptPart[]> {
  // SQLite uses only the day to seek: without this narrower end it would scan everything that is newer than `before`.
  const end = before ? Math.min(toDay, before.day + 1) : toDay;
  if (before) return findPartsBefore(db, [key, fromDay, end, before.day, before.part, limit]);
  return findParts(db, [key, fromDay, end, limit]);
}

/** Counts the parts of these subjects in the days from `fromDay` to before `toDay`; subjects without parts are omitted. */
export async function countKeptParts(
  db: Db,
  keys: number[],
  fromDay: number,
  toDay: number,
): Promise<{ key: number; parts: number }[]> {
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('kept_clicks')
    .select(({ fn }) => ['subject_key', fn.countAll<number>().as('parts')])
    .where('subject_key', 'in', keys)
    .where('day', '>=', fromDay)
    .where('day', '<', toDay)
    .groupBy('subject_key')
    .execute();
  return rows.map(({ subject_key, parts }) => ({ key: subject_key, parts: Number(parts) }));
}

/** Reads all parts of these subjects in the days from `fromDay` to before `toDay`, in any order. */
export async function readPartsOf(db: Db, keys: number[], fromDay: number, toDay: number): Promise<KeptPart[]> {
  return db
    .selectFrom('kept_clicks')
    .select(['day', 'part', 'records', 'bytes'])
    .where('subject_key', 'in', keys)
    .where('day', '>=', fromDay)
    .where('day', '<', toDay)
    .execute();
}

/** Reads the parts of one subject and day from number `first` to before `end`, in any order. */
export async function readPartsOfDay(
  db: Db,
  key: number,
  day: number,
  { first, end }: { first: number; end: number },
): Promise<KeptPart[]> {
  return db
    .selectFrom('kept_clicks')
    .select(['day', 'part', 'records', 'bytes'])
    .where('subject_key', '=', key)
    .where('day', '=', day)
    .where('part', '>=', first)
    .where('part', '<', end)
    .execute();
}

/** Deletes up to `limit` of the oldest parts before this day; returns how many. */
export async function deleteOldKept(db: Db, beforeDay: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('kept_clicks')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('subject_key', 'day', 'part'),
        'in',
        selectFrom('kept_clicks as old')
          .select(['old.subject_key', 'old.day', 'old.part'])
          .where('old.day', '<', beforeDay)
          .orderBy('old.day')
          .limit(limit)
          .$asTuple('subject_key', 'day', 'part'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
