import { invalidFields } from '../../core/errors.ts';
import type { Db } from '../../db/db.ts';
import { type ItemChannels, noSuchChannel } from '../links/item-channels.ts';
import { findChannel } from './channel.store.ts';
import type { ItemKind } from './channel.ts';
import * as store from './channel-item.store.ts';

/** An item that a channel can contain, as its own service returns it. */
export interface ChannelContent {
  id: number;
  title: string;
  link: string;
  createdAt: number;
}

/** How channels look up the items of one kind. */
export interface ItemSource {
  /** Returns the items among these ids that belong to the owner, in any order. */
  find(owner: number, ids: number[]): Promise<ChannelContent[]>;
  /** Locks an item of the owner until the transaction ends; returns its creation time, or undefined if there is none. */
  lock(tx: Db, owner: number, id: number): Promise<number | undefined>;
}

/** The source of each kind of item. */
export type ItemSources = Record<ItemKind, ItemSource>;

/** The channel operations of one kind of item, for the service of that kind. */
export function createItemChannels(db: Db, kind: ItemKind): ItemChannels {
  const put: ItemChannels['put'] = async (tx, owner, { id, createdAt }, channel) => {
    const isInserted = await store.insertItem(tx, owner, channel, { kind, id, createdAt });
    if (!isInserted) throw invalidFields([noSuchChannel]);
  };

  return {
    put,
    take: (tx, owner, id, channel) => store.deleteItem(tx, owner, channel, { kind, id }),
    owns: async (owner, channel) => (await findChannel(db, owner, channel)) !== undefined,
    leave: (tx, id) => store.deleteFromAll(tx, { kind, id }),
    leaveAll: (tx, ids) => store.deleteAllFromAll(tx, kind, ids),
    listOf: (id, from = db) => store.listChannelsOf(from, { kind, id }),
    findNames: (ids) => store.findChannelNames(db, kind, ids),
    findIds: (ids) => store.findChannelIds(db, kind, ids),
    idsIn: (scope, channel) => store.selectIds(db, scope, channel, kind),

    async move(tx, owner, { id, createdAt }, channels) {
      await store.deleteFromAll(tx, { kind, id }, channels);
      // In the order of their ids, so that two moves cannot deadlock.
      const ordered = channels.toSorted((left, right) => left - right);
      for (const channel of ordered) await put(tx, owner, { id, createdAt }, channel);
    },
  };
}
