import type { Principal } from '../../core/principal.ts';
import { mapInSteps } from '../../lib/json-steps.ts';
import { createThreadYield } from '../../lib/thread-yield.ts';
import { dimensions } from '../../rollups/dimension.ts';
import { WordTextCache } from '../../stats/word-text-cache.ts';
import { createLinkFinder } from './find-link.ts';
import { createOrphans } from './orphans.ts';
import { showPage, sliceOf } from './pagination.ts';
import { tagNotFound, unknownDomain } from './problem.ts';
import { json, type ShlinkCall, type ShlinkHandler, type ShlinkParts } from './shlink-parts.ts';
import { readBots, sumVisits } from './short-url.store.ts';
import { showSummary } from './short-url.view.ts';
import { afterDate } from './short-urls.ts';
import type { VisitedLinks } from './visit.store.ts';
import { showVisit } from './visit.view.ts';
import { listVisits, type PagedVisit } from './visit-list.ts';

/** The handlers of all lists of visits. */
export interface VisitHandlers {
  /** The sums of all visits. */
  overview: ShlinkHandler;
  ofShortUrl: ShlinkHandler;
  ofTag: ShlinkHandler;
  ofDomain: ShlinkHandler;
  nonOrphan: ShlinkHandler;
  orphan: ShlinkHandler;
  removeOfShortUrl: ShlinkHandler;
  removeOrphan: ShlinkHandler;
}

const LINKS_AT_ONCE = 100;

export function createVisitHandlers(parts: ShlinkParts): VisitHandlers {
  const { services, database, waitForClicks } = parts;
  const { links } = services;
  const { db } = database;
  const finder = createLinkFinder(parts);
  const orphans = createOrphans(parts, finder);
  const texts = new WordTextCache(db);

  function getLink({ name, query }: ShlinkCall, { workspaceId }: Principal) {
    return finder.getLink(workspaceId, name, finder.readDomain(query.text('domain')));
  }

  /** The short URLs of the links of these visits, by the id of the link. */
  async function readUrls(owner: number, visits: PagedVisit[]): Promise<Map<number, string>> {
    const ids = [...new Set(visits.map(({ linkId }) => linkId))];
    const urls = new Map<number, string>();
    const yieldThread = createThreadYield();
    for (let start = 0; start < ids.length; start += LINKS_AT_ONCE) {
      const some = await links.findMany(owner, ids.slice(start, start + LINKS_AT_ONCE));
      const urlOf = await links.readShortUrls(some);
      for (const link of some) urls.set(link.id, urlOf(link));
      await yieldThread();
    }
    return urls;
  }

  async function showVisits({ query }: ShlinkCall, visited: VisitedLinks | undefined): Promise<Response> {
    const page = query.page();
    const [from, end] = [query.date('startDate'), afterDate(query.date('endDate'))];
    const isWithoutBots = query.flag('excludeBots');
    await waitForClicks();
    const { visits, total } = visited
      ? await listVisits(db, { links: visited, from, end, isWithoutBots }, sliceOf(page))
      : { visits: [], total: 0 };
    const wordIds = new Set<number>();
    await mapInSteps(visits, ({ click }) => {
      for (const dimension of dimensions) wordIds.add(click[dimension]);
    });
    const words = await texts.read([...wordIds]);
    const urls = await readUrls(visited?.owner ?? 0, visits);
    const shown = await mapInSteps(visits, (visit) => showVisit(visit, words, urls.get(visit.linkId) ?? ''));
    return json({ visits: showPage(shown, total, page) });
  }

  /** The owner's links on the domain of the query, if it names one; undefined if there is no such domain. */
  async function onDomain({ query }: ShlinkCall, owner: number): Promise<VisitedLinks | undefined> {
    const domain = query.text('domain');
    if (domain === undefined) return { owner };
    const domainId = await finder.findDomain(owner, finder.readDomain(domain));
    return domainId === undefined ? undefined : { owner, domainId };
  }

  return {
    overview: ({ act }) =>
      act('GET /api/stats', async (caller) => {
        await waitForClicks();
        const { people, bots } = await sumVisits(db, caller.workspaceId);
        const missed = await orphans.count(caller);
        return json({ visits: { nonOrphanVisits: showSummary(people, bots), orphanVisits: showSummary(missed, 0) } });
      }),

    ofShortUrl: (call) =>
      call.act('GET /api/url/:id/clicks', async (caller) => {
        const { id: linkId } = await getLink(call, caller);
        return showVisits(call, { owner: caller.workspaceId, linkId });
      }),

    ofTag: (call) =>
      call.act('GET /api/stats', async ({ workspaceId: owner }) => {
        const { name: tag } = call;
        if ((await links.findLinksWithTag(owner, tag)).length === 0) throw tagNotFound(tag);
        const visited = await onDomain(call, owner);
        return showVisits(call, visited && { ...visited, tag });
      }),

    ofDomain: (call) =>
      call.act('GET /api/stats', async ({ workspaceId: owner }) => {
        const domainId = await finder.findDomain(owner, finder.readDomain(call.name));
        if (domainId === undefined) throw unknownDomain(call.name);
        return showVisits(call, { owner, domainId });
      }),

    nonOrphan: (call) =>
      call.act('GET /api/stats', async ({ workspaceId }) => showVisits(call, await onDomain(call, workspaceId))),

    orphan: orphans.list,
    removeOrphan: orphans.remove,

    removeOfShortUrl: (call) =>
      call.act('PUT /api/url/:id/update', async (caller) => {
        const owner = caller.workspaceId;
        const { id } = await getLink(call, caller);
        await waitForClicks();
        const link = await links.getLink(owner, id);
        const bots = (await readBots(db, [id])).get(id) ?? 0;
        await links.eraseClicks(owner, id);
        return json({ deletedVisits: link.clicks + bots });
      }),
  };
}
