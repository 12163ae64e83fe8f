import type { Db } from '../../db/db.ts';
import { storableText } from '../../lib/storable-text.ts';
import { addMisses, type MissBatch } from '../../resources/misses/miss.store.ts';
import { dayOf, firstDayAt, isPossibleCode } from '../../resources/misses/miss.ts';
import type { SourceMiss } from '../source.ts';

/** Adds visits to missing codes to the counts of missing aliases; returns how many. Older days than those are not kept. */
export async function storeMisses(
  tx: Db,
  misses: SourceMiss[],
  domainIdOf: (domain: string | null) => number,
  now: number,
): Promise<number> {
  const batches = new Map<string, MissBatch>();
  let added = 0;
  for (const { domain, code, at, count } of misses) {
    const domainId = domainIdOf(domain);
    const day = dayOf(at);
    if (!(day >= firstDayAt(now)) || at > now || code !== storableText(code)) continue;
    if (!isPossibleCode(domainId, code)) continue;
    const key = `${domainId}/${day}`;
    const batch = batches.get(key) ?? { domainId, day, codes: new Map(), other: 0 };
    batches.set(key, batch);
    const seen = batch.codes.get(code);
    batch.codes.set(code, { count: (seen?.count ?? 0) + count, lastAt: Math.max(seen?.lastAt ?? 0, at) });
    added += count;
  }
  const inOrder = [...batches].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [, batch] of inOrder) await addMisses(tx, batch);
  return added;
}
