import type { SelectQueryBuilder } from 'kysely';
import { type FieldError, fieldError } from '../../core/errors.ts';
import type { OwnerScope } from '../../core/owner-scope.ts';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../tables.ts';

/** The ids of what is in a channel, as a part of another query. */
export type ChannelIds = SelectQueryBuilder<Tables, 'channel_items', { item_id: number }>;

/** What a noun may do with the channels that its things are in. */
export interface ItemChannels {
  /** Whether this is a channel of the owner's. */
  owns(owner: number, channel: number): Promise<boolean>;
  /** Puts a thing into this channel and takes it out of all others; null takes it out of all. */
  move(tx: Db, owner: number, item: { id: number; createdAt: number }, channel: number | null): Promise<void>;
  /** Puts a thing into this channel, wherever else it is. */
  put(tx: Db, owner: number, item: { id: number; createdAt: number }, channel: number): Promise<void>;
  /** Takes a thing out of this channel; false where it was not in it. */
  take(tx: Db, owner: number, id: number, channel: number): Promise<boolean>;
  /** Takes a thing out of every channel, in the transaction that deletes it. */
  leave(tx: Db, id: number): Promise<void>;
  /** The channels that a thing is in. */
  listOf(id: number): Promise<number[]>;
  /** The things in a channel; none where it belongs to somebody else. */
  idsIn(scope: OwnerScope, channel: number): ChannelIds;
}

/** What is wrong with a `channel` that is not there or not the caller's. */
export const noSuchChannel: FieldError = fieldError('channel', 'no_such_channel');
