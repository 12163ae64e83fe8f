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

/** Runs in the transaction that stores these rows, with the id of each new link. */
export type StoreAlongside = (tx: Db, stored: { source: ImportRow; id: number }[]) => Promise<void>;

/** An import that gets its rows in parts. In a dry run, a later part knows the addresses of the earlier ones. */
export interface StartedImport {
  importSome(rows: ImportRow[], alongside?: StoreAlongside): Promise<RowOutcome[]>;
}

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
  /** Starts an import of any length, which does the same. The caller limits how many run at once. */
  startImport(owner: number, options: ImportOptions): StartedImport;
}

interface Parts {
  db: Db;
  validator: LinkValidator;
  creator: LinkCreator;
  isNameTaken(tx: Db, domainId: number, name: string): Promise<boolean>;
  now: Clock;
}

/** What happens before and within each transaction. */
interface Steps {
  assertMayContinue: AssertMayContinue;
  alongside: StoreAlongside;
}

const NOTHING_ELSE: Steps = { assertMayContinue: async () => {}, alongside: async () => {} };

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

  async function makeReady(owner: number, { source, link, claim }: ImportPlan): Promise<ReadyLink> {
    const draft = await creator.draft(owner, link, claim.domainId);
    claim.alias ??= await creator.findNewAlias();
    const passwordHash = source.passwordHash ?? draft.passwordHash;
    const record = { ...draft, passwordHash, alias: claim.alias };
    return { record, body: link, unframed: [], createdAt: link.created ?? undefined, clicks: link.clicks ?? 0 };
  }

  async function storeTogether(owner: number, plans: ImportPlan[], { assertMayContinue, alongside }: Steps) {
    const ready: ReadyLink[] = [];
    for (const plan of plans) ready.push(await makeReady(owner, plan));
    // Hashing passwords may have taken seconds.
    await assertMayContinue();
    const ids = await creator.insertAll(owner, ready, undefined, (tx, stored) =>
      alongside(
        tx,
        plans.map(({ source }, index) => ({ source, id: stored[index] ?? 0 })),
      ),
    );
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

  /** Returns a function that imports the next rows. */
  function start(owner: number, options: ImportOptions): (rows: ImportRow[], steps: Steps) => Promise<RowOutcome[]> {
    const pause = createThreadYield();
    const planner = createImportPlanner({ db, validator, isNameTaken, now }, owner, options);
    let isChecked = false;

    async function assertOwnDomain(): Promise<void> {
      if (isChecked) return;
      if (options.domain && !(await validator.findDomain(owner, options.domain))) throw invalidFields([noSuchDomain]);
      isChecked = true;
    }

    /** Plans and stores one row, and retries if another request changes what the plan depends on. */
    async function storeAlone(plan: ImportPlan, steps: Steps): Promise<ImportPlan | RowOutcome> {
      for (let tries = 1; ; tries += 1) {
        planner.forget(plan);
        const planned = await planner.planRow(plan.source);
        if (!isPlan(planned)) return planned;
        try {
          await storeTogether(owner, [planned], steps);
          return planned;
        } catch (error) {
          if (!hasChanged(error) || tries === TRIES) throw error;
        }
      }
    }

    async function importSome(some: ImportRow[], steps: Steps): Promise<RowOutcome[]> {
      await steps.assertMayContinue();
      let planned: (ImportPlan | RowOutcome)[] = [];
      for (const row of some) {
        planned.push(await planner.planRow(row));
        await pause();
      }
      const plans = planned.filter(isPlan);
      if (!options.isDryRun && plans.length > 0) {
        try {
          await storeTogether(owner, plans, steps);
        } catch (error) {
          if (!hasChanged(error)) throw error;
          const retried: typeof planned = [];
          for (const one of planned) retried.push(isPlan(one) ? await storeAlone(one, steps) : one);
          planned = retried;
        }
      }
      return planned.map((one) => (isPlan(one) ? one.outcome : one));
    }

    return async (rows, steps) => {
      await assertOwnDomain();
      const outcomes: RowOutcome[] = [];
      for (let at = 0; at < rows.length; at += ROWS_PER_TRANSACTION) {
        const some = rows.slice(at, at + ROWS_PER_TRANSACTION);
        outcomes.push(...(await queue.run(() => importSome(some, steps))));
      }
      return outcomes;
    };
  }

  return {
    importLinks: (owner, rows, options, assertMayContinue = async () => {}) =>
      runLimited(owner, () =>
        actAs({ kind: 'import' }, () => start(owner, options)(rows, { ...NOTHING_ELSE, assertMayContinue })),
      ),

    startImport(owner, options) {
      const importNext = start(owner, options);
      return {
        importSome: (rows, alongside = NOTHING_ELSE.alongside) =>
          actAs({ kind: 'import' }, () => importNext(rows, { ...NOTHING_ELSE, alongside })),
      };
    },
  };
}
