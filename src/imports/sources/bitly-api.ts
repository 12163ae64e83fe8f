import type { SourceClient } from '../source.ts';
import { sourceRefused, sourceUnavailable } from '../source-failures.ts';
import { countIn, type JsonObject, objectIn, objectsIn, textIn } from './json-fields.ts';

/** Clicks on one day of UTC. */
export interface BitlyDay {
  start: number;
  clicks: number;
}

/** The dimensions for which Bitly reports totals. */
export const bitlyFacets = { country: 'countries', referrer: 'referrers', device: 'devices' } as const;

export type BitlyFacet = keyof typeof bitlyFacets;

/** The part of Bitly's API that an import needs. */
export interface BitlyApi {
  listGroups(): Promise<string[]>;
  /** A page of a group's links; `after` is '' for the first one, and `next` is '' for the last one. */
  listBitlinks(group: string, after: string): Promise<{ links: JsonObject[]; next: string }>;
  /** The days with clicks, oldest first. */
  listDays(id: string): Promise<BitlyDay[]>;
  readTotal(id: string): Promise<number>;
  /** Clicks by value; empty if the plan does not include them. */
  readFacet(id: string, facet: BitlyFacet): Promise<Record<string, number>>;
}

const LINKS_PER_PAGE = 100;
const VALUES = 250;
const ALL_DAYS = 'unit=day&units=-1';
// Some metrics belong to larger plans, and a link may be deleted meanwhile.
const WITHOUT_METRICS = [402, 403, 404, 410];

/** Reads a time such as `2020-02-03T12:06:17+0000`, which has no colon in its offset. */
export function parseBitlyDate(text: string): number | undefined {
  const ms = Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(ms) ? undefined : ms;
}

const DAY_MS = 86_400_000;

export function createBitlyApi(root: string, key: string, client: SourceClient): BitlyApi {
  const base = `${root.replace(/\/v4$/, '')}/v4`;
  const { host } = new URL(root);
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
  let isKnown = false;

  function get(path: string, expected: number[] = []): Promise<unknown> {
    return client.getJson(base + path, { headers, expected });
  }

  /** The list in a response. At first, something else means that this is not Bitly; later, that something is in its way. */
  function readList(response: unknown, name: string): JsonObject[] {
    const list = objectsIn(response, name);
    const problem = 'the response is not one of Bitly';
    if (!list) throw isKnown ? sourceUnavailable({ host, problem }) : sourceRefused({ host, problem });
    isKnown = true;
    return list;
  }

  const pathOf = (id: string) => `/bitlinks/${id.split('/').map(encodeURIComponent).join('/')}`;

  return {
    async listGroups() {
      const groups = readList(await get('/groups'), 'groups');
      return groups.map((group) => textIn(group, 'guid')).filter((guid) => guid !== '');
    },

    async listBitlinks(group, after) {
      const query = new URLSearchParams({
        size: String(LINKS_PER_PAGE),
        archived: 'both',
        ...(after && { search_after: after }),
      });
      const response = await get(`/groups/${encodeURIComponent(group)}/bitlinks?${query}`);
      const links = readList(response, 'links');
      return { links, next: links.length === 0 ? '' : textIn(objectIn(response, 'pagination'), 'search_after') };
    },

    async listDays(id) {
      const response = await get(`${pathOf(id)}/clicks?${ALL_DAYS}`, WITHOUT_METRICS);
      const days = (objectsIn(response, 'link_clicks') ?? []).map((day) => ({
        start: Math.floor((parseBitlyDate(textIn(day, 'date')) ?? 0) / DAY_MS) * DAY_MS,
        clicks: countIn(day, 'clicks'),
      }));
      return days.filter(({ start, clicks }) => start > 0 && clicks > 0).sort((one, other) => one.start - other.start);
    },

    async readTotal(id) {
      const response = await get(`${pathOf(id)}/clicks/summary?${ALL_DAYS}`, WITHOUT_METRICS);
      return countIn(objectIn({ response }, 'response'), 'total_clicks');
    },

    async readFacet(id, facet) {
      const path = `${pathOf(id)}/${bitlyFacets[facet]}?${ALL_DAYS}&size=${VALUES}`;
      const metrics = objectsIn(await get(path, WITHOUT_METRICS), 'metrics') ?? [];
      const counts: Record<string, number> = Object.create(null);
      for (const metric of metrics) {
        const value = textIn(metric, 'value') || textIn(metric, 'device_type');
        const clicks = countIn(metric, 'clicks');
        if (value !== '' && clicks > 0) counts[value] = (counts[value] ?? 0) + clicks;
      }
      return counts;
    },
  };
}
