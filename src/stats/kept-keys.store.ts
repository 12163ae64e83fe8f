import type { Db } from '../db/db.ts';
import { isVisited, keptKeyOf, type Subject, type VisitedNoun } from '../rollups/subject.ts';

/** What has statistics: a subject with rollups, or a channel, which has only those of its items. */
export type StatsSubject = Subject | { noun: 'channel'; id: number };

/** Lists up to `limit` ids above `after`, lowest first. */
type ListIds = (after: number, limit: number) => Promise<{ id: number }[]>;

/** The subjects of one noun whose clicks belong to a larger subject. */
interface Members {
  noun: VisitedNoun;
  listIds: ListIds;
}

// Each piece asks for the parts of this many subjects.
const KEYS_AT_ONCE = 500;

const itemNouns = { links: 'link', qr: 'qr', bio: 'bio' } as const;

function itemsOf(db: Db, channelId: number): Members[] {
  return (['links', 'qr', 'bio'] as const).map((kind) => ({
    noun: itemNouns[kind],
    listIds: (after, limit) =>
      db
        .selectFrom('channel_items')
        .select('item_id as id')
        .where('channel_id', '=', channelId)
        .where('kind', '=', kind)
        .where('item_id', '>', after)
        .orderBy('item_id')
        .limit(limit)
        .execute(),
  }));
}

function linksOf(db: Db, column: 'user_id' | 'campaign_id', id: number): Members {
  return {
    noun: 'link',
    listIds: (after, limit) =>
      db
        .selectFrom('links')
        .select('id')
        .where(column, '=', id)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}

function contentOf(db: Db, noun: 'qr' | 'bio', userId: number): Members {
  return {
    noun,
    listIds: (after, limit) =>
      db
        .selectFrom(noun === 'qr' ? 'qr_codes' : 'bio_pages')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '>', after)
        .orderBy('id')
        .limit(limit)
        .execute(),
  };
}

/** The members of a user, a campaign or a channel. */
function membersOf(db: Db, { noun, id }: StatsSubject): Members[] {
  if (noun === 'channel') return itemsOf(db, id);
  if (noun === 'campaign') return [linksOf(db, 'campaign_id', id)];
  return [linksOf(db, 'user_id', id), contentOf(db, 'qr', id), contentOf(db, 'bio', id)];
}

/** The keys of all blocks of these bio pages. */
async function listBlockKeys(db: Db, pageIds: number[]): Promise<number[]> {
  const rows = await db.selectFrom('bio_blocks').select('id').where('bio_id', 'in', pageIds).execute();
  return rows.map(({ id }) => keptKeyOf({ noun: 'block', id }));
}

function* split(keys: number[]): Generator<number[]> {
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) yield keys.slice(from, from + KEYS_AT_ONCE);
}

/** Yields the keys of the kept clicks that belong to a subject, some at a time. As in rollups, a user has the visits to all nouns. */
export async function* listKeptKeys(db: Db, subject: StatsSubject): AsyncGenerator<number[]> {
  const { noun, id } = subject;
  if (noun !== 'channel' && isVisited(noun)) {
    yield [keptKeyOf({ noun, id })];
    return;
  }
  for (const members of membersOf(db, subject)) {
    for (let after = 0; ; ) {
      const ids = (await members.listIds(after, KEYS_AT_ONCE)).map((row) => row.id);
      if (ids.length > 0) yield ids.map((memberId) => keptKeyOf({ noun: members.noun, id: memberId }));
      if (noun === 'user' && members.noun === 'bio' && ids.length > 0) yield* split(await listBlockKeys(db, ids));
      if (ids.length < KEYS_AT_ONCE) break;
      after = ids.at(-1) ?? after;
    }
  }
}
