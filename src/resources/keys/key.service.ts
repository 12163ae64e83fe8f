import type { Page, PageRequest } from '../../core/paging.ts';
import type { KeyHolder } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { deleteOwned } from '../../db/owned.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { NewKey } from './key.contract.ts';
import * as store from './key.store.ts';
import { hashKey, type Key, keyNotFound, makeKey } from './key.ts';

// The last use is kept to the minute, so that reading costs no write.
const TOUCH_EVERY_MS = 60_000;

/** What one can do with keys. */
export interface KeyService {
  list(owner: number, request: PageRequest): Promise<Page<Key>>;
  /** Makes a key inside a transaction of the caller's. */
  issue(tx: Db, owner: number, key: NewKey): Promise<{ id: number; apikey: string }>;
  create(owner: number, key: NewKey): Promise<{ id: number; apikey: string }>;
  remove(owner: number, id: number): Promise<void>;
  /** Who holds a key that is known and has not expired. */
  findPrincipal(key: string): Promise<KeyHolder | undefined>;
}

export function createKeyService(db: Db, now: Clock, log: Log): KeyService {
  async function issue(tx: Db, owner: number, { name, expiry }: NewKey) {
    const { key, hash, hint } = makeKey();
    const id = await store.insertKey(tx, owner, { name, hash, hint, expiresAt: expiry ?? null }, now());
    return { id, apikey: key };
  }

  const noting = new Set<number>();

  /** Notes the use beside the request, not before it: a store that can only be read still serves reads. */
  async function noteUse({ userId, keyId }: KeyHolder): Promise<void> {
    if (noting.has(keyId)) return;
    noting.add(keyId);
    try {
      await store.touchKey(db, userId, keyId, now());
    } catch (error) {
      log.warn('the use of a key could not be noted', { keyId, error });
    } finally {
      noting.delete(keyId);
    }
  }

  return {
    list: (owner, request) => store.listKeys(db, owner, request),
    issue,
    create: (owner, key) => transaction(db, (tx) => issue(tx, owner, key)),

    async remove(owner, id) {
      const isDeleted = await transaction(db, (tx) => deleteOwned(tx, 'keys', owner, id));
      if (!isDeleted) throw keyNotFound();
    },

    async findPrincipal(key) {
      const hash = hashKey(key);
      const holder = hash === undefined ? undefined : await store.findHolder(db, hash);
      if (!holder || (holder.expiresAt !== null && holder.expiresAt <= now())) return undefined;
      const { userId, keyId, isAdmin, usedAt } = holder;
      const principal = { userId, keyId, isAdmin };
      if (usedAt === null || Math.abs(now() - usedAt) >= TOUCH_EVERY_MS) void noteUse(principal);
      return principal;
    },
  };
}
