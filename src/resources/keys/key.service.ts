import { keyRequired } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { KeyHolder, Principal } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { deleteOwned } from '../../db/owned.ts';
import { recordChanges, recordCreate, recordDelete } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, formatOptional } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { assertNotStronger } from './assert-not-stronger.ts';
import type { NewKey } from './key.contract.ts';
import * as store from './key.store.ts';
import { expiresAtOf, hashKey, type Key, keyNotFound, MAX_KEYS, makeKey, scopesOf, tooManyKeys } from './key.ts';

// The last use is stored at most once a minute, so that most requests write nothing.
const TOUCH_EVERY_MS = 60_000;

/** The operations on keys. */
export interface KeyService {
  list(owner: number, request: PageRequest): Promise<Page<Key>>;
  /** Creates a key inside the caller's transaction. */
  issue(tx: Db, owner: number, key: NewKey): Promise<{ id: number; apikey: string }>;
  /** The command line passes no `caller`. */
  create(owner: number, key: NewKey, caller?: Principal): Promise<{ id: number; apikey: string }>;
  remove(owner: number, id: number, caller: Principal): Promise<void>;
  /** Deletes every key of the owner inside the caller's transaction. */
  removeAll(tx: Db, owner: number): Promise<void>;
  /** Finds the holder of a known key that has not expired. */
  findPrincipal(key: string): Promise<KeyHolder | undefined>;
}

interface Parts {
  db: Db;
  now: Clock;
  log: Log;
}

export function createKeyService({ db, now, log }: Parts): KeyService {
  async function issue(tx: Db, owner: number, wanted: NewKey) {
    const { name, account, addresses, rate_limit } = wanted;
    const { key, hash, hint } = makeKey();
    const scopes = scopesOf(wanted);
    const managesAccount = scopes ? scopes.includes('account') : account === true;
    const limits = { managesAccount, scopes, addresses: addresses ?? null, rateLimit: rate_limit ?? null };
    const record = { name, hash, hint, ...limits, expiresAt: expiresAtOf(wanted) };
    const { id, total } = await store.insertKey(tx, owner, record, now());
    if (total > MAX_KEYS) throw tooManyKeys();
    const fields = {
      ...{ name, account: managesAccount, scopes, addresses, rate_limit },
      expires: formatOptional(record.expiresAt),
    };
    await recordCreate(tx, { workspace: owner, noun: 'key', id, user: owner }, fields);
    return { id, apikey: key };
  }

  /** Throws if the caller's key or session was revoked after the request was authenticated. */
  async function assertNotRevoked(tx: Db, caller: Principal): Promise<void> {
    if (!(await lockCaller(tx, caller))) throw keyRequired();
  }

  async function removeAll(tx: Db, owner: number): Promise<void> {
    const deleted = await store.deleteKeys(tx, owner);
    await recordChanges(
      tx,
      deleted.map(({ id, name }) => ({
        ...{ workspace: owner, noun: 'key' as const, id, user: owner, action: 'delete' },
        changes: { name: { old: name, new: null } },
      })),
    );
  }

  const recording = new Set<number>();

  /** Records the use without blocking the request: a read-only store can still serve reads. */
  async function recordUse({ userId, keyId }: KeyHolder): Promise<void> {
    if (recording.has(keyId)) return;
    recording.add(keyId);
    try {
      await store.touchKey(db, userId, keyId, now());
    } catch (error) {
      log.warn('the last use of a key could not be stored', { keyId, error });
    } finally {
      recording.delete(keyId);
    }
  }

  return {
    list: (owner, request) => store.listKeys(db, owner, request),
    issue,
    removeAll,

    create: (owner, key, caller) =>
      transaction(db, async (tx) => {
        if (caller) {
          await assertNotRevoked(tx, caller);
          assertNotStronger(caller, key);
        }
        return issue(tx, owner, key);
      }),

    async remove(owner, id, caller) {
      await transaction(db, async (tx) => {
        await assertNotRevoked(tx, caller);
        const name = await store.findKeyName(tx, owner, id);
        if (name === undefined || !(await deleteOwned(tx, 'keys', owner, id))) throw keyNotFound();
        await recordDelete(tx, { workspace: owner, noun: 'key', id }, { name });
      });
    },

    async findPrincipal(key) {
      const hash = hashKey(key);
      const holder = hash === undefined ? undefined : await store.findKeyHolder(db, hash);
      if (!holder || (holder.expiresAt !== null && holder.expiresAt <= now())) return undefined;
      const { usedAt, ...principal } = holder;
      if (usedAt === null || Math.abs(now() - usedAt) >= TOUCH_EVERY_MS) void recordUse(principal);
      return principal;
    },
  };
}
