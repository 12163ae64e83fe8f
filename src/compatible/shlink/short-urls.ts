import { ALIAS } from '../../core/alias.ts';
import { AppError } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import { statusChanger } from '../../http/published-fields.ts';
import { makeCode } from '../../lib/short-code.ts';
import { aliasTaken, type Link, linkNotFound } from '../../resources/links/link.ts';
import { findTagsInOrder } from '../../resources/links/link-tag.store.ts';
import { createLinkFinder } from './find-link.ts';
import { showPage, sliceOf } from './pagination.ts';
import { invalidData, slugTaken } from './problem.ts';
import type { ShlinkQuery } from './read-request.ts';
import { assertOpen, readRedirectRules, showRedirectRules } from './rules.ts';
import { empty, json, type ShlinkCall, type ShlinkHandler, type ShlinkParts } from './shlink-parts.ts';
import { normalizeTag, readNewShortUrl, readShortUrlChange, type ShortUrlRequest } from './short-url.body.ts';
import {
  findMatchingLinks,
  type ShortUrlFilters,
  type ShortUrlOrder,
  searchLinks,
  shortUrlOrders,
  type TagFilter,
} from './short-url.store.ts';
import { showShortUrls } from './short-url.view.ts';

const ITEMS_PER_PAGE = 10;
const SECOND_MS = 1_000;
const CODE_TRIES = 10;
const DEFAULT_CODE_LENGTH = 7;

/** The handlers of `/short-urls`, except those of visits. */
export interface ShortUrlHandlers {
  list: ShlinkHandler;
  create: ShlinkHandler;
  /** Creates a short URL by one GET request. */
  shorten: ShlinkHandler;
  read: ShlinkHandler;
  change: ShlinkHandler;
  remove: ShlinkHandler;
  readRules: ShlinkHandler;
  replaceRules: ShlinkHandler;
}

function readOrder(query: ShlinkQuery): ShortUrlFilters['order'] {
  const [field, direction = 'ASC', ...rest] = (query.text('orderBy') ?? 'dateCreated-DESC').split('-');
  const by = shortUrlOrders.find((order): order is ShortUrlOrder => order === field);
  if (!by || rest.length > 0 || !['ASC', 'DESC'].includes(direction)) throw invalidData(['orderBy']);
  return { by, direction: direction === 'ASC' ? 'asc' : 'desc' };
}

/** Tags are stored in Shlink's form, unless they were renamed or come from elsewhere. */
function readTagFilter(query: ShlinkQuery, list: string, mode: string): TagFilter {
  const tags = query.list(list).map((tag) => [...new Set([tag, normalizeTag(tag)])]);
  return { tags, mode: query.oneOf(mode, ['any', 'all']) ?? 'any' };
}

/** The end of a range; times in requests have no milliseconds. */
export function afterDate(date: number | undefined): number | undefined {
  return date === undefined ? undefined : date + SECOND_MS;
}

