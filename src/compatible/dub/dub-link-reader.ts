import { createThreadYield } from '../../lib/thread-yield.ts';
import type { Link } from '../../resources/links/link.ts';
import { notFound, unprocessable } from './dub-failure.ts';
import { type DubLink, readLinkId, toDubLink } from './dub-link.view.ts';
import type { DubParts } from './dub-parts.ts';
import { type DubRequest, readList } from './dub-route.ts';
import { listSavedTags } from './dub-tag.store.ts';
import { TagNames } from './dub-tag.ts';

/** Finds and shows the links of a caller, who must already be allowed to read them. */
export interface DubLinkReader {
  tagsOf(owner: number): Promise<TagNames>;
  /** The link with this id; throws if the owner has no such link. */
  get(owner: number, id: string): Promise<Link>;
  /** The link that `linkId`, `externalId`, or `domain` and `key` name; undefined if none is named. Throws if it does not exist. */
  findNamed(request: DubRequest): Promise<Link | undefined>;
  show(owner: number, id: number): Promise<DubLink>;
  showAll(owner: number, links: Link[]): Promise<DubLink[]>;
  /** All links that match a list's query, newest first; throws if there are more than the limit. */
  collect(owner: number, filters: DubFilters, limit: number): Promise<Link[]>;
}

/** The filters of a list. A link needs one of the tags; `tags` undefined means any link. */
export interface DubFilters {
  domain?: string | undefined;
  search?: string | undefined;
  tags?: string[] | undefined;
}

// They take a few milliseconds, in which the thread serves nothing else.
const ROWS_AT_ONCE = 100;

export function createDubLinkReader({ services, config: { baseUrl }, db }: DubParts): DubLinkReader {
  const { links } = services;

  const tagsOf = async (owner: number) => new TagNames(await listSavedTags(db, owner));

  async function get(owner: number, id: string): Promise<Link> {
    const number = readLinkId(id);
    const [found] = number === undefined ? [] : await links.findMany(owner, [number]);
    if (!found) throw notFound('Link');
    return found;
  }

  async function findByKey(owner: number, domain: string, key: string): Promise<Link> {
    const short = `${domain}/${key.replace(/^\/+/, '')}`;
    const { rows } = await links.list(owner, { limit: 1, page: 1 }, { short });
    if (!rows[0]) throw notFound('Link');
    return rows[0];
  }

  async function readAll(owner: number, filters: Parameters<typeof links.list>[2], limit: number): Promise<Link[]> {
    const found: Link[] = [];
    const yieldThread = createThreadYield();
    for (let page = 1; ; page += 1) {
      await yieldThread();
      const { rows, total } = await links.list(owner, { limit: ROWS_AT_ONCE, page }, filters);
      if (total > limit) throw unprocessable(`More than ${limit} links match. Filter for fewer of them.`);
      found.push(...rows);
      if (rows.length < ROWS_AT_ONCE) return found;
    }
  }

  return {
    tagsOf,
    get,

    async findNamed({ owner, query }) {
      const [linkId, externalId, key] = ['linkId', 'externalId', 'key'].map((name) => query.get(name) || undefined);
      // No link has one: bodies with an external ID are refused.
      if (externalId !== undefined) throw notFound('Link');
      if (linkId !== undefined) return get(owner, linkId);
      if (key === undefined) return undefined;
      return findByKey(owner, query.get('domain') || new URL(baseUrl).host, key);
    },

    async show(owner, id) {
      const { link, extras } = await links.get(owner, id);
      const shortUrl = (await links.readShortUrls([link]))(link);
      return toDubLink(link, { shortUrl, tags: extras.tags, tagNames: await tagsOf(owner), baseUrl });
    },

    async showAll(owner, found) {
      const shortUrlOf = await links.readShortUrls(found);
      const tagNames = await tagsOf(owner);
      const yieldThread = createThreadYield();
      const shown: DubLink[] = [];
      for (let start = 0; start < found.length; start += ROWS_AT_ONCE) {
        const some = found.slice(start, start + ROWS_AT_ONCE);
        const extrasOf = await links.readListedExtras(some);
        for (const link of some)
          shown.push(toDubLink(link, { shortUrl: shortUrlOf(link), tags: extrasOf(link).tags, tagNames, baseUrl }));
        await yieldThread();
      }
      return shown;
    },

    async collect(owner, { domain, search: q, tags }, limit) {
      if (tags === undefined) return readAll(owner, { domain, q }, limit);
      const byId = new Map<number, Link>();
      for (const tag of tags)
        for (const link of await readAll(owner, { domain, q, tag }, limit)) byId.set(link.id, link);
      return [...byId.values()].sort((one, other) => other.id - one.id);
    },
  };
}

// What no link of this server has: a filter for it matches nothing.
const NEVER_SET = [
  'tenantId',
  'folderId',
  'folderIds',
  'partnerId',
  'programId',
  'customerId',
  'groupId',
  'externalId',
];

/** The filters of a query; undefined if no link can match. */
export function readDubFilters({ owner, query }: DubRequest, tagNames: TagNames): DubFilters | undefined {
  if (NEVER_SET.some((name) => query.get(name))) return undefined;
  const userId = query.get('userId');
  if (userId && userId !== String(owner)) return undefined;
  const ids = readList(query, 'tagIds', 'tagId');
  const named = [...ids.flatMap((id) => tagNames.nameOf(id) ?? []), ...readList(query, 'tagNames')];
  const isByTag = ids.length > 0 || query.get('tagNames');
  if (isByTag && named.length === 0) return undefined;
  return {
    domain: query.get('domain') || undefined,
    search: query.get('search')?.slice(0, 255) || undefined,
    tags: isByTag ? [...new Set(named)] : undefined,
  };
}
