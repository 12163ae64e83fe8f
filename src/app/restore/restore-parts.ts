import { invalidField } from '../../core/errors.ts';
import type { Db } from '../../db/db.ts';
import { inParts } from '../../db/restore-rows.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { ItemKind } from '../../resources/channels/channel.ts';
import { insertItem } from '../../resources/channels/channel-item.store.ts';
import type { DomainService } from '../../resources/domains/domain.service.ts';
import { addLinks } from '../../resources/domains/domain.store.ts';
import { MAIN_DOMAIN } from '../../resources/domains/domain.ts';
import type { LinkOutbox } from '../../resources/links/link.outbox.ts';
import type { Link } from '../../resources/links/link.ts';
import { uniqueIds } from '../../resources/links/link-campaign.service.ts';
import type { LinkEvent } from '../../resources/links/link-event.ts';
import { findLinks } from '../../resources/links/link-read.store.ts';
import type { RestoredItem } from '../../resources/trash/trash.ts';
import type { ChangeListeners } from '../change-listeners.ts';

/** What restoring needs besides the store. */
export interface RestorerParts {
  domains: Pick<DomainService, 'takeBack'>;
  /** Invalidates caches and adds to the feed of the owner. */
  onLinkRestored(stored: LinkEvent): void;
  listeners: ChangeListeners;
  outbox: LinkOutbox;
  now: Clock;
}

/** The domain of a restored item; the main host if its domain was deleted meanwhile. The domain stays until the transaction ends. */
export async function findDomainOf(tx: Db, owner: number, row: StoredRow): Promise<number> {
  const id = Number(row.domain_id);
  return id !== MAIN_DOMAIN && (await addLinks(tx, owner, id, 0)) ? id : MAIN_DOMAIN;
}

/** Puts an item back into the channels that still exist. */
export async function putIntoChannels(tx: Db, kind: ItemKind, { owner, id, row, rows }: RestoredItem): Promise<void> {
  const channels = (rows.channel_items ?? []).map(({ channel_id }) => Number(channel_id));
  for (const channel of channels.sort((one, other) => one - other))
    await insertItem(tx, owner, channel, { kind, id, createdAt: Number(row.created_at) });
}

/** Rows with their owner, who may have changed since they were deleted. */
export function ownedBy(owner: number, rows: StoredRow[] = []): StoredRow[] {
  return rows.map((row) => ({ ...row, user_id: owner }));
}

/** Throws if another name was sent for something that has none. */
export function assertNoName({ custom }: RestoredItem): void {
  if (custom !== undefined) throw invalidField('custom', 'unknown_property');
}

/** The event of a link that a restored item is used by. */
export function usedLinkEvent(link: Link, framed: string[] = []): LinkEvent {
  const { userId: owner, id, alias, campaignId } = link;
  return { change: 'updated', owner, id, alias, addresses: [link], campaigns: uniqueIds([campaignId]), framed };
}

/** Reads the links with these ids of the owner, to invalidate their caches. */
export async function readUsedLinks(tx: Db, owner: number, ids: number[]): Promise<Link[]> {
  const links: Link[] = [];
  for (const some of inParts(ids)) links.push(...(await findLinks(tx, owner, some)));
  return links;
}
