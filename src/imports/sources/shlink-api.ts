import type { SourceClient } from '../source.ts';
import { sourceRefused, sourceUnavailable } from '../source-failures.ts';
import { dateIn, isObject, type JsonObject, objectIn, objectsIn } from './json-fields.ts';
import type { VisitPage, VisitRange } from './oldest-first.ts';

/** A visit of Shlink's API. */
export interface ShlinkVisit {
  at: number;
  json: JsonObject;
}

/** Which short URLs a page is of. */
export interface ShortUrlRange {
  page: number;
  from?: number | undefined;
}

/** The part of Shlink's API that an import needs. */
export interface ShlinkApi {
  /** Short URLs by date of creation, oldest first. */
  listShortUrls(range: ShortUrlRange): Promise<{ shortUrls: JsonObject[]; pages: number }>;
  /** The rules, or the refusal of a server that has none, or has some that Shlink does not know. */
  readRules(code: string, domain: string | null): Promise<unknown>;
  listVisits(code: string, domain: string | null, range: VisitRange): Promise<VisitPage<ShlinkVisit>>;
  listOrphans(range: VisitRange): Promise<VisitPage<ShlinkVisit>>;
}

const SHORT_URLS_PER_PAGE = 50;
const VISITS_PER_PAGE = 500;
const NOT_FOUND = [404];
const NO_RULES = [400, 404];
const NO_VISITS: VisitPage<ShlinkVisit> = { visits: [], pages: 1 };

/** Shlink's dates have no milliseconds. */
function formatDate(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d+Z$/, '+00:00');
}

function toQuery(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  return query.toString();
}

function rangeOf({ page, from, to }: VisitRange) {
  return {
    page,
    itemsPerPage: VISITS_PER_PAGE,
    startDate: from && formatDate(from),
    endDate: to && formatDate(to),
  };
}

export function createShlinkApi(url: string, key: string, client: SourceClient): ShlinkApi {
  const { host } = new URL(url);
  const headers = { 'X-Api-Key': key, Accept: 'application/json' };
  let isKnown = false;

  function get(path: string, expected: number[] = []): Promise<unknown> {
    return client.getJson(`${url}/rest/v3${path}`, { headers, expected });
  }

  /** A page of a list. If the first response is something else, this is not a Shlink server; later, something else answers in its place. */
  function readList(response: unknown, name: string): { list: JsonObject[]; pages: number } {
    const list = objectsIn(objectIn(response, name), 'data');
    const problem = 'the response is not one of Shlink';
    if (!list) throw isKnown ? sourceUnavailable({ host, problem }) : sourceRefused({ host, problem });
    isKnown = true;
    const { pagesCount } = objectIn(objectIn(response, name), 'pagination');
    return { list, pages: Math.max(1, Number(pagesCount ?? 1)) };
  }

  async function readVisits(path: string): Promise<VisitPage<ShlinkVisit>> {
    const response = await get(path, NOT_FOUND);
    if (isObject(response) && response.status === 404) return NO_VISITS;
    const { list, pages } = readList(response, 'visits');
    return { visits: list.map((json) => ({ at: dateIn(json, 'date') ?? 0, json })), pages };
  }

  const pathOf = (code: string) => `/short-urls/${code.split('/').map(encodeURIComponent).join('/')}`;

  return {
    async listShortUrls({ page, from }) {
      const query = { page, itemsPerPage: SHORT_URLS_PER_PAGE, orderBy: 'dateCreated-ASC' };
      const response = await get(`/short-urls?${toQuery({ ...query, startDate: from && formatDate(from) })}`);
      const { list, pages } = readList(response, 'shortUrls');
      return { shortUrls: list, pages };
    },

    readRules: (code, domain) =>
      get(`${pathOf(code)}/redirect-rules?${toQuery({ domain: domain ?? undefined })}`, NO_RULES),

    listVisits: (code, domain, range) =>
      readVisits(`${pathOf(code)}/visits?${toQuery({ domain: domain ?? undefined, ...rangeOf(range) })}`),

    listOrphans: (range) => readVisits(`/visits/orphan?${toQuery({ type: 'invalid_short_url', ...rangeOf(range) })}`),
  };
}
