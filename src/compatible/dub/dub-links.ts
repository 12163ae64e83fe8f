import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { Link } from '../../resources/links/link.ts';
import { parseDub, unprocessable } from './dub-failure.ts';
import { chooseKey, type DubNewLink, dubLinkChange, dubNewLink, toOurBody } from './dub-link.body.ts';
import { readLinkId } from './dub-link.view.ts';
import { type DubLinkReader, readDubFilters } from './dub-link-reader.ts';
import { applyParameters } from './dub-link-url.ts';
import type { DubParts } from './dub-parts.ts';
import type { DubRequest, DubRoute } from './dub-route.ts';

const MAX_PAGE_SIZE = 100;
const MAX_COLLECTED = 100_000;
const KEY_TRIES = 5;

const pageField = z.coerce.number().int().min(1).max(1e9);
const pageQuery = z.object({
  page: pageField.default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
});

/** Creates and changes single links through the endpoints of our API. */
export interface DubLinkWriter {
  /** Returns the id. */
  create(request: DubRequest, body: DubNewLink): Promise<number>;
  change(request: DubRequest, link: Link, body: z.output<typeof dubLinkChange>): Promise<void>;
}

function isTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'alias_taken';
}

export function createDubLinkWriter({ endpoints }: DubParts, reader: DubLinkReader): DubLinkWriter {
  return {
    async create({ admission, owner }, body) {
      const ours = toOurBody(body, await reader.tagsOf(owner));
      for (let tries = 1; ; tries += 1) {
        const custom = chooseKey(body);
        try {
          const call = { body: { ...ours, ...(custom !== undefined && { custom }) } };
          return (await endpoints.call(admission, 'POST /api/url/add', call)).id;
        } catch (error) {
          // Only a key that was drawn at random may be drawn again.
          if (!isTaken(error) || body.key || custom === undefined || tries === KEY_TRIES) throw error;
        }
      }
    },

    async change({ admission, owner }, link, body) {
      const custom = body.key ? body.key.replace(/^\/+|\/+$/g, '') : undefined;
      const ours = toOurBody(body, await reader.tagsOf(owner), link);
      await endpoints.call(admission, 'PUT /api/url/:id/update', {
        params: { id: link.id },
        body: { ...ours, ...(custom !== undefined && custom !== link.alias && { custom }) },
      });
    },
  };
}

export function dubLinkRoutes(parts: DubParts, reader: DubLinkReader, writer: DubLinkWriter): DubRoute[] {
  const { endpoints, services } = parts;

  /** Checks that the caller may read links, and waits until all earlier clicks are counted. */
  async function admitReading({ admission }: DubRequest): Promise<void> {
    await endpoints.call(admission, 'GET /api/urls', { query: { limit: 1 } });
  }

  /** The links before or after a link, in the order of the list. */
  function cutAt(links: Link[], query: URLSearchParams, size: number): Link[] {
    const [after, before] = [query.get('startingAfter'), query.get('endingBefore')];
    const id = readLinkId(after || before || '');
    if (id === undefined) throw unprocessable('invalid_value: startingAfter: It is no ID of a link.');
    if (after) return links.filter((link) => link.id < id).slice(0, size);
    return links.filter((link) => link.id > id).slice(-size);
  }

  async function listLinks(request: DubRequest): Promise<Link[]> {
    const { owner, query } = request;
    await admitReading(request);
    const { page, pageSize } = parseDub(pageQuery, {
      page: query.get('page') || undefined,
      pageSize: query.get('pageSize') || undefined,
    });
    const filters = readDubFilters(request, await reader.tagsOf(owner));
    if (!filters) return [];
    if (query.get('startingAfter') || query.get('endingBefore'))
      return cutAt(await reader.collect(owner, filters, MAX_COLLECTED), query, pageSize);
    const { domain, search: q, tags } = filters;
    if (tags && tags.length > 1) {
      const start = (page - 1) * pageSize;
      return (await reader.collect(owner, filters, MAX_COLLECTED)).slice(start, start + pageSize);
    }
    return (await services.links.list(owner, { limit: pageSize, page }, { domain, q, tag: tags?.[0] })).rows;
  }

  async function countLinks(request: DubRequest): Promise<unknown> {
    const { owner, query } = request;
    await admitReading(request);
    const filters = readDubFilters(request, await reader.tagsOf(owner));
    const groupBy = query.get('groupBy');
    if (!groupBy && filters && (filters.tags?.length ?? 0) < 2) {
      const { domain, search: q, tags } = filters;
      return (await services.links.list(owner, { limit: 1, page: 1 }, { domain, q, tag: tags?.[0] })).total;
    }
    const found = filters ? await reader.collect(owner, filters, MAX_COLLECTED) : [];
    if (!groupBy) return found.length;
    const shown = await reader.showAll(owner, found);
    const keysOf: Record<string, (link: (typeof shown)[number]) => (string | null)[]> = {
      domain: ({ domain }) => [domain],
      userId: ({ userId }) => [userId],
      folderId: ({ folderId }) => [folderId],
      tagId: ({ tags }) => tags.map(({ id }) => id),
    };
    const keyOf = Object.hasOwn(keysOf, groupBy) ? keysOf[groupBy] : undefined;
    if (!keyOf)
      throw unprocessable(`invalid_enum_value: groupBy: It must be one of ${Object.keys(keysOf).join(', ')}.`);
    const counts = new Map<string | null, number>();
    for (const key of shown.flatMap(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1);
    return [...counts]
      .map(([key, count]) => ({ [groupBy]: key, _count: count }))
      .sort((one, other) => Number(other._count) - Number(one._count));
  }

  /** Changes the link to the same destination, or creates one. */
  async function upsert(request: DubRequest): Promise<unknown> {
    const { owner } = request;
    const body = parseDub(dubNewLink, await request.readBody());
    const url = applyParameters(body.url, body);
    const existing = URL.canParse(url) ? await services.links.findByUrl(owner, new URL(url).href) : undefined;
    if (!existing) return reader.show(owner, await writer.create(request, body));
    await writer.change(request, existing, body);
    return reader.show(owner, existing.id);
  }

  return [
    {
      method: 'GET',
      path: '/links',
      handle: async (request) => reader.showAll(request.owner, await listLinks(request)),
    },
    { method: 'GET', path: '/links/count', handle: countLinks },
    {
      method: 'GET',
      path: '/links/info',
      async handle(request) {
        await admitReading(request);
        const link = await reader.findNamed(request);
        if (!link) throw unprocessable('invalid_type: linkId: Send domain and key, or linkId.');
        return reader.show(request.owner, link.id);
      },
    },
    {
      method: 'GET',
      path: '/links/:id',
      async handle(request) {
        await admitReading(request);
        return reader.show(request.owner, (await reader.get(request.owner, request.id)).id);
      },
    },
    {
      method: 'POST',
      path: '/links',
      async handle(request) {
        const body = parseDub(dubNewLink, await request.readBody());
        return reader.show(request.owner, await writer.create(request, body));
      },
    },
    { method: 'PUT', path: '/links/upsert', handle: upsert },
    {
      method: 'PATCH',
      path: '/links/:id',
      async handle(request) {
        const link = await reader.get(request.owner, request.id);
        await writer.change(request, link, parseDub(dubLinkChange, await request.readBody()));
        return reader.show(request.owner, link.id);
      },
    },
    {
      method: 'DELETE',
      path: '/links/:id',
      async handle(request) {
        const { id } = await reader.get(request.owner, request.id);
        await endpoints.call(request.admission, 'DELETE /api/url/:id/delete', { params: { id } });
        return { id: `link_${id}` };
      },
    },
  ];
}
