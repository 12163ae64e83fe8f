import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { LinkService } from '../links/link.service.ts';
import { type Link, linkNotFound } from '../links/link.ts';
import * as store from './share.store.ts';
import { hashShareToken, makeShare, type Share, shareNotFound, tokenOf } from './share.ts';

/** A share as its owner sees it. */
export interface OwnShare {
  token: string;
  createdAt: number;
}

/** The operations on shared statistics. */
export interface ShareService {
  find(owner: number, linkId: number): Promise<OwnShare | undefined>;
  /** Creates a new URL and invalidates the previous one. */
  create(owner: number, linkId: number): Promise<OwnShare>;
  end(owner: number, linkId: number): Promise<void>;
  /** Finds the link whose statistics a secret URL shows. */
  open(token: string): Promise<Link>;
}

interface Parts {
  db: Db;
  links: Pick<LinkService, 'get' | 'lock' | 'findById'>;
  secret: string;
  now: Clock;
}

export function createShareService({ db, links, secret, now }: Parts): ShareService {
  function toOwn(share: Share): OwnShare | undefined {
    const token = tokenOf(secret, share);
    return token === undefined ? undefined : { token, createdAt: share.createdAt };
  }

  return {
    async find(owner, linkId) {
      await links.get(owner, linkId);
      const share = await store.findShare(db, owner, linkId);
      return share && toOwn(share);
    },

    async create(owner, linkId) {
      const share: Share = { linkId, ...makeShare(secret, linkId), createdAt: now() };
      await transaction(db, async (tx) => {
        if ((await links.lock(tx, owner, linkId)) === undefined) throw linkNotFound();
        await store.putShare(tx, owner, share);
      });
      const own = toOwn(share);
      if (!own) throw new Error('a share that was just made has no token');
      return own;
    },

    async end(owner, linkId) {
      await links.get(owner, linkId);
      if (!(await store.deleteShare(db, owner, linkId))) throw shareNotFound();
    },

    async open(token) {
      const hash = hashShareToken(token);
      const share = hash === undefined ? undefined : await store.findShareByHash(db, hash);
      const link = share && toOwn(share) ? await links.findById(share.linkId) : undefined;
      if (!link) throw shareNotFound();
      return link;
    },
  };
}
