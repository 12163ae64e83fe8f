import { z } from 'zod';
import type { EndpointAnswer } from '../../http/endpoint-caller.ts';
import { DubFailure, notFound, parseDub, unprocessable } from './dub-failure.ts';
import { unkept } from './dub-link.body.ts';
import type { DubParts } from './dub-parts.ts';
import { type DubRequest, type DubRoute, dropUndefined } from './dub-route.ts';

type DomainRow = EndpointAnswer<'GET /api/domains'>['data']['domains'][number];
type DomainFiles = Pick<EndpointAnswer<'GET /api/domain/:id'>['details'], 'apple_app_site_association' | 'assetlinks'>;

const text = z.string().nullish();
const changeFields = {
  notFoundUrl: text,
  assetLinks: text,
  appleAppSiteAssociation: text,
  expiredUrl: unkept,
  placeholder: unkept,
  logo: unkept,
  archived: unkept,
};

const newDomain = z.object({ slug: z.string().min(1).max(253), ...changeFields });
const domainChange = z.object({ slug: z.string().optional(), ...changeFields });

const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1e9).default(1),
  pageSize: z.coerce.number().int().min(1).max(50).default(50),
});

function parseFile(name: string, value: string | null | undefined): object | null | undefined {
  if (!value) return value === undefined ? undefined : null;
  try {
    return JSON.parse(value) as object;
  } catch {
    throw unprocessable(`invalid_value: ${name}: It must be JSON.`);
  }
}

/** The fields of our API that a body sets. */
function toOurs({ notFoundUrl, assetLinks, appleAppSiteAssociation }: z.output<typeof domainChange>) {
  return dropUndefined({
    redirect404: notFoundUrl,
    assetlinks: parseFile('assetLinks', assetLinks),
    apple_app_site_association: parseFile('appleAppSiteAssociation', appleAppSiteAssociation),
  });
}

function toFile(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function toDubDomain(row: DomainRow, files?: DomainFiles) {
  const createdAt = new Date(`${row.date.replace(' ', 'T')}Z`).toISOString();
  return {
    id: `dom_${row.id}`,
    slug: new URL(row.domain).host,
    verified: row.verified,
    primary: false,
    archived: false,
    placeholder: null,
    expiredUrl: null,
    notFoundUrl: row.redirect404 || null,
    logo: null,
    assetLinks: toFile(files?.assetlinks),
    appleAppSiteAssociation: toFile(files?.apple_app_site_association),
    createdAt,
    updatedAt: createdAt,
    registeredDomain: null,
  };
}

export function dubDomainRoutes({ endpoints, config: { baseUrl } }: DubParts): DubRoute[] {
  const mainHost = new URL(baseUrl).host;

  /** The host of BASE_URL, where links are that name no domain. */
  function showMainHost() {
    const row = { id: 0, domain: baseUrl, verified: true, redirect404: '', date: '1970-01-01 00:00:00' };
    return { ...toDubDomain(row as DomainRow), primary: true };
  }

  async function listDomains({ admission }: DubRequest, q: string): Promise<DomainRow[]> {
    const rows: DomainRow[] = [];
    for (let page = 1; ; page += 1) {
      const query = { limit: 1_000, page, ...(q && { q }) };
      const { data } = await endpoints.call(admission, 'GET /api/domains', { query });
      rows.push(...data.domains);
      if (page >= data.maxpage) return rows;
    }
  }

  async function find(request: DubRequest): Promise<DomainRow> {
    const slug = request.id.toLowerCase();
    const found = (await listDomains(request, slug)).find(({ domain }) => new URL(domain).host === slug);
    if (found) return found;
    throw slug === mainHost ? new DubFailure('forbidden', 'The main domain cannot be changed.') : notFound('Domain');
  }

  async function show({ admission }: DubRequest, id: number) {
    const { details } = await endpoints.call(admission, 'GET /api/domain/:id', { params: { id } });
    return toDubDomain(details, details);
  }

  return [
    {
      method: 'GET',
      path: '/domains',
      async handle(request) {
        const { query } = request;
        const { page, pageSize } = parseDub(pageQuery, {
          page: query.get('page') || undefined,
          pageSize: query.get('pageSize') || undefined,
        });
        const search = query.get('search')?.toLowerCase() ?? '';
        const rows = (await listDomains(request, search)).map((row) => toDubDomain(row));
        const all = mainHost.includes(search) ? [showMainHost(), ...rows] : rows;
        // Nothing is archived here.
        return query.get('archived') === 'true' ? [] : all.slice((page - 1) * pageSize, page * pageSize);
      },
    },
    {
      method: 'POST',
      path: '/domains',
      status: 201,
      async handle(request) {
        const body = parseDub(newDomain, await request.readBody());
        const domain = body.slug.includes('://') ? body.slug : `https://${body.slug}`;
        const call = { body: { domain, ...toOurs(body) } };
        return show(request, (await endpoints.call(request.admission, 'POST /api/domain/add', call)).id);
      },
    },
    {
      method: 'PATCH',
      path: '/domains/:id',
      async handle(request) {
        const body = parseDub(domainChange, await request.readBody());
        const { id, domain } = await find(request);
        if (body.slug && body.slug !== new URL(domain).host)
          throw unprocessable('invalid_value: slug: A domain cannot be renamed; add the new one and move its links.');
        await endpoints.call(request.admission, 'PUT /api/domain/:id/update', { params: { id }, body: toOurs(body) });
        return show(request, id);
      },
    },
    {
      method: 'DELETE',
      path: '/domains/:id',
      async handle(request) {
        const { id, domain } = await find(request);
        await endpoints.call(request.admission, 'DELETE /api/domain/:id/delete', { params: { id } });
        return { slug: new URL(domain).host };
      },
    },
  ];
}
