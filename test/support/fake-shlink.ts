import type { SendToSource } from '../../src/imports/source-client.ts';

/** A short URL of the stand-in; visits are in the order of time. */
export interface FakeShortUrl {
  shortCode: string;
  domain?: string;
  dateCreated: string;
  visits: { date: string; [field: string]: unknown }[];
  rules?: object[];
  [field: string]: unknown;
}

interface FakeShlink {
  send: SendToSource;
  /** The paths of all requests. */
  requests: string[];
}

const DEFAULT_DOMAIN = 's.test';

function reply(body: unknown, status = 200) {
  return { status, headers: new Headers(), bytes: Buffer.from(JSON.stringify(body)) };
}

function page<Item>(all: Item[], query: URLSearchParams) {
  const limit = Number(query.get('itemsPerPage'));
  const currentPage = Number(query.get('page'));
  const data = all.slice((currentPage - 1) * limit, currentPage * limit);
  return { data, pagination: { currentPage, pagesCount: Math.max(1, Math.ceil(all.length / limit)) } };
}

function within<Item>(items: Item[], dateOf: (item: Item) => string, query: URLSearchParams): Item[] {
  const [from, to] = ['startDate', 'endDate'].map((name) => query.get(name));
  return items.filter((item) => {
    const at = Date.parse(dateOf(item));
    return (!from || at >= Date.parse(from)) && (!to || at <= Date.parse(to));
  });
}

/** A small stand-in for a Shlink server, for what only faults and old servers show. */
export function createFakeShlink(shortUrls: FakeShortUrl[], orphans: FakeShortUrl['visits'] = []): FakeShlink {
  const requests: string[] = [];
  const send: SendToSource = async (url, headers) => {
    const { pathname, searchParams: query } = new URL(url);
    requests.push(pathname);
    if (headers['X-Api-Key'] !== 'key') return reply({ status: 401 }, 401);
    const visitsOf = (visits: FakeShortUrl['visits']) =>
      reply({ visits: page(within(visits, ({ date }) => date, query).toReversed(), query) });
    const path = pathname.replace('/rest/v3', '');
    if (path === '/visits/orphan') return visitsOf(orphans);
    if (path === '/short-urls') {
      const listed = within(shortUrls, ({ dateCreated }) => dateCreated, query).map(({ visits, rules, ...one }) => ({
        ...{
          shortUrl: `https://${one.domain ?? DEFAULT_DOMAIN}/${one.shortCode}`,
          domain: null,
          longUrl: 'https://example.com/',
        },
        ...{
          tags: [],
          meta: {},
          hasRedirectRules: rules !== undefined,
          visitsSummary: { total: visits.length },
          ...one,
        },
      }));
      return reply({ shortUrls: page(listed, query) });
    }
    const [, , code, what] = path.split('/');
    const found = shortUrls.find((one) => one.shortCode === code && (one.domain ?? null) === query.get('domain'));
    if (!found) return reply({ status: 404 }, 404);
    return what === 'visits' ? visitsOf(found.visits) : reply({ redirectRules: found.rules });
  };
  return { send, requests };
}
