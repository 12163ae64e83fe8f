import { invalidFields } from '../../core/errors.ts';
import type { Db } from '../../db/db.ts';
import { type ItemChannels, noSuchChannel } from '../links/item-channels.ts';
import { findChannel } from './channel.store.ts';
import type { ItemKind } from './channel.ts';
import * as store from './channel-item.store.ts';

/** A thing that a channel can hold, as its own noun knows it. */
export interface HeldItem {
  id: number;
  title: string;
  link: string;
  createdAt: number;
}

/** How channels ask a noun for its things. */
export interface ItemSource {
  /** Those of these that are the owner's, in any order. */
  find(owner: number, ids: number[]): Promise<HeldItem[]>;
  /** When a thing of the owner's was made, and it cannot be deleted before the transaction ends; undefined where there is none. */
  hold(tx: Db, owner: number, id: number): Promise<number | undefined>;
}

/** Where the things of each kind come from. */
export type ItemSources = Record<ItemKind, ItemSource>;

/** The channels of the things of one kind, for the noun that they belong to. */
export function createItemChannels(db: Db, kind: ItemKind): ItemChannels {
  const put: ItemChannels['put'] = async (tx, owner, { id, createdAt }, channel) => {
    const isPut = await store.insertItem(tx, owner, channel, { kind, id, createdAt });
    if (!isPut) throw invalidFields([noSuchChannel]);
  };

  return {
    put,
    take: (tx, owner, id, channel) => store.deleteItem(tx, owner, channel, { kind, id }),
    owns: async (owner, channel) => (await findChannel(db, owner, channel)) !== undefined,
    leave: (tx, id) => store.deleteFromAll(tx, { kind, id }),
    listOf: (id) => store.listChannelsOf(db, { kind, id }),
    idsIn: (scope, channel) => store.selectIds(db, scope, channel, kind),

    async move(tx, owner, { id, createdAt }, channel) {
      await store.deleteFromAll(tx, { kind, id }, channel ?? undefined);
      if (channel !== null) await put(tx, owner, { id, createdAt }, channel);
    },
  };
}
