import type { Principal } from '../../core/principal.ts';
import { assertMayFreeName, isTakenDown, OWNER, type StatusChanger } from '../../core/take-down.ts';
import { type Deletion, FOR_GOOD, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { collision } from '../../db/failures.ts';
import { rehearse, transaction } from '../../db/transaction.ts';
import { keepInTrash } from '../../db/trash.ts';
import { type Link, linkNotFound, MAIN_DOMAIN } from './link.ts';
import { uniqueIds } from './link-campaign.service.ts';
import type { WritingParts } from './link-create.service.ts';
import * as reads from './link-read.store.ts';
import * as writes from './link-write.store.ts';

/** Deletes links. */
export interface LinkRemover {
  remove(owner: number, id: number, by?: StatusChanger, deletion?: Deletion): Promise<void>;
  /** Does what `remove` does, and stores nothing; returns the link. */
  rehearseRemoval(owner: number, id: number, by: StatusChanger, deletion: Deletion): Promise<Link>;
  /** Deletes the links among these ids that the caller may delete; returns their ids. */
  removeMany(caller: RemovingCaller, ids: number[], isForGood?: boolean): Promise<number[]>;
}

type RemovingCaller = Pick<Principal, 'workspaceId' | 'isAdmin'>;

const LINKS_AT_ONCE = 500;

export function createLinkRemover(parts: WritingParts): LinkRemover {
  const { db, domains, audit, channels, onChanged, eraseStatistics, now } = parts;

  /** Counts the links off their domains, which also locks the domains, then locks the links. */
  async function lockAll(tx: Db, owner: number, found: Link[]): Promise<Link[]> {
    // Locks the domains first, in the same order as deleting a domain, to avoid deadlocks.
    const byDomain = Map.groupBy(found, ({ domainId }) => domainId);
    for (const [domainId, { length }] of [...byDomain].sort(([left], [right]) => left - right))
      await domains.countMove(tx, owner, domainId, MAIN_DOMAIN, length);
    const ids = found.map(({ id }) => id);
    const locked = await writes.lockLinks(tx, owner, ids);
    const addresses = new Map(locked.map((link) => [link.id, link]));
    const isSame = ({ id, domainId }: Link) => addresses.get(id)?.domainId === domainId;
    if (!found.every(isSame)) throw collision('a link was moved or deleted meanwhile');
    return locked;
  }

  /** Deletes links of one owner with their channel entries, by a few statements. */
  async function deleteAll(tx: Db, owner: number, found: Link[], deletion: Deletion): Promise<Link[]> {
    const links = await lockAll(tx, owner, found);
    const ids = links.map(({ id }) => id);
    // First: webhooks get the links as they were.
    await audit.deleted(tx, links);
    await keepInTrash(tx, { noun: 'url', owner, ids, now: now() }, deletion);
    await writes.deleteLinks(tx, owner, links);
    if (deletion.isForGood) await eraseStatistics(tx, ids);
    await channels.leaveAll(tx, ids);
    return links;
  }

  function publishDeleted(link: Link): void {
    const { userId: owner, id, alias, campaignId } = link;
    const campaigns = uniqueIds([campaignId]);
    onChanged({ change: 'deleted', owner, id, alias, addresses: [link], campaigns, framed: [] });
  }

  /** Deletes a link in the transaction that `run` opens. */
  function deleteOne(
    run: typeof transaction,
    owner: number,
    id: number,
    by: StatusChanger,
    deletion: Deletion,
  ): Promise<Link> {
    return run(db, async (tx) => {
      const found = await reads.findLink(tx, owner, id);
      if (!found) throw linkNotFound();
      for (const { disabledBy } of await deleteAll(tx, owner, [found], deletion)) assertMayFreeName(disabledBy, by);
      return found;
    });
  }

  return {
    async remove(owner, id, by = OWNER, deletion = TO_TRASH) {
      publishDeleted(await deleteOne(transaction, owner, id, by, deletion));
    },

    rehearseRemoval: (owner, id, by, deletion) => deleteOne(rehearse, owner, id, by, deletion),

    async removeMany({ workspaceId, isAdmin }, ids, isForGood = false) {
      const deleted: Link[] = [];
      const wanted = [...new Set(ids)].sort((one, other) => one - other);
      for (let from = 0; from < wanted.length; from += LINKS_AT_ONCE) {
        const some = wanted.slice(from, from + LINKS_AT_ONCE);
        const links = await transaction(db, async (tx) => {
          const found = isAdmin ? await reads.findLinksById(tx, some) : await reads.findLinks(tx, workspaceId, some);
          const byOwner = Map.groupBy(
            found.filter(({ disabledBy }) => isAdmin || !isTakenDown(disabledBy)),
            ({ userId }) => userId,
          );
          const all: Link[] = [];
          for (const [owner, own] of [...byOwner].sort(([left], [right]) => left - right)) {
            const deletion = isForGood ? FOR_GOOD : { isForGood, isTakenDown: owner !== workspaceId };
            all.push(...(await deleteAll(tx, owner, own, deletion)));
          }
          return all;
        });
        deleted.push(...links);
      }
      for (const link of deleted) publishDeleted(link);
      const gone = new Set(deleted.map(({ id }) => id));
      return [...new Set(ids)].filter((id) => gone.has(id));
    },
  };
}
