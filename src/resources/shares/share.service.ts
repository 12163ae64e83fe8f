import { type AuditedFields, diffFields, SECRET_VALUE, Secret } from '../../core/audit.ts';
import { changeField } from '../../core/change-field.ts';
import { invalidField, serverBusy } from '../../core/errors.ts';
import { attemptPassword } from '../../core/password-attempt.ts';
import type { Principal } from '../../core/principal.ts';
import type { RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { assertCallerStays } from '../../db/lock-caller.ts';
import { recordChange, recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { rateLimited } from '../../http/failures.ts';
import { type Clock, formatOptional } from '../../lib/date-time.ts';
import { hashLinkPassword } from '../../lib/password.ts';
import type { CampaignService } from '../campaigns/campaign.service.ts';
import { type Campaign, campaignNotFound } from '../campaigns/campaign.ts';
import type { LinkService } from '../links/link.service.ts';
import { type Link, linkNotFound } from '../links/link.ts';
import type { ShareChange } from './share.contract.ts';
import * as store from './share.store.ts';
import {
  hasEnded,
  hashShareToken,
  makeShare,
  type Share,
  type ShareSubject,
  shareNotFound,
  sharePasswordRequired,
  tokenOf,
} from './share.ts';
import { makeAccessToken, readAccessToken } from './share-access.ts';

const DAY_MS = 86_400_000;
const ATTEMPTS_SECONDS = 60;
const BUSY_SECONDS = 5;

/** A share as its owner sees it. */
export interface OwnShare extends Pick<Share, 'createdAt' | 'expiresAt'> {
  token: string;
  hasPassword: boolean;
}

/** What a secret URL shows the statistics of. */
export type SharedSubject = { noun: 'link'; link: Link } | { noun: 'campaign'; campaign: Campaign };

/** The operations on shared statistics. */
export interface ShareService {
  find(owner: number, subject: ShareSubject): Promise<OwnShare | undefined>;
  /** Creates a new URL and invalidates the previous one; password and end are kept unless the change has others. */
  create(caller: Principal, subject: ShareSubject, change: ShareChange): Promise<OwnShare>;
  /** Changes password and end; the URL stays. */
  update(caller: Principal, subject: ShareSubject, change: ShareChange): Promise<OwnShare>;
  end(owner: number, subject: ShareSubject): Promise<void>;
  /** Finds what a secret URL shows; throws if it has a password and the token does not prove that it was entered. */
  open(token: string): Promise<SharedSubject>;
  /** Checks a reader's password and returns a token that `open` accepts for a day. */
  unlock(token: string, password: string, address: string): Promise<string>;
}

interface Parts {
  db: Db;
  links: Pick<LinkService, 'getLink' | 'lock' | 'findById'>;
  campaigns: Pick<CampaignService, 'get' | 'lock' | 'find'>;
  windows: RateWindows;
  secret: string;
  now: Clock;
}

/** A share has no id of its own: its fields name the link or the campaign. */
function auditedFields({ subject, passwordHash, expiresAt }: Share): AuditedFields {
  return { [subject.noun]: subject.id, password: new Secret(passwordHash), expiry: formatOptional(expiresAt) };
}

function auditSubject({ userId, subject }: Share) {
  return { workspace: userId, noun: 'share', id: subject.id } as const;
}

async function recordShare(tx: Db, before: Share | undefined, after: Share): Promise<void> {
  if (!before) await recordCreate(tx, auditSubject(after), auditedFields(after));
  else if (before.hash === after.hash) {
    await recordUpdate(tx, auditSubject(after), auditedFields(before), auditedFields(after));
  } else {
    const changes = {
      ...diffFields(auditedFields(before), auditedFields(after)),
      token: { old: SECRET_VALUE, new: SECRET_VALUE },
    };
    await recordChange(tx, { ...auditSubject(after), action: 'renew', changes });
  }
}

export function createShareService({ db, links, campaigns, windows, secret, now }: Parts): ShareService {
  function toOwn(share: Share): OwnShare | undefined {
    const { createdAt, expiresAt, passwordHash } = share;
    const token = hasEnded(share, now()) ? undefined : tokenOf(secret, share);
    return token === undefined ? undefined : { token, createdAt, expiresAt, hasPassword: passwordHash !== null };
  }

  async function assertOwned(owner: number, { noun, id }: ShareSubject): Promise<void> {
    await (noun === 'link' ? links.getLink(owner, id) : campaigns.get(owner, id));
  }

  async function lockSubject(tx: Db, owner: number, { noun, id }: ShareSubject): Promise<void> {
    if (noun === 'link' && (await links.lock(tx, owner, id)) === undefined) throw linkNotFound();
    if (noun === 'campaign' && !(await campaigns.lock(tx, owner, id))) throw campaignNotFound();
  }

  /** Stores the share that `replace` makes of the current one. An ended share counts as none. */
  async function write(
    caller: Principal,
    subject: ShareSubject,
    { password, expiry }: ShareChange,
    replace: (current: Share | undefined) => Pick<Share, 'nonce' | 'hash' | 'createdAt'>,
  ): Promise<OwnShare> {
    const owner = caller.workspaceId;
    await assertOwned(owner, subject);
    if (expiry && expiry <= now()) throw invalidField('expiry', 'past_date');
    const hash = password ? await hashLinkPassword(password, owner) : password;
    const stored = await transaction(db, async (tx) => {
      await assertCallerStays(tx, caller);
      await lockSubject(tx, owner, subject);
      const found = await store.findShare(tx, owner, subject);
      const current = found && toOwn(found) ? found : undefined;
      const { nonce, hash: tokenHash, createdAt } = replace(current);
      const share: Share = {
        ...{ subject, userId: owner, nonce, hash: tokenHash, createdAt },
        passwordHash: changeField(hash, current?.passwordHash ?? null, null),
        expiresAt: changeField(expiry, current?.expiresAt ?? null, null),
      };
      await store.putShare(tx, share);
      await recordShare(tx, current, share);
      return share;
    });
    const own = toOwn(stored);
    if (!own) throw shareNotFound();
    return own;
  }

  /** The share of a token, and whether the token proves that its password was entered. */
  async function findOpen(text: string) {
    const { token, proves } = readAccessToken(text);
    const hash = hashShareToken(token);
    const share = hash === undefined ? undefined : await store.findShareByHash(db, hash);
    if (!share || !toOwn(share)) throw shareNotFound();
    const { passwordHash } = share;
    return { share, token, isUnlocked: passwordHash === null || proves(secret, passwordHash, now()) };
  }

  return {
    async find(owner, subject) {
      await assertOwned(owner, subject);
      const share = await store.findShare(db, owner, subject);
      return share && toOwn(share);
    },

    create: (caller, subject, change) =>
      write(caller, subject, change, () => ({ ...makeShare(secret, subject), createdAt: now() })),

    update: (caller, subject, change) =>
      write(caller, subject, change, (current) => {
        if (!current) throw shareNotFound();
        return current;
      }),

    async end(owner, subject) {
      await assertOwned(owner, subject);
      await transaction(db, async (tx) => {
        const found = await store.findShare(tx, owner, subject);
        if (!found || !(await store.deleteShare(tx, owner, subject))) throw shareNotFound();
        await recordDelete(tx, auditSubject(found), auditedFields(found));
      });
    },

    async open(text) {
      const { share, isUnlocked } = await findOpen(text);
      if (!isUnlocked) throw sharePasswordRequired();
      const { subject, userId } = share;
      if (subject.noun === 'link') {
        const link = await links.findById(subject.id);
        if (link) return { noun: 'link', link };
      } else {
        const campaign = await campaigns.find(userId, subject.id);
        if (campaign) return { noun: 'campaign', campaign };
      }
      throw shareNotFound();
    },

    async unlock(text, password, address) {
      const { share, token } = await findOpen(text);
      const { passwordHash, hash } = share;
      if (passwordHash === null) return token;
      const attempt = { subject: `share:${hash}`, owner: share.userId, passwordHash, password, address };
      const result = await attemptPassword(windows, attempt);
      if (result === 'too_many') throw rateLimited({ retryAfterSeconds: ATTEMPTS_SECONDS });
      if (result === 'busy') throw serverBusy({ retryAfterSeconds: BUSY_SECONDS });
      if (result === 'wrong') throw invalidField('password', 'wrong_password');
      return makeAccessToken(secret, { token, passwordHash, until: now() + DAY_MS });
    },
  };
}
