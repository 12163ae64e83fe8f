import { invalidField, keyRequired } from '../../core/errors.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { SessionHolder } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { PasskeyProof } from '../../http/passkey-fields.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { sign } from '../../lib/token.ts';
import {
  checkAssertion,
  checkCreation,
  makeCreationOptions,
  makeRequestOptions,
  readClientData,
} from '../../lib/web-authn.ts';
import type { NewPasskey } from './passkey.contract.ts';
import * as store from './passkey.store.ts';
import { lastWayIn, type Passkey, passkeyExists, passkeyNotFound, passkeysUnavailable } from './passkey.ts';
import {
  CHALLENGE_MS,
  type Challenge,
  type ChallengePurpose,
  makeChallenge,
  readChallenge,
} from './passkey-challenge.ts';
import { type RelyingParty, relyingPartyOf } from './relying-party.ts';

/** Options for a browser, as JSON. */
export type BrowserOptions = Record<string, unknown>;

/** A valid proof. It counts once `accept` has stored it. */
export interface CheckedProof {
  use: store.PasskeyUse;
  challenge: Challenge;
}

/** The operations on passkeys. */
export interface PasskeyService {
  list(owner: number, request: PageRequest): Promise<Page<Passkey>>;
  count(owner: number): Promise<number>;
  /** The options with which the browser of a session creates a passkey. */
  startAdding(caller: SessionHolder, user: { email: string; username: string }): Promise<BrowserOptions>;
  add(caller: SessionHolder, passkey: NewPasskey, name: string): Promise<number>;
  rename(caller: SessionHolder, id: number, name: string): Promise<void>;
  remove(caller: SessionHolder, id: number): Promise<void>;
  /** For the command line: removes all passkeys of someone who lost them. */
  removeAll(owner: number): Promise<void>;
  /** The same inside the caller's transaction. */
  removeAllIn(tx: Db, owner: number): Promise<void>;
  /** The options for signing in; the same for everyone, so they do not reveal who has an account. */
  startSignIn(): BrowserOptions;
  /** The options with which the user of a session proves again who they are. */
  startProof(caller: SessionHolder): Promise<BrowserOptions>;
  /** The account of a passkey. */
  findOwner(credentialId: string): Promise<number | undefined>;
  /** Checks a proof of one of the owner's passkeys; undefined if it is wrong. */
  check(owner: number, proof: PasskeyProof, purpose: ChallengePurpose): Promise<CheckedProof | undefined>;
  /** Uses up a proof inside the caller's transaction; false if it was used before, or the passkey was deleted. */
  accept(tx: Db, proof: CheckedProof): Promise<boolean>;
}

interface Parts {
  db: Db;
  /** The setting SECRET. */
  secret: string;
  baseUrl: string;
  /** Whether a user can sign in without a passkey. */
  hasOtherWayIn(userId: number): Promise<boolean>;
  now: Clock;
  log: Log;
}

// Long lists do not fit into the messages to a security key.
const MAX_NAMED_CREDENTIALS = 64;

function subject(owner: number, id: number) {
  return { workspace: owner, noun: 'passkey' as const, id };
}

/** Deletes one passkey of the owner, or all; false if there was none. */
async function removeFrom(tx: Db, owner: number, id?: number): Promise<boolean> {
  const deleted = await store.deletePasskeys(tx, owner, id);
  for (const { id: one, name } of deleted) await recordDelete(tx, subject(owner, one), { name });
  return deleted.length > 0;
}

async function removeAllIn(tx: Db, owner: number): Promise<void> {
  await removeFrom(tx, owner);
}

