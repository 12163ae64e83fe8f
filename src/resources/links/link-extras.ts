import type { AuditedFields } from '../../core/audit.ts';
import type { Db } from '../../db/db.ts';
import { channelFields, type ItemChannels } from './item-channels.ts';
import type { LinkChange } from './link.contract.ts';
import type { Link } from './link.ts';
import { findPixelIds } from './link-pixel.store.ts';
import { findTags } from './link-tag.store.ts';

/** The fields of a link that are rows of other tables. */
type Extras = { tags?: string[]; pixels?: number[]; campaign?: number | null };

/** The fields of a change that are rows of other tables, before and after it. Must be called before they are written. */
export async function readExtras(
  tx: Db,
  link: Link,
  { tags, pixels, campaign, channel }: LinkChange,
  channels: Pick<ItemChannels, 'listOf'>,
): Promise<{ before: AuditedFields; after: AuditedFields }> {
  const before: Extras = {};
  const after: Extras = {};
  if (tags !== undefined) {
    before.tags = await findTags(tx, link.id);
    after.tags = [...new Set(tags)].sort();
  }
  if (pixels !== undefined) {
    before.pixels = await findPixelIds(tx, link.id);
    after.pixels = [...new Set(pixels)].sort((one, other) => one - other);
  }
  if (campaign !== undefined) {
    before.campaign = link.campaignId;
    after.campaign = campaign;
  }
  if (channel === undefined) return { before, after };
  const moved = channelFields(await channels.listOf(link.id, tx), channel ?? []);
  return { before: { ...before, ...moved.before }, after: { ...after, ...moved.after } };
}
