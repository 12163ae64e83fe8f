import type { Db } from '../db/db.ts';
import { isShared } from '../db/row-statement.ts';
import { openRollups, saveRollups } from './rollup.store.ts';
import { Rollup } from './rollup.ts';
import { nounCodes, type Span, type Subject, spanCodes } from './subject.ts';
import { readSweepNumber } from './word-sweep.store.ts';

const spans = Object.fromEntries(Object.entries(spanCodes).map(([span, code]) => [code, span])) as Record<number, Span>;

/** Adds up to `limit` rollups of one subject to those of another of the same noun, and deletes them; returns how many. */
export async function moveRollups(tx: Db, from: Subject, to: Subject, limit: number): Promise<number> {
  // A sweep must not read one subject before and the other after this: it would take the words for unused.
  await readSweepNumber(tx);
  const query = tx
    .selectFrom('rollups')
    .select(['span', 'start', 'clicks', 'bots', 'counts', 'visitors'])
    .where('noun', '=', nounCodes[from.noun])
    .where('noun_id', '=', from.id)
    .orderBy('span')
    .orderBy('start')
    .limit(limit);
  const rows = await (isShared(tx) ? query.forUpdate() : query).execute();
  if (rows.length === 0) return 0;
  const keys = rows.map(({ span, start }) => ({ ...to, span: spans[span] as Span, start }));
  const targets = await openRollups(tx, keys);
  const merged = keys.map((key, index) => {
    const rollup = targets[index] ?? new Rollup();
    rollup.merge(Rollup.decode(rows[index] as (typeof rows)[number]));
    return { key, rollup };
  });
  await saveRollups(tx, merged);
  // By their keys, not by a range: a transaction that counts clicks may have added another row in between.
  for (const [span, ofSpan] of Map.groupBy(rows, (row) => row.span)) {
    await tx
      .deleteFrom('rollups')
      .where('noun', '=', nounCodes[from.noun])
      .where('noun_id', '=', from.id)
      .where('span', '=', span)
      .where(
        'start',
        'in',
        ofSpan.map(({ start }) => start),
      )
      .execute();
  }
  return rows.length;
}