export function createPasskeyService({ db, secret, baseUrl, hasOtherWayIn, now, log }: Parts): PasskeyService {
  const relyingParty = relyingPartyOf(baseUrl);

  function getRelyingParty(): RelyingParty {
    if (!relyingParty) throw passkeysUnavailable();
    return relyingParty;
  }

  function startOptions(purpose: ChallengePurpose) {
    const rpId = getRelyingParty().id;
    return { rpId, challenge: makeChallenge(secret, purpose, now()), timeoutMs: CHALLENGE_MS };
  }

  /** What the browser confirmed, if that is a page of ours and a valid challenge; undefined otherwise. */
  function readConfirmed(clientDataJson: string, purpose: ChallengePurpose) {
    const data = readClientData(clientDataJson);
    const challenge = data && readChallenge(secret, purpose, data.challenge, now());
    if (!data || !challenge || !relyingParty?.isOwnOrigin(data.origin)) {
      log.info('a passkey was refused', {
        reason: 'expired challenge or wrong origin',
        origin: data?.origin.slice(0, 300),
      });
      return undefined;
    }
    return { challenge, expected: { ...data, rpId: relyingParty.id } };
  }

  async function assertNotRevoked(tx: Db, caller: SessionHolder): Promise<void> {
    if (!(await lockCaller(tx, caller))) throw keyRequired();
  }

  return {
    list: (owner, request) => store.listPasskeys(db, owner, request),
    count: (owner) => store.countPasskeys(db, owner),

    async startAdding({ userId, sessionId }, { email, username }) {
      const { name } = getRelyingParty();
      return {
        ...makeCreationOptions({
          ...startOptions({ kind: 'add', userId, sessionId }),
          rpName: name,
          // A passkey stores it and shows it to nobody. It must not contain the email address or the like.
          user: { handle: sign(secret, `passkey user ${userId}`), name: email, displayName: username },
          excluded: await store.listCredentials(db, userId, MAX_NAMED_CREDENTIALS),
        }),
      };
    },

    async add(caller, passkey, name) {
      getRelyingParty();
      const { userId, sessionId } = caller;
      const confirmed = readConfirmed(passkey.response.clientDataJSON, { kind: 'add', userId, sessionId });
      if (!confirmed) throw invalidField('passkey', 'wrong_passkey');
      const checked = await checkCreation(passkey, confirmed.expected);
      if (!checked.isRight) {
        log.info('a passkey was refused', { reason: checked.reason });
        throw invalidField('passkey', 'wrong_passkey');
      }
      return transaction(db, async (tx) => {
        await assertNotRevoked(tx, caller);
        if (!(await store.spendChallenge(tx, confirmed.challenge, now())))
          throw invalidField('passkey', 'wrong_passkey');
        const id = await store.insertPasskey(tx, userId, { ...checked.found, name }, now());
        if (id === undefined) throw passkeyExists();
        await recordCreate(tx, subject(userId, id), { name });
        return id;
      });
    },

    rename: (caller, id, name) =>
      transaction(db, async (tx) => {
        const { userId } = caller;
        await assertNotRevoked(tx, caller);
        const found = await store.findPasskey(tx, userId, id);
        if (!found || !(await store.renamePasskey(tx, userId, id, name))) throw passkeyNotFound();
        await recordUpdate(tx, subject(userId, id), { name: found.name }, { name });
      }),

    remove: (caller, id) =>
      transaction(db, async (tx) => {
        await assertNotRevoked(tx, caller);
        if (!(await removeFrom(tx, caller.userId, id))) throw passkeyNotFound();
        const left = await store.countPasskeys(tx, caller.userId);
        if (left === 0 && !(await hasOtherWayIn(caller.userId))) throw lastWayIn();
      }),

    removeAll: (owner) => transaction(db, (tx) => removeAllIn(tx, owner)),
    removeAllIn,

    startSignIn: () => ({ ...makeRequestOptions(startOptions({ kind: 'sign-in' })) }),

    async startProof({ userId, sessionId }) {
      const options = startOptions({ kind: 'proof', userId, sessionId });
      return {
        ...makeRequestOptions({ ...options, allowed: await store.listCredentials(db, userId, MAX_NAMED_CREDENTIALS) }),
      };
    },

    findOwner: async (credentialId) => (await store.findCredential(db, credentialId))?.owner,

    async check(owner, proof, purpose) {
      const credential = await store.findCredential(db, proof.id);
      const confirmed = readConfirmed(proof.response.clientDataJSON, purpose);
      // Before the library is loaded: only someone who has a passkey can cause that.
      if (credential?.owner !== owner || !confirmed) return undefined;
      const checked = await checkAssertion(proof, confirmed.expected, credential);
      if (!checked.isRight) {
        log.info('a passkey was refused', { user: owner, passkey: credential.passkeyId, reason: checked.reason });
        return undefined;
      }
      return { use: { passkeyId: credential.passkeyId, owner, ...checked.found }, challenge: confirmed.challenge };
    },

    async accept(tx, { use, challenge }) {
      return (await store.spendChallenge(tx, challenge, now())) && store.recordPasskeyUse(tx, use, now());
    },
  };
}
