import { z } from 'zod';
import { describeFailure, type Translate } from '../../http/error-response.ts';
import type { Log } from '../../lib/log.ts';
import type { Link } from '../../resources/links/link.ts';
import { DubFailure, parseDub, toDubFailure, unprocessable } from './dub-failure.ts';
import { dubBulkChange, dubNewLink } from './dub-link.body.ts';
import { type DubLink, readLinkId } from './dub-link.view.ts';
import type { DubLinkReader } from './dub-link-reader.ts';
import type { DubLinkWriter } from './dub-links.ts';
import type { DubParts } from './dub-parts.ts';
import { assertMay, type DubRequest, type DubRoute, readList } from './dub-route.ts';

const MAX_LINKS = 100;

const newLinks = z.array(z.unknown()).min(1).max(MAX_LINKS);

const bulkUpdate = z.object({
  linkIds: z.array(z.string()).max(MAX_LINKS).nullish(),
  externalIds: z.array(z.string()).max(MAX_LINKS).nullish(),
  data: dubBulkChange,
});

interface Parts extends DubParts {
  translate: Translate;
  log: Log;
}

export function dubBulkRoutes(parts: Parts, reader: DubLinkReader, writer: DubLinkWriter): DubRoute[] {
  const { endpoints, services, translate, log } = parts;

  /** Runs the work for one link; a failure that the client can act on becomes its result. */
  async function attempt(request: DubRequest, link: unknown, work: () => Promise<unknown>): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      const failure =
        error instanceof DubFailure
          ? error
          : toDubFailure(describeFailure(error, request.admission.request.id, translate, log), true);
      // The other links would fail alike.
      if (['unauthorized', 'forbidden', 'rate_limit_exceeded', 'internal_server_error'].includes(failure.code))
        throw error;
      return { link, error: failure.message, code: failure.code };
    }
  }

  return [
    {
      method: 'POST',
      path: '/links/bulk',
      async handle(request) {
        const bodies = parseDub(newLinks, await request.readBody());
        const results: unknown[] = [];
        for (const body of bodies) {
          const create = async () => writer.create(request, parseDub(dubNewLink, body));
          results.push(await attempt(request, body, async () => reader.show(request.owner, await create())));
        }
        return results;
      },
    },
    {
      method: 'PATCH',
      path: '/links/bulk',
      async handle(request) {
        const { linkIds, externalIds, data } = parseDub(bulkUpdate, await request.readBody());
        const ids = [...(linkIds ?? []), ...(externalIds ?? []).map((id) => `ext_${id.replace(/^ext_/, '')}`)];
        if (ids.length === 0) throw unprocessable('invalid_type: linkIds: Send the IDs of the links.');
        // All are found before any is changed: the response has no place for a link that does not exist.
        const links: Link[] = [];
        for (const id of new Set(ids)) links.push(await reader.get(request.owner, id));
        const results: DubLink[] = [];
        for (const link of links) {
          await writer.change(request, link, { ...data, key: undefined, domain: undefined });
          results.push(await reader.show(request.owner, link.id));
        }
        return results;
      },
    },
    {
      method: 'DELETE',
      path: '/links/bulk',
      async handle({ admission, owner, query }) {
        const given = readList(query, 'linkIds');
        if (given.length === 0) throw unprocessable('invalid_type: linkIds: Send the IDs of the links.');
        if (given.length > MAX_LINKS) throw unprocessable(`too_big: linkIds: Send at most ${MAX_LINKS} IDs.`);
        const ids = given.flatMap((id) => readLinkId(id) ?? []);
        const own = ids.length === 0 ? [] : await services.links.findMany(owner, ids);
        if (own.length === 0) {
          assertMay(admission, 'links:write');
          return { deletedCount: 0 };
        }
        const { deleted } = await endpoints.call(admission, 'POST /api/urls/delete', {
          body: { ids: own.map(({ id }) => id) },
        });
        return { deletedCount: deleted.length };
      },
    },
  ];
}
