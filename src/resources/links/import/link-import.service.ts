import { actAs } from '../../../core/actor.ts';
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
   * Imports each row separately: an invalid row does not stop the others, and every row reported as imported is stored. A row is
   * reported as existing if the owner already has a link with its alias and its destination. `assertMayContinue` is called before
   * each transaction: an error that it throws ends the import, and the rows stored before stay.
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
  isNameTaken(tx: Db, domainId: number, name: string): Promise<boolean>;
  now: Clock;
}

// A transaction blocks other writers, so it stores only a few rows.
const ROWS_PER_TRANSACTION = 20;
const TRIES = 5;

// Limits of simultaneous imports, each of which is kept in memory.
const MAX_PER_USER = 2;
const MAX_IN_TOTAL = 20;
const RETRY_AFTER_SECONDS = 10;

/** Whether the store rejected a planned link because something has changed since; then it must be planned again. */
function hasChanged(error: unknown): boolean {
  return isAliasTaken(error) || isDangling(error) || (error instanceof AppError && error.kind === 'invalid');
}

export function createLinkImport({ db, validator, creator, isNameTaken, now }: Parts): LinkImport {
  // Imports take turns, a few rows at a time, so that many imports slow other requests no more than one.
  const queue = new ConcurrencyLimiter(1);
  const runningOwners: number[] = [];

  async function makeReady({ link, claim }: ImportPlan): Promise<ReadyLink> {
    const draft = await creator.draft(link, claim.domainId);
    claim.alias ??= await creator.findNewAlias();
    const record = { ...draft, alias: claim.alias };
    return { record, body: link, unframed: [], createdAt: link.created ?? undefined, clicks: link.clicks ?? 0 };
  }

  async function storeTogether(
    owner: number,
    plans: ImportPlan[],
    assertMayContinue: AssertMayContinue,
  ): Promise<void> {
    const ready: ReadyLink[] = [];
    for (const plan of plans) ready.push(await makeReady(plan));
    // Hashing passwords may have taken seconds.
    await assertMayContinue();
    const ids = await creator.insertAll(owner, ready);
    for (const [index, plan] of plans.entries()) {
      plan.claim.id = ids[index];
      creator.publishCreated(owner, ids[index] ?? 0, ready[index] as ReadyLink);
    }
  }

  /** Runs an import, unless the owner or the server already runs too many. */
  async function runLimited<T>(owner: number, work: () => Promise<T>): Promise<T> {
    const own = runningOwners.filter((other) => other === owner).length;
    if (own >= MAX_PER_USER || runningOwners.length >= MAX_IN_TOTAL) {
      throw tooManyImports({ retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    runningOwners.push(owner);
    try {
      return await work();
    } finally {
      runningOwners.splice(runningOwners.indexOf(owner), 1);
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
          const retried: typeof planned = [];
          for (const one of planned) retried.push(isPlan(one) ? await storeAlone(one) : one);
          planned = retried;
        }
      }
      return planned.map((one) => (isPlan(one) ? one.outcome : one));
    }

    const outcomes: RowOutcome[] = [];
    for (let at = 0; at < rows.length; at += ROWS_PER_TRANSACTION) {
      outcomes.push(...(await queue.run(() => importSome(rows.slice(at, at + ROWS_PER_TRANSACTION)))));
    }
    return outcomes;
  }

  return {
    importLinks: (owner, rows, options, assertMayContinue = async () => {}) =>
      runLimited(owner, () => actAs({ kind: 'import' }, () => importAll(owner, rows, options, assertMayContinue))),
  };
}
