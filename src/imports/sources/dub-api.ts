import type { SourceClient } from '../source.ts';
import { sourceRefused, sourceUnavailable } from '../source-failures.ts';
import { dateIn, isObject, type JsonObject } from './json-fields.ts';

/** A click of Dub's API. */
export interface DubEvent {
  at: number;
  json: JsonObject;
}

/** The part of Dub's API that an import needs. */
export interface DubApi {
  listLinks(page: number): Promise<JsonObject[]>;
  /** A page of clicks since `from`, oldest first; undefined if the plan does not include single clicks. */
  listEvents(linkId: string, range: { from: number; page: number }): Promise<DubEvent[] | undefined>;
}

export const LINKS_PER_PAGE = 100;
export const EVENTS_PER_PAGE = 1_000;

// Single clicks belong to larger plans.
const NOT_IN_PLAN = [402, 403, 404];

export function createDubApi(url: string, key: string, client: SourceClient): DubApi {
  const { host } = new URL(url);
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' };
  let base: string | undefined;
  let isKnown = false;

  /** On a Signpost, which is compatible with Dub, the API is below `/dub`. */
  async function findBase(): Promise<string> {
    const { status } = await client.get(`${url}/links?pageSize=1`, { headers, expected: [404] });
    return status === 404 ? `${url}/dub` : url;
  }

  async function get(path: string, query: Record<string, string>, expected: number[] = []): Promise<unknown> {
    base ??= await findBase();
    return client.getJson(`${base}${path}?${new URLSearchParams(query)}`, { headers, expected });
  }

  return {
    async listLinks(page) {
      const query = { page: String(page), pageSize: String(LINKS_PER_PAGE), showArchived: 'true', withTags: 'true' };
      const response = await get('/links', query);
      const problem = 'the response is not one of Dub';
      if (!Array.isArray(response))
        throw isKnown ? sourceUnavailable({ host, problem }) : sourceRefused({ host, problem });
      isKnown = true;
      return response.filter(isObject);
    },

    async listEvents(linkId, { from, page }) {
      const time: Record<string, string> = from > 0 ? { start: new Date(from).toISOString() } : { interval: 'all' };
      const order = { sortBy: 'timestamp', sortOrder: 'asc', order: 'asc' };
      const query = { event: 'clicks', linkId, ...time, ...order, page: String(page), limit: String(EVENTS_PER_PAGE) };
      const response = await get('/events', query, NOT_IN_PLAN);
      if (!Array.isArray(response)) return undefined;
      const events = response.filter(isObject).map((json) => ({ at: dateIn(json, 'timestamp') ?? 0, json }));
      return events.filter(({ at }) => at > 0).sort((one, other) => one.at - other.at);
    },
  };
}
