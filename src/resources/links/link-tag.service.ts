import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { LinkAudit } from './link.audit.ts';
import { uniqueIds } from './link-campaign.service.ts';
import type { LinkEvent } from './link-event.ts';
import { findLinks } from './link-read.store.ts';
import { findLinksWithTag, findTagsByLink, renameTagOf } from './link-tag.store.ts';
import { lockLinks } from './link-write.store.ts';

/** Changes tags of all links of an owner. */
export interface LinkTags {
  /** Renames a tag; it keeps its place among the tags of each link. */
  renameTag(owner: number, from: string, to: string): Promise<'renamed' | 'missing' | 'taken'>;
  /** The ids of the owner's links with this tag, lowest first. */
  findLinksWithTag(owner: number, tag: string): Promise<number[]>;
}

interface Parts {
  db: Db;
  audit: LinkAudit;
  onChanged(stored: LinkEvent): void;
}

const LINKS_AT_ONCE = 500;

export function createLinkTags({ db, audit, onChanged }: Parts): LinkTags {
  async function renameOf(tx: Db, owner: number, ids: number[], [from, to]: [string, string]) {
    await lockLinks(tx, owner, ids);
    const before = await findTagsByLink(tx, ids);
    await renameTagOf(tx, owner, ids, from, to);
    const after = await findTagsByLink(tx, ids);
    const tagsOf = (tags: Map<number, string[]>, id: number) => ({ tags: tags.get(id) ?? [] });
    await audit.updated(
      tx,
      ids.map((id) => ({ owner, id, before: tagsOf(before, id), after: tagsOf(after, id) })),
    );
    return findLinks(tx, owner, ids);
  }

  return {
    findLinksWithTag: (owner, tag) => findLinksWithTag(db, owner, tag),

    async renameTag(owner, from, to) {
      const renamed = await transaction(db, async (tx) => {
        const ids = await findLinksWithTag(tx, owner, from);
        if (ids.length === 0) return 'missing';
        if (from === to) return [];
        if ((await findLinksWithTag(tx, owner, to)).length > 0) return 'taken';
        const links = [];
        for (let start = 0; start < ids.length; start += LINKS_AT_ONCE)
          links.push(...(await renameOf(tx, owner, ids.slice(start, start + LINKS_AT_ONCE), [from, to])));
        return links;
      });
      if (typeof renamed === 'string') return renamed;
      for (const link of renamed) {
        const { id, alias, campaignId } = link;
        const campaigns = uniqueIds([campaignId]);
        onChanged({ change: 'updated', owner, id, alias, addresses: [link], campaigns, framed: [] });
      }
      return 'renamed';
    },
  };
}
