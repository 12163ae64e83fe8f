import type { Db } from '../../db/db.ts';
import { recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { MAIN_DOMAIN } from './main-domain.ts';
import type { WellKnownChange } from './well-known.contract.ts';
import { findWellKnownFiles, saveWellKnownFiles } from './well-known.store.ts';
import type { WellKnownFiles } from './well-known.ts';

/** The files by which apps claim the links of a host; those of a branded domain change with the domain. */
export interface WellKnownService {
  /** The files of a domain; 0 is the main host. */
  find(domainId: number): Promise<WellKnownFiles>;
  /** Changes the files of the main host. */
  updateMain(change: WellKnownChange): Promise<void>;
}

interface Parts {
  db: Db;
  /** Called after each stored change. */
  onChanged(domainId: number): void;
}

export function createWellKnownService({ db, onChanged }: Parts): WellKnownService {
  return {
    find: (domainId) => findWellKnownFiles(db, domainId),

    async updateMain(change) {
      await transaction(db, async (tx) => {
        const before = await findWellKnownFiles(tx, MAIN_DOMAIN);
        await saveWellKnownFiles(tx, MAIN_DOMAIN, change);
        const subject = { workspace: null, noun: 'settings', id: null } as const;
        await recordUpdate(tx, subject, before, await findWellKnownFiles(tx, MAIN_DOMAIN));
      });
      onChanged(MAIN_DOMAIN);
    },
  };
}
