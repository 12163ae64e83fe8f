import { invalidField } from '../../core/errors.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/date-time.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import type { MissesQuery } from './miss.contract.ts';
import { findAliasesNear, listMisses } from './miss.store.ts';
import { dayOf, firstDayAt, type Miss } from './miss.ts';
import { findSimilar, foldAlias } from './similar-alias.ts';

/** A code with the alias that visitors may have meant; undefined if that was not asked. */
export interface ShownMiss extends Miss {
  similar?: string | null;
}

/** Reads which aliases visitors asked for that do not exist. */
export interface MissService {
  /** The misses of a domain; 0 is the main host. */
  list(domainId: number, query: MissesQuery): Promise<{ misses: ShownMiss[]; other: number }>;
}

interface Parts {
  db: Db;
  /** Writes what the processes of this machine have in memory. */
  writeRecorded(): Promise<void>;
  now: Clock;
}

export function createMissService({ db, writeRecorded, now }: Parts): MissService {
  async function withSimilar(domainId: number, misses: Miss[]): Promise<ShownMiss[]> {
    const codes = misses.map(({ code }) => code);
    // Visitors must not have to wait while many aliases are compared.
    const yieldThread = createThreadYield();
    const aliases = codes.length === 0 ? [] : await findAliasesNear(db, domainId, codes);
    const folded = aliases.map(foldAlias);
    const shown: ShownMiss[] = [];
    for (const miss of misses) {
      shown.push({ ...miss, similar: findSimilar(miss.code, folded) ?? null });
      await yieldThread();
    }
    return shown;
  }

  return {
    async list(domainId, { limit, from, to, withSimilar: isAsked }) {
      const first = firstDayAt(now());
      if (from !== undefined && from > (to ?? now())) throw invalidField('from', 'after_end');
      await writeRecorded();
      const range = { limit, from: Math.max(first, dayOf(from ?? first)), to: dayOf(to ?? now()) };
      const { misses, other } = await listMisses(db, domainId, range);
      return { misses: isAsked ? await withSimilar(domainId, misses) : misses, other };
    },
  };
}
