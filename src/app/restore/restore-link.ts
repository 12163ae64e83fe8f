import { invalidField } from '../../core/errors.ts';
import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import type { Db } from '../../db/db.ts';
import { lockNames } from '../../db/lock-names.ts';
import { insertStoredRows, keepOwned, keepReference } from '../../db/restore-rows.ts';
import { addToTally } from '../../db/tally.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import { isSlugTaken } from '../../resources/bio/bio.store.ts';
import { addLinks } from '../../resources/domains/domain.store.ts';
import { hostedNameOf, MAIN_DOMAIN } from '../../resources/domains/domain.ts';
import { aliasTaken, campaignTally } from '../../resources/links/link.ts';
import { uniqueIds } from '../../resources/links/link-campaign.service.ts';
import { explainTakenAlias } from '../../resources/links/link-create.service.ts';
import type { Restore, RestoredItem } from '../../resources/trash/trash.ts';
import { findDomainOf, ownedBy, putIntoChannels, type RestorerParts } from './restore-parts.ts';

/** Throws if a bio page has the address, or if it is reserved. The unique index refuses the address of another link. */
async function assertFree(tx: Db, domainId: number, alias: string, custom: string | undefined): Promise<void> {
  if (domainId === MAIN_DOMAIN && isReservedOnMainHost(alias))
    throw custom === undefined ? aliasTaken() : invalidField('custom', 'reserved_word');
  if (await isSlugTaken(tx, domainId, alias)) throw aliasTaken();
}

/** The type of a link whose splash page or overlay may be gone. */
async function findType(tx: Db, owner: number, row: StoredRow): Promise<StoredRow> {
  const { type, interstitial_id } = row;
  if (interstitial_id === null) return {};
  const table = type === 'overlay' ? 'overlays' : 'splash_pages';
  const kept = await keepReference(tx, table, owner, interstitial_id);
  return kept === null ? { type: 'direct', interstitial_id: null, unframed: null } : {};
}

/** Restores the scheduled changes of a link. What became due in the trash is applied now. */
async function restoreSchedule(tx: Db, rows: StoredRow[] = []): Promise<void> {
  const authors = rows.flatMap(({ author_id }) => (author_id === null ? [] : [Number(author_id)]));
  const found =
    authors.length > 0 ? await tx.selectFrom('users').select('id').where('id', 'in', authors).execute() : [];
  const known = new Set(found.map(({ id }) => id));
  const restored = rows.map(({ author_id: author = null, ...row }) => ({
    ...row,
    author_id: known.has(Number(author)) ? author : null,
  }));
  await insertStoredRows(tx, 'scheduled_changes', restored);
}

/** Restores what belongs to a link: tags, pixels, the design of its QR code, shared statistics, schedule and channels. */
async function restoreExtras(tx: Db, item: RestoredItem): Promise<void> {
  const { owner, rows } = item;
  const linkPixels = rows.link_pixels ?? [];
  const pixels = await keepOwned(
    tx,
    'pixels',
    owner,
    linkPixels.map(({ pixel_id }) => pixel_id),
  );
  await insertStoredRows(tx, 'link_tags', ownedBy(owner, rows.link_tags));
  await insertStoredRows(
    tx,
    'link_pixels',
    linkPixels.filter(({ pixel_id }) => pixels.has(Number(pixel_id))),
  );
  await insertStoredRows(tx, 'link_qr_codes', ownedBy(owner, rows.link_qr_codes));
  await insertStoredRows(tx, 'shares', ownedBy(owner, rows.shares));
  await restoreSchedule(tx, rows.scheduled_changes);
  await putIntoChannels(tx, 'links', item);
}

/** Restores a link at its address, or on the main host if its domain is gone. */
export function createRestoreLink({
  onLinkRestored,
  outbox,
}: Pick<RestorerParts, 'onLinkRestored' | 'outbox'>): Restore {
  return async (tx, item) => {
    const { owner, id, row, custom } = item;
    const alias = custom ?? String(row.alias);
    // Names are locked before domains, as where a link is created.
    const names = [Number(row.domain_id), MAIN_DOMAIN].map((domain) => hostedNameOf(domain, alias));
    await lockNames(tx, names, 'shared');
    const domainId = await findDomainOf(tx, owner, row);
    await assertFree(tx, domainId, alias, custom);
    if (domainId !== MAIN_DOMAIN) await addLinks(tx, owner, domainId, 1);
    const campaignId = await keepReference(tx, 'campaigns', owner, row.campaign_id);
    const restored = {
      ...{ ...row, ...(await findType(tx, owner, row)), domain_id: domainId, alias },
      ...{ campaign_id: campaignId, campaign_weight: campaignId === null ? 1 : (row.campaign_weight ?? 1) },
    };
    await explainTakenAlias(insertStoredRows(tx, 'links', [restored]));
    await addToTally(tx, owner, 'links', 1);
    if (campaignId !== null) await addToTally(tx, owner, campaignTally(campaignId), 1);
    await restoreExtras(tx, item);
    await outbox.created(tx, owner, [id]);
    const facts = { addresses: [{ domainId, alias }], campaigns: uniqueIds([campaignId]), framed: [] };
    return () => onLinkRestored({ change: 'created', owner, id, alias, ...facts });
  };
}
