import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { MAIN_DOMAIN } from '../domains/main-domain.ts';
import { MAX_MISS_CODES, type Miss, type Misses } from './miss.ts';

/** The requests of one day for codes of one domain. */
export interface MissBatch {
  domainId: number;
  day: number;
  codes: Map<string, { count: number; lastAt: number }>;
  /** Requests for codes that are not in `codes`. */
  other: number;
}

/** The code of the row that counts everything beyond the limit. */
const OTHER = '';

const ROWS_AT_ONCE = 100;

async function addRows(tx: Db, { domainId, day }: MissBatch, misses: Miss[]): Promise<void> {
  const rows = misses.map(({ code, count, lastAt }) => ({ domain_id: domainId, day, code, count, last_at: lastAt }));
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await tx
      .insertInto('misses')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .onConflict((conflict) =>
        conflict.columns(['domain_id', 'day', 'code']).doUpdateSet({
          count: sql<number>`misses.count + excluded.count`,
          last_at: sql<number>`case when excluded.last_at > misses.last_at then excluded.last_at else misses.last_at end`,
        }),
      )
      .execute();
  }
}

/** Adds a batch. Of several processes that add codes to the same domain and day, one does so at a time. */
export async function addMisses(tx: Db, batch: MissBatch): Promise<void> {
  const { domainId, day, codes } = batch;
  const lastAt = Math.max(day, ...[...codes.values()].map((seen) => seen.lastAt));
  // The lock: until this transaction ends, nobody else gets past this line for the same domain and day.
  await addRows(tx, batch, [{ code: OTHER, count: batch.other, lastAt }]);
  const stored = await tx
    .selectFrom('misses')
    .select('code')
    .where('domain_id', '=', domainId)
    .where('day', '=', day)
    .where('code', '<>', OTHER)
    .execute();
  const known = new Set(stored.map(({ code }) => code));
  const kept: Miss[] = [];
  let rest = 0;
  for (const [code, seen] of codes) {
    if (known.has(code) || known.size < MAX_MISS_CODES) {
      known.add(code);
      kept.push({ code, ...seen });
    } else rest += seen.count;
  }
  if (rest > 0) kept.push({ code: OTHER, count: rest, lastAt });
  await addRows(tx, batch, kept);
}

/** Which of these domains exist; the main host always does. */
export async function findExistingDomains(db: Db, ids: number[]): Promise<Set<number>> {
  const branded = ids.filter((id) => id !== MAIN_DOMAIN);
  if (branded.length === 0) return new Set([MAIN_DOMAIN]);
  const rows = await db.selectFrom('domains').select('id').where('id', 'in', branded).execute();
  return new Set([MAIN_DOMAIN, ...rows.map(({ id }) => id)]);
}

/** The codes that were requested on a domain between two days, both included; those of the newest day first. */
export async function listMisses(
  db: Db,
  domainId: number,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<Misses> {
  const within = db
    .selectFrom('misses')
    .where('domain_id', '=', domainId)
    .where('day', '>=', from)
    .where('day', '<=', to);
  const rows = await within
    .select(['code', sql<number | string>`sum(count)`.as('total'), sql<number>`max(last_at)`.as('last_at')])
    .where('code', '<>', OTHER)
    .groupBy('code')
    .orderBy(sql`max(day)`, 'desc')
    .orderBy(sql`sum(count)`, 'desc')
    .orderBy('code')
    .limit(limit)
    .execute();
  const { other } = await within
    .select(sql<number | string | null>`sum(count)`.as('other'))
    .where('code', '=', OTHER)
    .executeTakeFirstOrThrow();
  const misses = rows.map(({ code, total, last_at }) => ({ code, count: Number(total), lastAt: Number(last_at) }));
  return { misses, other: Number(other ?? 0) };
}

/** The requests of one day for one code. */
export interface MissOfDay extends Miss {
  domainId: number;
}

/** What was counted for these domains, of the last request first; a code that is '' stands for all beyond the limit of a day. */
export async function listMissDays(db: Db, domainIds: number[]): Promise<MissOfDay[]> {
  if (domainIds.length === 0) return [];
  const rows = await db
    .selectFrom('misses')
    .select(['domain_id', 'code', 'count', 'last_at'])
    .where('domain_id', 'in', domainIds)
    .where('count', '>', 0)
    .orderBy('last_at', 'desc')
    .orderBy('domain_id')
    .orderBy('code')
    .execute();
  return rows.map(({ domain_id, code, count, last_at }) => ({ domainId: domain_id, code, count, lastAt: last_at }));
}

/** Deletes the days before this one. */
export async function deleteMissesBefore(db: Db, day: number): Promise<void> {
  await db.deleteFrom('misses').where('day', '<', day).execute();
}

/** Deletes everything that was counted for a domain. */
export async function deleteMissesOf(tx: Db, domainId: number): Promise<void> {
  await tx.deleteFrom('misses').where('domain_id', '=', domainId).execute();
}

// Enough for every alias of most domains. Of larger ones, only aliases with the same beginning are compared.
const ALL_ALIASES = 10_000;
const ALIASES_PER_BEGINNING = 500;

/** The aliases on a domain that could be similar to one of these codes. */
export async function findAliasesNear(db: Db, domainId: number, codes: string[]): Promise<string[]> {
  const onDomain = db.selectFrom('links').select('alias').where('domain_id', '=', domainId).orderBy('alias');
  const all = await onDomain.limit(ALL_ALIASES + 1).execute();
  if (all.length <= ALL_ALIASES) return all.map(({ alias }) => alias);
  const beginnings = codes.flatMap((code) => {
    const text = code.slice(0, Math.max(1, Math.floor(code.length / 3)));
    return [text, text.toLowerCase(), text.toUpperCase()];
  });
  const found = new Set<string>();
  for (const beginning of new Set(beginnings)) {
    // Bounds the comparison; the codes that were requested most come first.
    if (found.size >= ALL_ALIASES) break;
    // SQLite responds synchronously, so visitors would have to wait.
    await setImmediate();
    const rows = await onDomain
      .where('alias', '>=', beginning)
      .where('alias', '<', `${beginning}~`)
      .limit(ALIASES_PER_BEGINNING)
      .execute();
    for (const { alias } of rows) found.add(alias);
  }
  return [...found];
}
