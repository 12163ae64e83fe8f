import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import { type Clock, formatDateTime } from '../../lib/date-time.ts';
import type { LinkService } from '../../resources/links/link.service.ts';
import { type Link, linkNotFound, MAIN_DOMAIN } from '../../resources/links/link.ts';
import type { AdmittedCaller } from '../product.ts';
import type { KuttIds } from './kutt-ids.ts';
import * as read from './kutt-input.ts';
import { KuttRefusal } from './kutt-refusal.ts';

/** A link as Kutt shows it. */
export interface KuttLink {
  id: string;
  address: string;
  target: string;
  description: string | null;
  link: string;
  domain: string | null;
  password: boolean;
  banned: boolean;
  visit_count: number;
  expire_in: string | null;
  created_at: string;
  updated_at: string;
}

interface KuttPage {
  total: number;
  limit: number;
  skip: number;
  data: KuttLink[];
}

/** The calls about links. */
export interface KuttLinks {
  list(admission: AdmittedCaller, query: string): Promise<KuttPage>;
  create(admission: AdmittedCaller, input: read.KuttInput): Promise<{ isNew: boolean; link: KuttLink }>;
  update(admission: AdmittedCaller, uuid: string, input: read.KuttInput): Promise<KuttLink>;
  remove(admission: AdmittedCaller, uuid: string): Promise<void>;
  /** The link with this UUID, if it belongs to the caller; throws `link_not_found` for any other. */
  find(admission: AdmittedCaller, uuid: string): Promise<Link>;
  show(links: Link[]): Promise<KuttLink[]>;
}

interface Parts {
  endpoints: EndpointCaller;
  links: Pick<LinkService, 'findMany' | 'readShortUrls'>;
  ids: KuttIds;
  baseUrl: string;
  now: Clock;
}

// Kutt takes an expiry that differs by less from the present one for the same.
const SAME_EXPIRY_MS = 60_000;

const isoOf = (ms: number) => new Date(ms).toISOString();

export function createKuttLinks({ endpoints, links, ids, baseUrl, now }: Parts): KuttLinks {
  const mainHost = new URL(baseUrl).host;

  async function show(rows: Link[]): Promise<KuttLink[]> {
    const shortUrlOf = await links.readShortUrls(rows);
    return rows.map((link) => {
      const shortUrl = shortUrlOf(link);
      return {
        id: ids.write('link', link.id),
        address: link.alias,
        target: link.url,
        description: link.description || null,
        link: shortUrl,
        domain: link.domainId === MAIN_DOMAIN ? null : new URL(shortUrl).host,
        password: link.passwordHash !== null,
        banned: link.status === 'disabled',
        visit_count: link.clicks,
        expire_in: link.expiresAt === null ? null : isoOf(link.expiresAt),
        created_at: isoOf(link.createdAt),
        updated_at: isoOf(link.createdAt),
      };
    });
  }

  async function findById({ caller }: AdmittedCaller, id: number): Promise<Link> {
    const [link] = await links.findMany(caller.workspaceId, [id]);
    if (!link) throw linkNotFound();
    return link;
  }

  async function find(admission: AdmittedCaller, uuid: string): Promise<Link> {
    const id = ids.read('link', uuid);
    if (id === undefined) throw linkNotFound();
    return findById(admission, id);
  }

  async function showOne(admission: AdmittedCaller, id: number): Promise<KuttLink> {
    const [shown] = await show([await findById(admission, id)]);
    return shown as KuttLink;
  }

  function expiryAfter(lifeMs: number | undefined) {
    return lifeMs === undefined ? undefined : { expiry: formatDateTime(now() + lifeMs) };
  }

  return {
    find,
    show,

    async list(admission, query) {
      const { limit, skip, search } = read.readListRange(query);
      const filters = { limit, ...(search !== undefined && { q: search }) };
      // Our pages begin at multiples of the limit, so the asked links may be on two of them.
      const first = Math.floor(skip / limit) + 1;
      const { data } = await endpoints.call(admission, 'GET /api/urls', { query: { ...filters, page: first } });
      const listed = data.urls.slice(skip % limit);
      if (skip % limit > 0 && data.result > first * limit) {
        const next = await endpoints.call(admission, 'GET /api/urls', { query: { ...filters, page: first + 1 } });
        listed.push(...next.data.urls.slice(0, skip % limit));
      }
      const order = listed.map(({ id }) => id);
      const rows = order.length > 0 ? await links.findMany(admission.caller.workspaceId, order) : [];
      rows.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
      return { total: data.result, limit, skip, data: await show(rows) };
    },

    async create(admission, input) {
      const url = read.readTarget(input);
      if (url === undefined) throw new KuttRefusal('Target is missing.');
      const custom = read.readKuttAlias(input, 'customurl');
      const password = read.readKuttPassword(input);
      const description = read.readDescription(input);
      const domain = read.readHostName(input, 'domain');
      const body = {
        url,
        ...(custom !== undefined && { custom }),
        ...(password && { password }),
        ...(description !== undefined && { description }),
        ...expiryAfter(read.readLife(input)),
        ...(domain !== undefined && domain !== mainHost && { domain }),
        ...(read.readReuse(input) && { reuse: true }),
      };
      const { id, reused = false } = await endpoints.call(admission, 'POST /api/url/add', { body });
      return { isNew: !reused, link: await showOne(admission, id) };
    },

    async update(admission, uuid, input) {
      const link = await find(admission, uuid);
      const url = read.readTarget(input) ?? link.url;
      const custom = read.readKuttAlias(input, 'address') ?? link.alias;
      const description = read.readDescription(input) ?? link.description;
      const password = read.readKuttPassword(input);
      const lifeMs = read.readLife(input);
      const isSameLife = Math.abs(now() + (lifeMs ?? 0) - (link.expiresAt ?? 0)) < SAME_EXPIRY_MS;
      const change = {
        ...(custom !== link.alias && { custom }),
        ...(description !== link.description && { description }),
        ...(password !== undefined && (password !== null || link.passwordHash !== null) && { password }),
        ...(!isSameLife && expiryAfter(lifeMs)),
      };
      if (url === link.url && Object.keys(change).length === 0)
        throw new KuttRefusal('Should at least update one field.');
      const params = { id: link.id };
      await endpoints.call(admission, 'PUT /api/url/:id/update', { params, body: { url, ...change } });
      return showOne(admission, link.id);
    },

    async remove(admission, uuid) {
      const { id } = await find(admission, uuid);
      await endpoints.call(admission, 'DELETE /api/url/:id/delete', { params: { id } });
    },
  };
}
