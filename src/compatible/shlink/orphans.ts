import type { Principal } from '../../core/principal.ts';
import { mapInSteps } from '../../lib/json-steps.ts';
import { MAIN_DOMAIN, originOf } from '../../resources/domains/domain.ts';
import type { MissOfDay } from '../../resources/misses/miss.store.ts';
import type { LinkFinder } from './find-link.ts';
import { showPage, sliceOf } from './pagination.ts';
import { json, type ShlinkHandler, type ShlinkParts } from './shlink-parts.ts';
import { afterDate } from './short-urls.ts';
import { showOrphan } from './visit.view.ts';

/** Requests for aliases that do not exist, which Shlink calls orphan visits. */
export interface Orphans {
  count(caller: Principal): Promise<number>;
  list: ShlinkHandler;
  remove: ShlinkHandler;
}

const types = ['base_url', 'invalid_short_url', 'regular_404'] as const;
const DOMAINS_AT_ONCE = 1_000;

function sumOf(misses: MissOfDay[]): number {
  return misses.reduce((sum, { count }) => sum + count, 0);
}

/** The misses of a page, each as often as it is on the page. */
function* pick(misses: MissOfDay[], { offset, limit }: { offset: number; limit: number }): Generator<MissOfDay> {
  let place = 0;
  for (const miss of misses) {
    const first = Math.max(place, offset);
    const end = Math.min(place + miss.count, offset + limit);
    for (let index = first; index < end; index += 1) yield miss;
    place += miss.count;
  }
}

export function createOrphans({ services, baseUrl }: ShlinkParts, finder: LinkFinder): Orphans {
  const { domains, misses } = services;

  /** The origins of the domains whose misses the caller may read, by id; those of the main host are for administrators. */
  async function readOrigins({ workspaceId, isAdmin }: Principal): Promise<Map<number, string>> {
    const origins = new Map<number, string>(isAdmin ? [[MAIN_DOMAIN, baseUrl]] : []);
    for (let page = 1; ; page += 1) {
      const { rows } = await domains.list(workspaceId, { page, limit: DOMAINS_AT_ONCE }, undefined);
      for (const domain of rows) origins.set(domain.id, originOf(domain));
      if (rows.length < DOMAINS_AT_ONCE) return origins;
    }
  }

  return {
    count: async (caller) => sumOf(await misses.listDays([...(await readOrigins(caller)).keys()])),

    list: ({ query, act }) =>
      act('GET /api/domains', async (caller) => {
        const page = query.page();
        const type = query.oneOf('type', types) ?? 'invalid_short_url';
        const [from = 0, end = Number.MAX_SAFE_INTEGER] = [query.date('startDate'), afterDate(query.date('endDate'))];
        const domain = query.text('domain');
        const only = domain && (await finder.findDomain(caller.workspaceId, finder.readDomain(domain)));
        const origins = await readOrigins(caller);
        const ids = [...origins.keys()].filter((id) => domain === undefined || id === only);
        const all = type === 'invalid_short_url' ? await misses.listDays(ids) : [];
        const found = all.filter(({ lastAt }) => lastAt >= from && lastAt < end);
        const picked = pick(found, sliceOf(page));
        const shown = await mapInSteps(picked, (miss) => showOrphan(miss, origins.get(miss.domainId) ?? baseUrl));
        return json({ visits: showPage(shown, sumOf(found), page) });
      }),

    remove: ({ act }) =>
      act('PUT /api/domain/:id/update', async (caller) => {
        const ids = [...(await readOrigins(caller)).keys()];
        return json({ deletedVisits: await misses.erase(caller.workspaceId, ids) });
      }),
  };
}
