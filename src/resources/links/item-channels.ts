import type { SelectQueryBuilder } from 'kysely';
import type { AuditedFields } from '../../core/audit.ts';
import { type FieldError, fieldError } from '../../core/errors.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../tables.ts';

/** The ids of the items in a channel, as a subquery. */
export type ChannelIds = SelectQueryBuilder<Tables, 'channel_items', { item_id: number }>;

/** The operations of a noun on the channels of its items. */
export interface ItemChannels {
  /** Whether the owner has this channel. */
  owns(owner: number, channel: number): Promise<boolean>;
  /** Adds an item to these channels and removes it from all others. */
  move(tx: Db, owner: number, item: { id: number; createdAt: number }, channels: number[]): Promise<void>;
  /** Adds an item to this channel and keeps it in its other channels. */
  put(tx: Db, owner: number, item: { id: number; createdAt: number }, channel: number): Promise<void>;
  /** Removes an item from this channel; false if it was not in it. */
  take(tx: Db, owner: number, id: number, channel: number): Promise<boolean>;
  /** Removes an item from every channel, in the transaction that deletes it. */
  leave(tx: Db, id: number): Promise<void>;
  /** The same for many items, by a few statements. */
  leaveAll(tx: Db, ids: number[]): Promise<void>;
  /** The channels that contain an item. */
  listOf(id: number, from?: Db): Promise<number[]>;
  /** The names of the channels that contain these items, by item; an item in no channel is omitted. */
  findNames(ids: number[]): Promise<Map<number, string[]>>;
  /** The ids of the channels that contain these items, by item; an item in no channel is omitted. */
  findIds(ids: number[]): Promise<Map<number, number[]>>;
  /** The ids of the items in a channel; none if another user owns it. */
  idsIn(scope: OwnerScope, channel: number): ChannelIds;
}

/** The error of a `channel` field that names a missing channel or a channel of another user. */
export const noSuchChannel: FieldError = fieldError('channel', 'no_such_channel');

/** One id as a number, several as a list, none as null, as the audit log stores them. */
export function shortenIds(ids: number[]): number | number[] | null {
  return ids.length > 1 ? ids : (ids[0] ?? null);
}

/** The channels that an item leaves and enters, as the audit log stores them. */
export function channelFields(before: number[], after: number[]): { before: AuditedFields; after: AuditedFields } {
  const left = before.filter((id) => !after.includes(id));
  const entered = after.filter((id) => !before.includes(id));
  return { before: { channel: shortenIds(left) }, after: { channel: shortenIds(entered) } };
}
