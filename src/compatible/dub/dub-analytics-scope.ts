import type { Link } from '../../resources/links/link.ts';
import { type DubLinkReader, readDubFilters } from './dub-link-reader.ts';
import type { DubParts } from './dub-parts.ts';
import type { DubRequest } from './dub-route.ts';

/** Statistics of several links are added up one by one. */
const MAX_LINKS = 5_000;
const MAX_ADDED = 500;

/** Which clicks analytics are about: those of everything the owner has, or those of some links. */
export type AnalyticsScope = { kind: 'all' } | { kind: 'links'; links: Link[] };

/** The statistics of an owner also contain visits to bio pages and deleted links, so links are added up if they are few. */
async function readEverything(links: DubParts['services']['links'], owner: number): Promise<AnalyticsScope> {
  const { rows } = await links.list(owner, { limit: MAX_ADDED + 1, page: 1 }, { order: 'click' });
  const clicked = rows.filter(({ clicks }) => clicks > 0);
  return clicked.length > MAX_ADDED ? { kind: 'all' } : { kind: 'links', links: clicked };
}

/** Reads which links a request is about. */
export async function readScope(
  { services }: DubParts,
  reader: DubLinkReader,
  request: DubRequest,
): Promise<AnalyticsScope> {
  const { owner, query } = request;
  const named = await reader.findNamed(request);
  if (named) return { kind: 'links', links: [named] };
  const filters = readDubFilters(request, await reader.tagsOf(owner));
  if (!filters || query.get('root') === 'true') return { kind: 'links', links: [] };
  const url = query.get('url');
  if (url) {
    const found = URL.canParse(url) ? await services.links.findByUrl(owner, new URL(url).href) : undefined;
    return { kind: 'links', links: found ? [found] : [] };
  }
  if (!filters.domain && !filters.tags) return readEverything(services.links, owner);
  return { kind: 'links', links: await reader.collect(owner, filters, MAX_LINKS) };
}

/** The links that the scope is about, with the most clicks first. */
export async function listScopeLinks(
  { services }: DubParts,
  scope: AnalyticsScope,
  owner: number,
  limit: number,
): Promise<Link[]> {
  if (scope.kind === 'links') return scope.links.toSorted((one, other) => other.clicks - one.clicks);
  const { rows } = await services.links.list(owner, { limit, page: 1 }, { order: 'click' });
  return rows;
}
