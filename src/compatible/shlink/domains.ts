import type { Domain } from '../../resources/domains/domain.ts';
import { createLinkFinder } from './find-link.ts';
import { invalidData, unknownDomain } from './problem.ts';
import { json, type ShlinkHandler, type ShlinkParts } from './shlink-parts.ts';

/** The handlers of `/domains`, except that of visits. */
export interface DomainHandlers {
  list: ShlinkHandler;
  changeRedirects: ShlinkHandler;
}

const DOMAINS_AT_ONCE = 1_000;
const fields = ['baseUrlRedirect', 'regular404Redirect', 'invalidShortUrlRedirect'] as const;

type Redirects = Record<(typeof fields)[number], string | null>;

const NO_REDIRECTS: Redirects = { baseUrlRedirect: null, regular404Redirect: null, invalidShortUrlRedirect: null };
const ONE_DESTINATION = 'Unknown short URLs and all other unknown addresses of a domain have the same destination.';
const NOT_ON_MAIN_HOST = 'The main host has no destination for unknown addresses.';

/** Our destination of unknown addresses is both that of unknown short URLs and that of any other address. */
function showRedirects({ redirectRoot, redirect404 }: Pick<Domain, 'redirectRoot' | 'redirect404'>): Redirects {
  return { baseUrlRedirect: redirectRoot, regular404Redirect: redirect404, invalidShortUrlRedirect: redirect404 };
}

function readRedirects(body: Record<string, unknown>): Partial<Redirects> {
  const given: Partial<Redirects> = {};
  for (const field of fields) {
    const value = body[field];
    if (value === undefined) continue;
    if (value !== null && typeof value !== 'string') throw invalidData([field]);
    given[field] = value?.trim() || null;
  }
  return given;
}

function explain(names: string[], reason: string) {
  return invalidData(names, Object.fromEntries(names.map((name) => [name, reason])));
}

export function createDomainHandlers(parts: ShlinkParts): DomainHandlers {
  const { services, endpoints, baseUrl } = parts;
  const { domains } = services;
  const finder = createLinkFinder(parts);

  async function listAll(owner: number): Promise<Domain[]> {
    const all: Domain[] = [];
    for (let page = 1; ; page += 1) {
      const { rows } = await domains.list(owner, { page, limit: DOMAINS_AT_ONCE }, undefined);
      all.push(...rows);
      if (rows.length < DOMAINS_AT_ONCE) return all.sort((left, right) => (left.host < right.host ? -1 : 1));
    }
  }

  return {
    list: ({ act }) =>
      act('GET /api/domains', async ({ workspaceId }) => {
        const main = { domain: new URL(baseUrl).host, isDefault: true, redirects: NO_REDIRECTS };
        const branded = (await listAll(workspaceId)).map((domain) => {
          return { domain: domain.host, isDefault: false, redirects: showRedirects(domain) };
        });
        return json({ domains: { data: [main, ...branded], defaultRedirects: NO_REDIRECTS } });
      }),

    async changeRedirects(call) {
      const body = await call.readBody();
      const { domain: text } = body;
      if (typeof text !== 'string' || text.trim() === '') throw invalidData(['domain']);
      const given = readRedirects(body);
      return call.act('PUT /api/domain/:id/update', async ({ workspaceId }) => {
        const name = finder.readDomain(text.trim());
        if (name === null) {
          const set = fields.filter((field) => given[field]);
          if (set.length > 0) throw explain(set, NOT_ON_MAIN_HOST);
          return json(NO_REDIRECTS);
        }
        const domain = await domains.findOwned(workspaceId, name);
        if (!domain) throw unknownDomain(name);
        const wanted = { ...showRedirects(domain), ...given };
        const { baseUrlRedirect: redirectroot, regular404Redirect, invalidShortUrlRedirect: redirect404 } = wanted;
        if (regular404Redirect !== redirect404)
          throw explain(['regular404Redirect', 'invalidShortUrlRedirect'], ONE_DESTINATION);
        await endpoints.call(call.admission, 'PUT /api/domain/:id/update', {
          params: { id: domain.id },
          body: { redirectroot, redirect404 },
        });
        const stored = await domains.findOwned(workspaceId, name);
        return json(showRedirects(stored ?? domain));
      });
    },
  };
}
