import type { AuditedFields } from '../../core/audit.ts';
import { changeField } from '../../core/change-field.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import { offsetOf } from '../../core/paging.ts';
import { type Deletion, TO_TRASH } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { lockOwned } from '../../db/owned.ts';
import { recordChanges, recordCreate, recordDelete, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { deleteToTrash } from '../../db/trash.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { ChannelChange, ChannelFilters, NewChannel } from './channel.contract.ts';
import type { ChannelContent, ItemSources } from './channel.items.ts';
import * as store from './channel.store.ts';
import { type Channel, channelNotFound, DEFAULT_COLOR, type ItemKind, type ItemName, itemNotFound } from './channel.ts';
import { deleteItem, insertItem, listChannelsOf, listItems } from './channel-item.store.ts';

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

function subject(workspace: number, id: number) {
  return { workspace, noun: 'channel', id } as const;
}

function auditedFields({ name, description, color, isStarred }: store.ChannelRecord): AuditedFields {
  return { name, description, color, starred: isStarred };
}

/** The log of a channel shows its items; the history of a link also shows its channels. */
async function recordItem(
  tx: Db,
  { owner, id }: { owner: number; id: number },
  { kind, id: itemId }: ItemName,
  action: 'assign' | 'unassign',
): Promise<void> {
  const isIn = action === 'assign';
  const changeOf = (value: number) => (isIn ? { old: null, new: value } : { old: value, new: null });
  const ofChannel = { ...subject(owner, id), action, changes: { [kind]: changeOf(itemId) } };
  const ofLink = {
    workspace: owner,
    noun: 'url',
    id: itemId,
    action: 'update',
    changes: { channel: changeOf(id) },
  } as const;
  await recordChanges(tx, kind === 'links' ? [ofChannel, ofLink] : [ofChannel]);
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
      const id = await transaction(db, async (tx) => {
        const made = await store.insertChannel(tx, owner, channel, now());
        await recordCreate(tx, subject(owner, made), auditedFields(channel));
        return made;
      });
      return { id, ...channel };
    },

    async update(owner, id, change) {
      await transaction(db, async (tx) => {
        if (!(await lockOwned(tx, 'channels', owner, id))) throw channelNotFound();
        const channel = await getFrom(tx, owner, id);
        const after = applyChange(channel, change);
        await store.updateChannel(tx, owner, id, after);
        await recordUpdate(tx, subject(owner, id), auditedFields(channel), auditedFields(after));
      });
    },

    async remove(owner, id, deletion = TO_TRASH) {
      await transaction(db, async (tx) => {
        const found = await getFrom(tx, owner, id);
        if (!(await deleteToTrash(tx, 'channel', { owner, id, now: now() }, deletion))) throw channelNotFound();
        await recordDelete(tx, subject(owner, id), auditedFields(found));
      });
    },

    async assign(owner, id, { kind, id: itemId }) {
      await transaction(db, async (tx) => {
        await getFrom(tx, owner, id);
        const createdAt = await sources[kind].lock(tx, owner, itemId);
        if (createdAt === undefined) throw itemNotFound();
        const isInside = (await listChannelsOf(tx, { kind, id: itemId })).includes(id);
        const isInserted = await insertItem(tx, owner, id, { kind, id: itemId, createdAt });
        if (!isInserted) throw channelNotFound();
        if (!isInside) await recordItem(tx, { owner, id }, { kind, id: itemId }, 'assign');
      });
    },

    async unassign(owner, id, item) {
      await transaction(db, async (tx) => {
        await getFrom(tx, owner, id);
        // Locked before the channel, as where it is assigned: recording the change locks it too.
        await sources[item.kind].lock(tx, owner, item.id);
        if (!(await deleteItem(tx, owner, id, item))) throw itemNotFound();
        await recordItem(tx, { owner, id }, item, 'unassign');
      });
    },
  };
}
