import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { openRollups, saveRollups } from './rollup.store.ts';
import { Rollup } from './rollup.ts';
import { compareKeys, nounCodes, type RollupKey, slotsOfRow, spanCodes, type TimeSlot } from './subject.ts';
import { VisitorSketch } from './visitor-sketch.ts';
import { readSweepNumber } from './word-sweep.store.ts';

// Above this, the unique visitors of the old owner are estimated: the transaction must stay short.
const MAX_ROWS_READ = 50_000;

function slotName({ span, start }: TimeSlot): string {
  return `${span} ${start}`;
}

/** The counts of several links together, by time slot. */
async function sumLinks(tx: Db, ids: number[]): Promise<Map<string, { slot: TimeSlot; rollup: Rollup }>> {
  const sums = new Map<string, { slot: TimeSlot; rollup: Rollup }>();
  for (const id of ids) {
    const rows = await tx
      .selectFrom('rollups')
      .select(['span', 'start', 'clicks', 'bots', 'counts', 'visitors'])
      .where('noun', '=', nounCodes.link)
      .where('noun_id', '=', id)
      .execute();
    for (const row of rows) {
      for (const slot of slotsOfRow(row)) {
        const sum = sums.get(slotName(slot)) ?? { slot, rollup: new Rollup() };
        sum.rollup.merge(Rollup.decode(row));
        sums.set(slotName(slot), sum);
      }
    }
  }
  return sums;
}

/** Everything that an owner has and that is visited directly, by the code of its noun. */
function selectVisited(tx: Db, owner: number) {
  return tx
    .selectFrom('links')
    .select([sql<number>`${sql.lit(nounCodes.link)}`.as('noun'), 'id'])
    .where('user_id', '=', owner)
    .unionAll(
      tx
        .selectFrom('qr_codes')
        .select([sql<number>`${sql.lit(nounCodes.qr)}`.as('noun'), 'id'])
        .where('user_id', '=', owner),
    )
    .unionAll(
      tx
        .selectFrom('bio_pages')
        .select([sql<number>`${sql.lit(nounCodes.bio)}`.as('noun'), 'id'])
        .where('user_id', '=', owner),
    )
    .unionAll(
      tx
        .selectFrom('bio_blocks')
        .innerJoin('bio_pages', 'bio_pages.id', 'bio_blocks.bio_id')
        .select([sql<number>`${sql.lit(nounCodes.block)}`.as('noun'), 'bio_blocks.id'])
        .where('bio_pages.user_id', '=', owner),
    );
}

/** The visitors of what the owner still has, by time slot; undefined if reading them would take too long. */
async function readRemainingVisitors(
  tx: Db,
  owner: number,
  slots: TimeSlot[],
): Promise<Map<string, VisitorSketch> | undefined> {
  const starts = slots.flatMap(({ span, start }) => (span === 'total' ? [] : [start]));
  const rows = await tx
    .with('visited', () => selectVisited(tx, owner))
    .selectFrom('visited')
    .innerJoin('rollups', (join) =>
      join.onRef('rollups.noun', '=', 'visited.noun').onRef('rollups.noun_id', '=', 'visited.id'),
    )
    .select(['rollups.span', 'rollups.start', 'rollups.visitors'])
    // Every link with clicks has a day or a first hour, so there is a first and a last start.
    .where((eb) =>
      eb.or([
        // First hours are part of the total, too.
        eb('rollups.span', '<=', spanCodes.total),
        eb.between('rollups.start', Math.min(...starts), Math.max(...starts)),
      ]),
    )
    .limit(MAX_ROWS_READ + 1)
    .execute();
  if (rows.length > MAX_ROWS_READ) return undefined;
  const wanted = new Set(slots.map(slotName));
  const visitors = new Map<string, VisitorSketch>();
  for (const row of rows) {
    for (const name of slotsOfRow(row).map(slotName)) {
      if (!wanted.has(name)) continue;
      const sketch = visitors.get(name) ?? VisitorSketch.decode(null);
      sketch.merge(VisitorSketch.decode(row.visitors));
      visitors.set(name, sketch);
    }
  }
  return visitors;
}

/**
 * Moves the counts of links from the rollups of their old owner to those of the new one. The links belong to the new owner already,
 * and are locked, so no other transaction counts clicks on them meanwhile.
 */
export async function moveLinkRollups(
  tx: Db,
  ids: number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  // A sweep must not read one owner before and the other after this: it would take the words for unused.
  await readSweepNumber(tx);
  const moved = await sumLinks(tx, ids);
  if (moved.size === 0) return;
  const slots = [...moved.values()].map(({ slot }) => slot);
  const remaining = await readRemainingVisitors(tx, from, slots);
  const keys = [from, to]
    .flatMap((id) => slots.map((slot): RollupKey => ({ noun: 'user', id, ...slot })))
    .sort(compareKeys);
  const found = await openRollups(tx, keys);
  const written = keys.map((key, index) => {
    const { rollup: sum } = moved.get(slotName(key)) as { rollup: Rollup };
    const rollup = found[index] ?? new Rollup();
    if (key.id === to) rollup.merge(sum);
    const left = remaining ? (remaining.get(slotName(key)) ?? VisitorSketch.decode(null)) : undefined;
    return { key, rollup: key.id === to ? rollup : rollup.without(sum, left) };
  });
  await saveRollups(tx, written);
}
