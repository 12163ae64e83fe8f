import type { AuditedFields } from '../../core/audit.ts';
import type { Db } from '../../db/db.ts';
import type { ItemChannels } from './item-channels.ts';
import type { LinkChange } from './link.contract.ts';
import type { Link } from './link.ts';
import { findPixelIds } from './link-pixel.store.ts';
import { findTags } from './link-tag.store.ts';

/** The fields of a link that are rows of other tables. */
type Extras = { tags?: string[]; pixels?: number[]; campaign?: number | null };

/** One id as a number, several as a list, none as null. */
function shorten(ids: number[]): number | number[] | null {
  return ids.length > 1 ? ids : (ids[0] ?? null);
}

/** The channels that a link leaves and enters, as the audit log stores them. */
export function channelFields(before: number[], after: number[]): { before: AuditedFields; after: AuditedFields } {
  const left = before.filter((id) => !after.includes(id));
  const entered = after.filter((id) => !before.includes(id));
  return { before: { channel: shorten(left) }, after: { channel: shorten(entered) } };
}

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
  const moved = channelFields(await channels.listOf(link.id, tx), channel === null ? [] : [channel]);
  return { before: { ...before, ...moved.before }, after: { ...after, ...moved.after } };
}
