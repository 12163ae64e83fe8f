import { invalidField } from '../../core/errors.ts';
import type { Db } from '../../db/db.ts';
import { recordChange } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import { MAIN_DOMAIN } from '../domains/main-domain.ts';
import type { MissesQuery } from './miss.contract.ts';
import { deleteMissesOf, findAliasesNear, listMissDays, listMisses, type MissOfDay } from './miss.store.ts';
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
  /** What was counted for these domains by day and code, of the last request first. */
  listDays(domainIds: number[]): Promise<MissOfDay[]>;
  /** Deletes what was counted for these domains of the owner; returns how many requests. */
  erase(owner: number, domainIds: number[]): Promise<number>;
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
    async listDays(domainIds) {
      await writeRecorded();
      return listMissDays(db, domainIds);
    },

    async erase(owner, domainIds) {
      await writeRecorded();
      return transaction(db, async (tx) => {
        const erased = await listMissDays(tx, domainIds);
        for (const id of new Set(erased.map(({ domainId }) => domainId))) {
          await deleteMissesOf(tx, id);
          // The main host has no row, and belongs to no workspace.
          const subject = id === MAIN_DOMAIN ? { workspace: null, id: null } : { workspace: owner, id };
          await recordChange(tx, { ...subject, noun: 'domain', action: 'erase_misses', changes: {} });
        }
        return erased.reduce((sum, { count }) => sum + count, 0);
      });
    },

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
