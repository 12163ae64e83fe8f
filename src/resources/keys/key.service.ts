import { keyRequired } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { KeyHolder, Principal } from '../../core/principal.ts';
import { includesRole } from '../../core/role.ts';
import { roleMissing } from '../../core/workspace-failures.ts';
import { checkRole } from '../../db/assert-role.ts';
import type { Db } from '../../db/db.ts';
import { findRole } from '../../db/find-role.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { deleteOwned } from '../../db/owned.ts';
import { recordChanges, recordCreate, recordDelete } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { type Clock, formatOptional } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { sealText, unsealText } from '../../lib/seal.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import { assertNotStronger } from './assert-not-stronger.ts';
import type { NewKey } from './key.contract.ts';
import type { StoredKey } from './key.store.ts';
import * as store from './key.store.ts';
import { expiresAtOf, hashKey, type Key, keyNotFound, MAX_KEYS, makeKey, scopesOf, tooManyKeys } from './key.ts';

// The last use is stored at most once a minute, so that most requests write nothing.
const TOUCH_EVERY_MS = 60_000;

/** The operations on keys. */
export interface KeyService {
  /** The keys of the caller, or those of all members in a shared workspace, for its admins. */
  list(caller: Principal, request: PageRequest): Promise<Page<Key>>;
  /** Creates a key inside the caller's transaction. */
  issue(tx: Db, owner: number, key: NewKey): Promise<{ id: number; apikey: string }>;
  /** The command line passes no `caller`. */
  create(owner: number, key: NewKey, caller?: Principal): Promise<{ id: number; apikey: string }>;
  /** Deletes a key of the caller, or of another member in a workspace in which the caller is an admin. */
  remove(id: number, caller: Principal): Promise<void>;
  /** Deletes every key of the owner inside the caller's transaction. */
  removeAll(tx: Db, owner: number): Promise<void>;
  /** Deletes the keys of a shared workspace inside the caller's transaction: of all members, or of one whose membership ends. */
  removeOfWorkspace(tx: Db, workspaceId: number, userId?: number): Promise<void>;
  /** Finds the holder of a known key that has not expired. */
  findPrincipal(key: string): Promise<KeyHolder | undefined>;
  /** Finds the holder of the key that signed a request, among those that are stored for it. */
  findSigner(hasSigned: (key: string) => boolean): Promise<KeyHolder | undefined>;
}

const SEAL_PURPOSE = 'signing key';

interface Parts {
  db: Db;
  secret: string;
  now: Clock;
  log: Log;
}

export function createKeyService({ db, secret, now, log }: Parts): KeyService {
  async function issue(tx: Db, owner: number, wanted: NewKey) {
    const { name, account, addresses, rate_limit, compatible } = wanted;
    const { key, hash, hint } = makeKey();
    const scopes = scopesOf(wanted);
    const managesAccount = scopes ? scopes.includes('account') : account === true;
    const limits = { managesAccount, scopes, addresses: addresses ?? null, rateLimit: rate_limit ?? null };
    const record = {
      name,
      hash,
      hint,
      ...limits,
      sealedKey: compatible?.length ? sealText(secret, SEAL_PURPOSE, key) : null,
      expiresAt: expiresAtOf(wanted),
      workspaceId: wanted.workspace ?? owner,
    };
    const { id, total } = await store.insertKey(tx, owner, record, now());
    if (total > MAX_KEYS) throw tooManyKeys();
    const fields = {
      ...{ name, account: managesAccount, scopes, addresses, rate_limit, compatible },
      expires: formatOptional(record.expiresAt),
    };
    await recordCreate(tx, { workspace: record.workspaceId, noun: 'key', id, user: owner }, fields);
    return { id, apikey: key };
  }

  /** Throws if the caller's key or session was revoked after the request was authenticated. */
  async function assertNotRevoked(tx: Db, caller: Principal): Promise<void> {
    if (!(await lockCaller(tx, caller))) throw keyRequired();
  }

  /** Whether the caller may end a key: throws if their role in its workspace does not suffice. */
  async function mayEnd(tx: Db, caller: Principal, key: StoredKey): Promise<boolean> {
    const isInShared = caller.workspaceId !== caller.userId;
    if (isInShared && key.workspaceId !== caller.workspaceId) return false;
    if (key.userId === caller.userId) return true;
    const role = await findRole(tx, { userId: caller.userId, workspaceId: key.workspaceId }, 'lock');
    if (role && !includesRole(role, 'admin')) throw roleMissing({ role: 'admin' });
    return role !== undefined;
  }

  async function recordDeleted(tx: Db, deleted: StoredKey[]): Promise<void> {
    await recordChanges(
      tx,
      deleted.map(({ id, name, userId, workspaceId }) => ({
        ...{ workspace: workspaceId, noun: 'key' as const, id, user: userId, action: 'delete' },
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

  async function findPrincipal(key: string): Promise<KeyHolder | undefined> {
    const hash = hashKey(key);
    const holder = hash === undefined ? undefined : await store.findKeyHolder(db, hash);
    if (!holder || (holder.expiresAt !== null && holder.expiresAt <= now())) return undefined;
    const { usedAt, ...principal } = holder;
    if (usedAt === null || Math.abs(now() - usedAt) >= TOUCH_EVERY_MS) void recordUse(principal);
    return principal;
  }

  return {
    findPrincipal,

    async list(caller, request) {
      const { userId, workspaceId } = caller;
      if (workspaceId === userId) return store.listKeys(db, userId, request);
      await checkRole(db, caller, workspaceId, 'admin');
      return store.listWorkspaceKeys(db, workspaceId, request);
    },

    issue,
    removeAll: async (tx, owner) => recordDeleted(tx, await store.deleteKeys(tx, owner)),
    removeOfWorkspace: async (tx, workspaceId, userId) =>
      recordDeleted(tx, await store.deleteWorkspaceKeys(tx, workspaceId, userId)),

    create: (owner, key, caller) =>
      transaction(db, async (tx) => {
        const workspace = key.workspace ?? caller?.workspaceId ?? owner;
        if (caller) {
          await assertNotRevoked(tx, caller);
          assertNotStronger(caller, { ...key, workspace });
          await checkRole(tx, caller, workspace, 'admin', 'lock');
        }
        return issue(tx, owner, { ...key, workspace });
      }),

    async remove(id, caller) {
      await transaction(db, async (tx) => {
        await assertNotRevoked(tx, caller);
        const found = await store.findKey(tx, id);
        const isFound = found && (await mayEnd(tx, caller, found)) && (await deleteOwned(tx, 'keys', found.userId, id));
        if (!isFound) throw keyNotFound();
        await recordDelete(tx, { workspace: found.workspaceId, noun: 'key', id }, { name: found.name });
      });
    },

    async findSigner(hasSigned) {
      // All users may have many such keys, and the thread serves redirects meanwhile.
      const yieldThread = createThreadYield();
      for await (const sealed of store.readSealedKeys(db)) {
        await yieldThread();
        const key = unsealText(secret, SEAL_PURPOSE, sealed);
        if (key !== undefined && hasSigned(key)) return findPrincipal(key);
      }
      return undefined;
    },
  };
}
