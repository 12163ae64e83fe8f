import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { DnsWatch } from './domain.dns.ts';
import type { Domain } from './domain.ts';
import { takeDueClaims } from './domain-verification.store.ts';

/** Checks unverified claims in the background. */
export interface ClaimWatch {
  /** Checks some claims that no node has checked recently. */
  check(): Promise<void>;
  /** Starts the regular checks. */
  start(): void;
  /** Stops the checks; resolves once none of them uses the store. */
  close(): Promise<void>;
}

interface Parts {
  db: Db;
  dns: Pick<DnsWatch, 'checkNow'>;
  releaseReserved(): Promise<void>;
  now: Clock;
  log: Log;
}

const ROUND_EVERY_MS = 30_000;
const CHECK_AGAIN_MS = 5 * 60_000;
const CLAIMS_PER_ROUND = 20;

export function createClaimWatch({ db, dns, releaseReserved, now, log }: Parts): ClaimWatch {
  let timer: Timer | undefined;
  let isClosed = false;
  let isChecking = false;
  let releasing = Promise.resolve();
  let taking: Promise<Domain[]> = Promise.resolve([]);

  function release(): Promise<void> {
    releasing = releaseReserved().catch((error) => log.warn('reserved names could not be checked', { error }));
    return releasing;
  }

  async function check(): Promise<void> {
    if (isChecking || isClosed) return;
    isChecking = true;
    try {
      await release();
      taking = transaction(db, (tx) => takeDueClaims(tx, now() - CHECK_AGAIN_MS, CLAIMS_PER_ROUND, now()));
      await dns.checkNow(await taking);
    } catch (error) {
      log.warn('unverified domains could not be checked', { error });
    } finally {
      isChecking = false;
    }
  }

  return {
    check,

    start() {
      timer ??= setInterval(() => void check(), ROUND_EVERY_MS);
      void release();
    },

    async close() {
      isClosed = true;
      clearInterval(timer);
      await releasing;
      await taking.catch(() => {});
    },
  };
}