export function createShortUrlHandlers(parts: ShlinkParts): ShortUrlHandlers {
  const { services, database, baseUrl, endpoints, waitForClicks, now } = parts;
  const { links } = services;
  const { db, readDb } = database;
  const finder = createLinkFinder(parts);
  const mainHost = new URL(baseUrl).host;

  function getLink({ name, query }: ShlinkCall, { workspaceId }: Principal): Promise<Link> {
    return finder.getLink(workspaceId, name, finder.readDomain(query.text('domain')));
  }

  async function show(owner: number, id: number) {
    await waitForClicks();
    const link = await links.getLink(owner, id);
    const [view] = await showShortUrls(db, [link], links.readShortUrls);
    if (!view) throw linkNotFound();
    return view;
  }

  async function readFilters(owner: number, query: ShlinkQuery): Promise<ShortUrlFilters | undefined> {
    const domain = query.text('domain');
    const domainId = domain === undefined ? undefined : await finder.findDomain(owner, finder.readDomain(domain));
    const filters = {
      searchTerm: query.text('searchTerm'),
      tags: readTagFilter(query, 'tags', 'tagsMode'),
      excludedTags: readTagFilter(query, 'excludeTags', 'excludeTagsMode'),
      from: query.date('startDate'),
      end: afterDate(query.date('endDate')),
      withoutLimitReached: query.flag('excludeMaxVisitsReached'),
      expiredBefore: query.flag('excludePastValidUntil') ? now() : undefined,
      domainId,
      keyName: query.text('apiKeyName'),
      order: readOrder(query),
    };
    return domain !== undefined && domainId === undefined ? undefined : filters;
  }

  async function findExisting(owner: number, { link, slug, prefix }: ShortUrlRequest): Promise<Link | undefined> {
    const domain = link.domain ?? null;
    const domainId = domain === null ? undefined : await finder.findDomain(owner, domain);
    if (domain !== null && domainId === undefined) return undefined;
    const found = await findMatchingLinks(db, owner, {
      url: link.url,
      alias: slug === undefined ? undefined : prefix + slug,
      domainId,
      maxClicks: link.max_clicks ?? undefined,
      startsAt: link.starts ?? undefined,
      expiresAt: link.expiry ?? undefined,
    });
    const wanted = link.tags ?? [];
    if (wanted.length === 0) return found[0];
    const tagsOf = await findTagsInOrder(
      db,
      found.map(({ id }) => id),
    );
    return found.find(({ id }) => {
      const tags = tagsOf.get(id) ?? [];
      return tags.length === wanted.length && wanted.every((tag) => tags.includes(tag));
    });
  }

  /** Stores a link under random codes with the wanted prefix and length until one is free. */
  async function createUnderCode(caller: Principal, { link, prefix, codeLength }: ShortUrlRequest) {
    const length = codeLength ?? DEFAULT_CODE_LENGTH;
    if (!ALIAS.test(prefix + makeCode(length))) throw invalidData(['pathPrefix']);
    for (let tries = 1; ; tries += 1) {
      try {
        return await links.create(caller.workspaceId, { ...link, custom: prefix + makeCode(length) }, caller);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== aliasTaken.code || tries === CODE_TRIES) throw error;
      }
    }
  }

  async function createLink(caller: Principal, request: ShortUrlRequest): Promise<{ id: number }> {
    const { link, slug, prefix, codeLength } = request;
    if (slug === undefined && (prefix !== '' || codeLength !== undefined)) return createUnderCode(caller, request);
    try {
      return await links.create(caller.workspaceId, link, caller);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === aliasTaken.code && slug !== undefined;
      throw isTaken ? slugTaken(prefix + slug, link.domain ?? null) : error;
    }
  }

  function createFrom(call: ShlinkCall, body: Record<string, unknown>) {
    return call.act('POST /api/url/add', async (caller) => {
      const { domain } = body;
      if (domain !== undefined && domain !== null && typeof domain !== 'string') throw invalidData(['domain']);
      const request = readNewShortUrl(body, finder.readDomain(domain?.trim()));
      const owner = caller.workspaceId;
      const existing = request.isExistingWanted ? await findExisting(owner, request) : undefined;
      const { id } = existing ?? (await createLink(caller, request));
      return show(owner, id);
    });
  }

  return {
    list: ({ query, act }) =>
      act('GET /api/urls', async ({ workspaceId: owner }) => {
        const page = query.page(ITEMS_PER_PAGE);
        const filters = await readFilters(owner, query);
        await waitForClicks();
        const { links: found, total } = filters
          ? await searchLinks(readDb, { owner, filters, mainHost }, sliceOf(page))
          : { links: [], total: 0 };
        return json({ shortUrls: showPage(await showShortUrls(readDb, found, links.readShortUrls), total, page) });
      }),

    create: async (call) => json(await createFrom(call, await call.readBody())),

    async shorten(call) {
      const { query, exchange } = call;
      const shortUrl = await createFrom(call, { longUrl: query.text('longUrl') });
      const accepted = exchange.raw.headers.get('Accept')?.split(',')[0] ?? '';
      const format = query.text('format')?.toLowerCase();
      const isText = format === undefined ? accepted.includes('text/plain') : format === 'txt';
      if (!isText) return json(shortUrl);
      return new Response(shortUrl.shortUrl, { headers: { 'Content-Type': 'text/plain' } });
    },

    read: (call) =>
      call.act('GET /api/url/:id', async (caller) => {
        const { id } = await getLink(call, caller);
        return json(await show(caller.workspaceId, id));
      }),

    async change(call) {
      const change = readShortUrlChange(await call.readBody());
      return call.act('PUT /api/url/:id/update', async (caller) => {
        const owner = caller.workspaceId;
        const { id } = await getLink(call, caller);
        await links.update(owner, id, change, statusChanger(caller, owner));
        return json(await show(owner, id));
      });
    },

    remove: (call) =>
      call.act('DELETE /api/url/:id/delete', async (caller) => {
        const { id } = await getLink(call, caller);
        await endpoints.call(call.admission, 'DELETE /api/url/:id/delete', { params: { id }, query: {} });
        return empty();
      }),

    readRules: (call) =>
      call.act('GET /api/url/:id', async (caller) => {
        const link = await getLink(call, caller);
        assertOpen(link);
        return json(showRedirectRules(link));
      }),

    replaceRules: (call) =>
      call.act('PUT /api/url/:id/update', async (caller) => {
        const owner = caller.workspaceId;
        const { id } = await getLink(call, caller);
        await links.update(owner, id, readRedirectRules(await call.readBody()), statusChanger(caller, owner));
        return json(showRedirectRules(await links.getLink(owner, id)));
      }),
  };
}
