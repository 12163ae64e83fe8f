import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { isShared, prepareRows } from '../db/row-statement.ts';
import type { RollupTable } from './rollup.table.ts';
import { Rollup, type StoredRollup } from './rollup.ts';
import {
  codeOfSpan,
  compareKeys,
  isVisited,
  keptKeyOf,
  type Noun,
  nounCodes,
  nounOfCode,
  type RollupKey,
  type RollupRowKey,
  type Subject,
  slotsOfRow,
  spanCodes,
  type VisitedNoun,
} from './subject.ts';

interface FoundRollup extends StoredRollup {
  /** The index of its key. */
  place: number;
}

function bindKey({ noun, id, span, start }: RollupRowKey, parameters: unknown[]): void {
  parameters.push(nounCodes[noun], id, codeOfSpan(span), start);
}

const ORDER = 'rollups.noun, rollups.noun_id, rollups.span, rollups.start';

// Rows are identified by the index of their key: building the key of each row again would take longer than the query.
const findRows = prepareRows<RollupRowKey, FoundRollup>({
  before: 'with wanted (place, noun, noun_id, span, start) as (values ',
  row: '(cast(? as integer), cast(? as integer), cast(? as bigint), cast(? as integer), cast(? as bigint))',
  after:
    ') select wanted.place, rollups.clicks, rollups.bots, rollups.counts, rollups.visitors' +
    ' from wanted join rollups on rollups.noun = wanted.noun and rollups.noun_id = wanted.noun_id' +
    ' and rollups.span = wanted.span and rollups.start = wanted.start',
  lock: ` order by ${ORDER} for update of rollups`,
  bind(key, parameters, place) {
    parameters.push(place);
    bindKey(key, parameters);
  },
});

// If another node has just created the row, an update that changes nothing locks it.
const createRows = prepareRows<RollupRowKey>({
  before: 'insert into rollups (noun, noun_id, span, start, clicks, bots) values ',
  row: '(?, ?, ?, ?, 0, 0)',
  after: ' on conflict (noun, noun_id, span, start) do update set clicks = rollups.clicks',
  bind: bindKey,
});

/** A row of rollups to write. */
interface WrittenRow {
  key: RollupRowKey;
  rollup: Rollup;
}

/** A rollup with its key. */
export interface KeyedRollup {
  key: RollupKey;
  rollup: Rollup;
}

/** The rollups with the content of a row: three of a first hour, otherwise one. */
export function rollupsOf(row: RollupTable): KeyedRollup[] {
  const subject = { noun: nounOfCode(row.noun), id: row.noun_id };
  return slotsOfRow(row).map((slot) => ({ key: { ...subject, ...slot }, rollup: Rollup.decode(row) }));
}

function bindContent(rollup: Rollup, parameters: unknown[]): void {
  parameters.push(rollup.clicks, rollup.bots, rollup.encodeCounts(), rollup.visitors.encode());
}

const writeRows = prepareRows<WrittenRow>({
  before: 'insert into rollups (noun, noun_id, span, start, clicks, bots, counts, visitors) values ',
  row: '(?, ?, ?, ?, ?, ?, ?, ?)',
  after:
    ' on conflict (noun, noun_id, span, start) do update' +
    ' set clicks = excluded.clicks, bots = excluded.bots, counts = excluded.counts, visitors = excluded.visitors',
  bind({ key, rollup }, parameters) {
    bindKey(key, parameters);
    bindContent(rollup, parameters);
  },
});

function keysAt(keys: RollupRowKey[], places: number[]): RollupRowKey[] {
  return places.map((place) => keys[place] as RollupRowKey);
}

/**
 * Reads and locks the rollups of these keys, which must be sorted by `compareKeys`, without duplicates; undefined for empty ones.
 * Another node that opens one of them waits until the transaction ends. `absent` are keys that the store does not have: SQLite does
 * not look for them, while on PostgreSQL another node may add them.
 */
export async function openRollups(
  tx: Db,
  keys: RollupRowKey[],
  absent: ReadonlySet<RollupRowKey> = new Set(),
): Promise<(Rollup | undefined)[]> {
  const rollups: (Rollup | undefined)[] = new Array(keys.length).fill(undefined);
  if (!isShared(tx)) {
    const places = keys.flatMap((key, place) => (absent.has(key) ? [] : [place]));
    const rows = await findRows(tx, keysAt(keys, places));
    for (const row of rows) rollups[places[row.place] as number] = Rollup.decode(row);
    return rollups;
  }
  const found = await findRows(tx, keys);
  for (const row of found) rollups[row.place] = Rollup.decode(row);
  if (found.length < keys.length) {
    const places = keys.flatMap((_, place) => (rollups[place] === undefined ? [place] : []));
    const missing = keysAt(keys, places);
    await createRows(tx, missing);
    // Another node may have filled one of them meanwhile.
    for (const row of await findRows(tx, missing))
      if (row.clicks + row.bots > 0) rollups[places[row.place] as number] = Rollup.decode(row);
  }
  return rollups;
}

/** Saves rollups that the same transaction has opened, in the same order. Several of a subject may be one object. */
export async function saveRollups(tx: Db, rollups: WrittenRow[]): Promise<void> {
  await writeRows(tx, rollups);
}

/** Adds rollups to the stored ones. Their subjects must have no first hours. */
export async function addRollups(tx: Db, added: KeyedRollup[]): Promise<void> {
  const sorted = added.toSorted((one, other) => compareKeys(one.key, other.key));
  const opened = await openRollups(
    tx,
    sorted.map(({ key }) => key),
  );
  const merged = sorted.map(({ key, rollup }, index) => {
    const stored = opened[index];
    stored?.merge(rollup);
    return { key, rollup: stored ?? rollup };
  });
  await saveRollups(tx, merged);
}

/** Deletes all counts and kept clicks of a subject. */
export function erase(tx: Db, { noun, id }: Subject): Promise<void> {
  return eraseAll(tx, noun, [id]);
}

/** The same for many subjects of a noun. */
export async function eraseAll(tx: Db, noun: Noun, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const rollups = tx.deleteFrom('rollups').where('noun', '=', nounCodes[noun]).where('noun_id', 'in', ids);
  if (isVisited(noun)) {
    // First hours first, in a statement of its own: if another transaction is replacing one, this waits, and the next statement sees the
    // rows in its place.
    await rollups.where('span', '<', spanCodes.total).execute();
    await eraseKept(tx, noun, ids);
  }
  await rollups.execute();
}

async function eraseKept(tx: Db, noun: VisitedNoun, ids: number[]): Promise<void> {
  const keys = ids.map((id) => keptKeyOf({ noun, id }));
  await tx.deleteFrom('kept_clicks').where('subject_key', 'in', keys).execute();
}

/** Deletes up to `limit` of the oldest hourly rollups before this time; returns how many. */
export async function deleteOldHourRollups(db: Db, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rollups')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('noun', 'noun_id', 'span', 'start'),
        'in',
        selectFrom('rollups as old')
          .select(['old.noun', 'old.noun_id', 'old.span', 'old.start'])
          // A literal, not a parameter: otherwise SQLite does not use the index on hours.
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
