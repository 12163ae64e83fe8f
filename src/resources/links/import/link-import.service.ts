import { AppError, invalidFields } from '../../../core/errors.ts';
import type { Db } from '../../../db/db.ts';
import { isDangling } from '../../../db/failures.ts';
import { ConcurrencyLimiter } from '../../../lib/concurrency-limiter.ts';
import type { Clock } from '../../../lib/date-time.ts';
import { createThreadYield } from '../../../lib/thread-yield.ts';
import { noSuchDomain } from '../../domains/domain.service.ts';
import { isAliasTaken } from '../link.alias.ts';
import type { LinkValidator } from '../link.validator.ts';
import type { LinkCreator, ReadyLink } from '../link-create.service.ts';
import { createImportPlanner, type ImportPlan, isPlan } from './link-import.planner.ts';
import { type ImportOptions, type ImportRow, type RowOutcome, tooManyImports } from './link-import.ts';

/** Throws if the import must stop. */
export type AssertMayContinue = () => Promise<void>;

/** Imports links from other services. */
export interface LinkImport {
  /**
   * Imports each row separately: an invalid row does not stop the others, and every row reported as imported is stored. A row whose
   * alias is the owner's and already has the same destination is reported as existing. `assertMayContinue` is called before each
   * transaction: an error that it throws ends the import, and what was stored before stays.
   */
  importLinks(
    owner: number,
    rows: ImportRow[],
    options: ImportOptions,
    assertMayContinue?: AssertMayContinue,
  ): Promise<RowOutcome[]>;
}

interface Parts {
  db: Db;
  validator: LinkValidator;
  creator: LinkCreator;
  isNameTaken(tx: Db, name: string): Promise<boolean>;
  now: Clock;
}

// The number of rows in one transaction, which blocks other writers.
const AT_ONCE = 20;
const TRIES = 5;

// The maximum number of imports at once, because each is kept in memory.
const MOST_OF_ONE = 2;
const MOST_OF_ALL = 20;
const RETRY_AFTER_SECONDS = 10;

/** Whether the store rejected a planned link because something changed since, so it must be planned again. */
function hasChanged(error: unknown): boolean {
  return isAliasTaken(error) || isDangling(error) || (error instanceof AppError && error.kind === 'invalid');
}

export function createLinkImport({ db, validator, creator, isNameTaken, now }: Parts): LinkImport {
  // Yields to other requests after every few rows, however many imports run.
  const gate = new ConcurrencyLimiter(1);
  const underWay: number[] = [];

  async function makeReady({ link, claim }: ImportPlan): Promise<ReadyLink> {
    const draft = await creator.draft(link, claim.domainId);
    claim.alias ??= await creator.findNewAlias();
    const record = { ...draft, alias: claim.alias };
    return { record, body: link, unframed: [], createdAt: link.created ?? undefined };
  }

  async function storeTogether(
    owner: number,
    plans: ImportPlan[],
    assertMayContinue: AssertMayContinue,
  ): Promise<void> {
    const ready: ReadyLink[] = [];
    for (const plan of plans) ready.push(await makeReady(plan));
    // Passwords may have taken seconds to hash.
    await assertMayContinue();
    const ids = await creator.insertAll(owner, ready);
    for (const [index, plan] of plans.entries()) {
      plan.claim.id = ids[index];
      creator.publishCreated(owner, ids[index] ?? 0, ready[index] as ReadyLink);
    }
  }

  /** Whose turns come, until it has ended. */
  async function amongOthers<T>(owner: number, work: () => Promise<T>): Promise<T> {
    const own = underWay.filter((other) => other === owner).length;
    if (own >= MOST_OF_ONE || underWay.length >= MOST_OF_ALL) {
      throw tooManyImports({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    underWay.push(owner);
    try {
      return await work();
    } finally {
      underWay.splice(underWay.indexOf(owner), 1);
    }
  }

  async function importAll(
    owner: number,
    rows: ImportRow[],
    options: ImportOptions,
    assertMayContinue: AssertMayContinue,
  ): Promise<RowOutcome[]> {
    if (options.domain && !(await validator.findDomain(owner, options.domain))) throw invalidFields([noSuchDomain]);
    const pause = createThreadYield();
    const planner = createImportPlanner({ db, validator, isNameTaken, now }, owner, options);

    /** Plans and stores one row, and retries if another request changes what the plan depends on. */
    async function storeAlone(plan: ImportPlan): Promise<ImportPlan | RowOutcome> {
      for (let tries = 1; ; tries += 1) {
        planner.forget(plan);
        const planned = await planner.planRow(plan.source);
        if (!isPlan(planned)) return planned;
        try {
          await storeTogether(owner, [planned], assertMayContinue);
          return planned;
        } catch (error) {
          if (!hasChanged(error) || tries === TRIES) throw error;
        }
      }
    }

    async function importSome(some: ImportRow[]): Promise<RowOutcome[]> {
      await assertMayContinue();
      let planned: (ImportPlan | RowOutcome)[] = [];
      for (const row of some) {
        planned.push(await planner.planRow(row));
        await pause();
      }
      const plans = planned.filter(isPlan);
      if (!options.isDryRun && plans.length > 0) {
        try {
          await storeTogether(owner, plans, assertMayContinue);
        } catch (error) {
          if (!hasChanged(error)) throw error;
          const alone: typeof planned = [];
          for (const one of planned) alone.push(isPlan(one) ? await storeAlone(one) : one);
          planned = alone;
        }
      }
      return planned.map((one) => (isPlan(one) ? one.outcome : one));
    }

    const outcomes: RowOutcome[] = [];
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      outcomes.push(...(await gate.run(() => importSome(rows.slice(at, at + AT_ONCE)))));
    }
    return outcomes;
  }

  return {
    importLinks: (owner, rows, options, assertMayContinue = async () => {}) =>
      amongOthers(owner, () => importAll(owner, rows, options, assertMayContinue)),
  };
}
