import { changeField } from '../../core/change-field.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { offsetOf } from '../../core/paging.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { lockOwned } from '../../db/owned.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { ChannelChange, ChannelFilters, NewChannel } from './channel.contract.ts';
import type { ChannelContent, ItemSources } from './channel.items.ts';
import * as store from './channel.store.ts';
import { type Channel, channelNotFound, DEFAULT_COLOR, type ItemKind, type ItemName, itemNotFound } from './channel.ts';
import { deleteItem, insertItem, listItems } from './channel-item.store.ts';

/** An item of a channel. */
export interface ChannelItem extends ChannelContent {
  kind: ItemKind;
  /** The URL of its preview picture. */
  preview: string;
}

/** The operations on channels. */
export interface ChannelService {
  list(owner: number, request: PageRequest, filters: ChannelFilters): Promise<Page<Channel>>;
  get(owner: number, id: number): Promise<Channel>;
  listItems(owner: number, id: number, request: PageRequest): Promise<Page<ChannelItem>>;
  create(owner: number, channel: NewChannel): Promise<Omit<Channel, 'items'>>;
  update(owner: number, id: number, change: ChannelChange): Promise<void>;
  remove(owner: number, id: number, deletion?: Deletion): Promise<void>;
  assign(owner: number, id: number, item: ItemName): Promise<void>;
  unassign(owner: number, id: number, item: ItemName): Promise<void>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  sources: ItemSources;
  /** Returns the URL of the preview picture of an item. */
  previewOf(item: ItemName): string;
  now: Clock;
}

const EMPTY: store.ChannelRecord = { name: '', description: '', color: DEFAULT_COLOR, isStarred: false };

function applyChange(channel: store.ChannelRecord, change: ChannelChange): store.ChannelRecord {
  return {
    name: change.name ?? channel.name,
    description: changeField(change.description, channel.description, EMPTY.description),
    color: changeField(change.color, channel.color, EMPTY.color),
    isStarred: changeField(change.starred, channel.isStarred, EMPTY.isStarred),
  };
}

export function createChannelService({ db, readDb, sources, previewOf, now }: Parts): ChannelService {
  async function getFrom(from: Db, owner: number, id: number): Promise<Channel> {
    const channel = await store.findChannel(from, owner, id);
    if (!channel) throw channelNotFound();
    return channel;
  }

  /** Finds items, in the same order; skips an item that was just deleted. */
  async function findItems(owner: number, names: ItemName[]): Promise<ChannelItem[]> {
    const found = new Map<string, ChannelContent>();
    for (const [kind, source] of Object.entries(sources)) {
      const ids = names.filter((name) => name.kind === kind).map(({ id }) => id);
      if (ids.length === 0) continue;
      for (const item of await source.find(owner, ids)) found.set(`${kind} ${item.id}`, item);
    }
    return names.flatMap((name) => {
      const item = found.get(`${name.kind} ${name.id}`);
      return item ? [{ ...item, kind: name.kind, preview: previewOf(name) }] : [];
    });
  }

  return {
    list: (owner, request, filters) => store.listChannels(readDb, owner, request, filters),
    get: (owner, id) => getFrom(db, owner, id),

    async listItems(owner, id, request) {
      const { items: total } = await getFrom(db, owner, id);
      if (offsetOf(request) >= total) return { ...request, total, rows: [] };
      return { ...request, total, rows: await findItems(owner, await listItems(readDb, owner, id, request)) };
    },

    async create(owner, body) {
      const channel = applyChange(EMPTY, body);
      const id = await transaction(db, (tx) => store.insertChannel(tx, owner, channel, now()));
      return { id, ...channel };
    },

    async update(owner, id, change) {
      await transaction(db, async (tx) => {
        if (!(await lockOwned(tx, 'channels', owner, id))) throw channelNotFound();
        const channel = await getFrom(tx, owner, id);
        await store.updateChannel(tx, owner, id, applyChange(channel, change));
      });
    },

    async remove(owner, id, deletion = TO_TRASH) {
      const isDeleted = await transaction(db, (tx) =>
        deleteToTrash(tx, 'channel', { owner, id, now: now() }, deletion),
      );
      if (!isDeleted) throw channelNotFound();
    },

    async assign(owner, id, { kind, id: itemId }) {
      await transaction(db, async (tx) => {
        await getFrom(tx, owner, id);
        const createdAt = await sources[kind].lock(tx, owner, itemId);
        if (createdAt === undefined) throw itemNotFound();
        const isInserted = await insertItem(tx, owner, id, { kind, id: itemId, createdAt });
        if (!isInserted) throw channelNotFound();
      });
    },

    async unassign(owner, id, item) {
      await transaction(db, async (tx) => {
        await getFrom(tx, owner, id);
        if (!(await deleteItem(tx, owner, id, item))) throw itemNotFound();
      });
    },
  };
}
