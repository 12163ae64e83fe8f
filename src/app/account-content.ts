import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { changeWithAccount, type PublishedTable, publishedTables } from '../db/take-down.ts';
import { transaction } from '../db/transaction.ts';
import type { BioService } from '../resources/bio/bio.service.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { uniqueIds } from '../resources/links/link-campaign.service.ts';
import type { QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import type { ChangeListeners } from './change-listeners.ts';

interface Parts {
  db: Db;
  links: Pick<LinkService, 'findMany'>;
  bioPages: Pick<BioService, 'findAddressesOf'>;
  qrCodes: Pick<QrCodeService, 'findMany'>;
  listeners: ChangeListeners;
}

/** Disables everything that a user published, or enables what was disabled in this way. When it returns, the caches are up to date. */
export type ChangeContent = (userId: number, content: 'disable' | 'enable') => Promise<void>;

// A user may have 100,000 links: each batch is its own transaction, so that other writes run in between.
const ROWS_PER_STEP = 500;

export function createChangeContent({ db, links, bioPages, qrCodes, listeners }: Parts): ChangeContent {
  const forget: Record<PublishedTable, (owner: number, ids: number[]) => Promise<void>> = {
    async links(owner, ids) {
      const changed = await links.findMany(owner, ids);
      const campaigns = uniqueIds(changed.map(({ campaignId }) => campaignId));
      const [first] = changed;
      if (!first) return;
      // One message for all links, because it is sent to every worker.
      const { id, alias } = first;
      listeners.onLinkChanged({ change: 'updated', owner, id, alias, addresses: changed, campaigns, framed: [] });
    },
    async bio_pages(owner, ids) {
      listeners.onBioPageChanged(await bioPages.findAddressesOf(owner, ids));
    },
    async qr_codes(owner, ids) {
      for (const { code } of await qrCodes.findMany(owner, ids)) listeners.onQrCodeChanged(code);
    },
    async overlays(_, ids) {
      for (const id of ids) listeners.onInterstitialChanged({ kind: 'overlay', id });
    },
    async splash_pages(_, ids) {
      for (const id of ids) listeners.onInterstitialChanged({ kind: 'splash', id });
    },
  };

  return async (userId, content) => {
    for (const table of publishedTables) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const step: { content: typeof content; after: number; limit: number } = {
          content,
          after,
          limit: ROWS_PER_STEP,
        };
        const { changed, next } = await transaction(db, (tx) => changeWithAccount(tx, table, userId, step));
        if (changed.length > 0) await forget[table](userId, changed);
        after = next;
        await setImmediate();
      }
    }
  };
}
