import type { Db } from '../../db/db.ts';
import { recordChange } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { linkNotFound } from './link.ts';
import { uniqueIds } from './link-campaign.service.ts';
import { forgetClicks } from './link-clicks.store.ts';
import type { LinkEvent } from './link-event.ts';
import { lockLinks } from './link-write.store.ts';

/** Deletes what was counted for links. */
export interface LinkClicks {
  /** Deletes the statistics of a link, as if nobody had visited it. Those of its campaign and its owner stay. */
  eraseClicks(owner: number, id: number): Promise<void>;
}

interface Parts {
  db: Db;
  eraseStatistics(tx: Db, ids: number[]): Promise<void>;
  onChanged(stored: LinkEvent): void;
}

export function createLinkClicks({ db, eraseStatistics, onChanged }: Parts): LinkClicks {
  return {
    async eraseClicks(owner, id) {
      const link = await transaction(db, async (tx) => {
        const [locked] = await lockLinks(tx, owner, [id]);
        if (!locked) throw linkNotFound();
        await forgetClicks(tx, owner, id);
        await eraseStatistics(tx, [id]);
        const changes = { clicks: { old: locked.clicks, new: 0 } };
        await recordChange(tx, { workspace: owner, noun: 'url', id, action: 'erase_clicks', changes });
        return locked;
      });
      const campaigns = uniqueIds([link.campaignId]);
      const { alias } = link;
      onChanged({ change: 'updated', owner, id, alias, addresses: [link], campaigns, framed: [] });
    },
  };
}
