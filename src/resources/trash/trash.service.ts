import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { type DisabledBy, disabledByAdministrator, publishedStatusOf } from '../../core/take-down.ts';
import { TRASH_DAYS, type TrashNoun, trashNouns } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { recordChange, recordChanges } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import type { Clock } from '../../lib/date-time.ts';
import * as store from './trash.store.ts';
import { type Restore, type TrashItem, trashItemNotFound } from './trash.ts';

/** The operations on the trash. */
export interface TrashService {
  /** `nouns` are those that the caller may see. */
  list(scope: OwnerScope, request: PageRequest, nouns: TrashNoun[]): Promise<Page<TrashItem>>;
  get(scope: OwnerScope, id: number): Promise<TrashItem>;
  /** Restores something with its id and its statistics. Throws if its name is taken, unless `custom` is another one. */
  restore(item: TrashItem, by: { isAdmin: boolean }, custom?: string): Promise<void>;
  /** Permanently deletes an item with its statistics. */
  purge(item: TrashItem): Promise<void>;
  /** Permanently deletes the trash of an owner, a part at a time; returns whether there may be more. */
  purgeSomeOf(owner: number): Promise<boolean>;
  /** Permanently deletes expired items, a part at a time; returns whether there may be more. */
  purgeSomeExpired(): Promise<boolean>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  restorers: Record<TrashNoun, Restore>;
  /** Deletes the statistics of permanently deleted items. */
  eraseStatistics(tx: Db, items: store.ErasedItem[]): Promise<void>;
  now: Clock;
}

const ERASED_AT_ONCE = 100;
const DAY_MS = 86_400_000;

// The column that counts the visits of a noun.
const totals: Partial<Record<TrashNoun, string>> = { url: 'clicks', qr: 'scans', bio: 'views' };

/** Restored content stays disabled if an administrator disabled it, and follows the account, which may have been disabled or enabled meanwhile. */
function withStatus(row: StoredRow, isOwnerDisabled: boolean): StoredRow {
  if (!('disabled_by' in row)) return row;
  const before = row.disabled_by as DisabledBy | null;
  const isOff = before !== null || row.status === 'disabled';
  let disabledBy = before;
  if (isOwnerDisabled && !isOff) disabledBy = 'account';
  if (!isOwnerDisabled && before === 'account') disabledBy = null;
  if (disabledBy === before) return row;
  // Only links have a status that says the same.
  return 'url_hash' in row
    ? { ...row, disabled_by: disabledBy, status: publishedStatusOf(disabledBy) }
    : { ...row, disabled_by: disabledBy };
}

export function createTrashService({ db, readDb, restorers, eraseStatistics, now }: Parts): TrashService {
  function eraseSome(part: store.ErasedPart): Promise<number> {
    return transaction(db, async (tx) => {
      const erased = await store.eraseTrash(tx, part, ERASED_AT_ONCE);
      // Last: the deletion above waits for transactions that count late visits.
      await eraseStatistics(tx, erased);
      const action = 'purge';
      await recordChanges(
        tx,
        erased.map(({ noun, itemId, userId }) => ({ workspace: userId, noun, id: itemId, action, changes: {} })),
      );
      return erased.length;
    });
  }

  return {
    list: (scope, request, nouns) =>
      store.listTrash(readDb, scope, request, nouns.length === trashNouns.length ? undefined : nouns),

    async get(scope, id) {
      const item = await store.findTrashItem(db, scope, id);
      if (!item) throw trashItemNotFound();
      return item;
    },

    async restore({ id, userId: owner, noun }, { isAdmin }, custom) {
      const onStored = await transaction(db, async (tx) => {
        const taken = await store.takeTrashItem(tx, owner, id);
        if (!taken) throw trashItemNotFound();
        if (taken.isTakenDown && !isAdmin) throw disabledByAdministrator();
        const { itemId, content, lateVisits } = taken;
        const total = totals[noun];
        const row = withStatus(
          { ...content.row, user_id: owner, ...(total && { [total]: Number(content.row[total]) + lateVisits }) },
          await store.isOwnerDisabled(tx, owner),
        );
        const restored = await restorers[noun](tx, { owner, id: itemId, row, rows: content.rows, custom });
        const former = content.row.alias ?? content.row.slug ?? taken.name;
        const changes = custom === undefined ? {} : { custom: { old: former, new: custom } };
        await recordChange(tx, { workspace: owner, noun, id: itemId, action: 'restore', changes });
        return restored;
      });
      onStored();
    },

    async purge({ id, userId: owner }) {
      if ((await eraseSome({ owner, id })) === 0) throw trashItemNotFound();
    },

    purgeSomeOf: async (owner) => (await eraseSome({ owner })) === ERASED_AT_ONCE,
    purgeSomeExpired: async () => (await eraseSome({ deletedBefore: now() - TRASH_DAYS * DAY_MS })) === ERASED_AT_ONCE,
  };
}
