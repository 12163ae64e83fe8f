import type { EndpointCaller } from '../../http/endpoint-caller.ts';
import { readFields } from '../../http/request-url.ts';
import { formatOptional } from '../../lib/date-time.ts';
import type { LinkService } from '../../resources/links/link.service.ts';
import { hidesDestination, type Link, linkNotFound } from '../../resources/links/link.ts';
import { listByShort } from '../find-by-short.ts';
import type { AdmittedCaller } from '../product.ts';
import { type Guids, guidsOf } from './bitly-guids.ts';
import * as read from './bitly-input.ts';
import { BitlyRefusal, invalidArgument } from './bitly-refusal.ts';

/** A link as Bitly shows it. */
export interface Bitlink {
  created_at: string;
  id: string;
  link: string;
  custom_bitlinks: string[];
  long_url: string;
  title?: string;
  archived: boolean;
  tags: string[];
  deeplinks: [];
  expiration_at?: string;
  references: { group: string };
}

interface BitlinkPage {
  links: Bitlink[];
  pagination: { next?: string; search_after: string; size: number };
}

/** The calls about bitlinks. */
export interface Bitlinks {
  shorten(admission: AdmittedCaller, input: read.BitlyInput): Promise<{ isNew: boolean; link: Bitlink }>;
  create(admission: AdmittedCaller, input: read.BitlyInput): Promise<{ isNew: boolean; link: Bitlink }>;
  /** Creates another link to the destination of a bitlink: links here have one alias. */
  addBackHalf(admission: AdmittedCaller, bitlink: string, backHalf: string): Promise<Bitlink>;
  update(admission: AdmittedCaller, link: Link, input: read.BitlyInput): Promise<Bitlink>;
  remove(admission: AdmittedCaller, link: Link): Promise<string>;
  list(admission: AdmittedCaller, query: string): Promise<BitlinkPage>;
  /** The links with the most clicks. */
  listByClicks(
    admission: AdmittedCaller,
    size: number,
  ): Promise<{ links: Bitlink[]; counts: { id: string; clicks: number }[] }>;
  /** The caller's link; throws `link_not_found` for any other. */
  find(admission: AdmittedCaller, bitlink: string): Promise<Link>;
  /** The same; refuses a link that does more than redirect to its destination. */
  findPlain(admission: AdmittedCaller, bitlink: string): Promise<Link>;
  show(admission: AdmittedCaller, link: Link): Promise<Bitlink>;
}

export interface BitlinkParts {
  endpoints: EndpointCaller;
  links: Pick<LinkService, 'findMany' | 'readShortUrls' | 'readListedExtras'>;
  secret: string;
  baseUrl: string;
}

// Clients that know no other name for the default domain send these.
const DEFAULT_DOMAINS = ['bit.ly', 'j.mp', 'bitly.com'];

const idOf = (shortUrl: string) => shortUrl.replace(/^https?:\/\//, '');

/** Whether another link to its destination would show what this one hides, or skip what it does before. */
function isMoreThanDestination(link: Link): boolean {
  const hasRules = link.rules.length > 0 || link.routingRules.length > 0 || link.parameters.length > 0;
  return hidesDestination(link) || hasRules || link.status === 'disabled' || link.type !== 'direct';
}

export function createBitlinks({ endpoints, links, secret, baseUrl }: BitlinkParts): Bitlinks {
  const mainHost = new URL(baseUrl).host;

  function urlOfGroup({ group }: Guids): string {
    return `${baseUrl}/v4/groups/${group}`;
  }

  async function showAll({ caller }: AdmittedCaller, rows: Link[]): Promise<Bitlink[]> {
    const shortUrlOf = await links.readShortUrls(rows);
    const extrasOf = await links.readListedExtras(rows);
    const group = urlOfGroup(guidsOf(secret, caller.workspaceId));
    return rows.map((link) => ({
      created_at: read.formatBitlyTime(link.createdAt),
      id: idOf(shortUrlOf(link)),
      link: shortUrlOf(link),
      custom_bitlinks: [],
      long_url: link.url,
      ...(link.metaTitle && { title: link.metaTitle }),
      archived: false,
      tags: extrasOf(link).tags,
      deeplinks: [],
      ...(link.expiresAt !== null && { expiration_at: read.formatBitlyTime(link.expiresAt) }),
      references: { group },
    }));
  }

  async function show(admission: AdmittedCaller, link: Link): Promise<Bitlink> {
    const [shown] = await showAll(admission, [link]);
    return shown as Bitlink;
  }

  async function findById({ caller }: AdmittedCaller, id: number): Promise<Link> {
    const [link] = await links.findMany(caller.workspaceId, [id]);
    if (!link) throw linkNotFound();
    return link;
  }

  async function readRows({ caller }: AdmittedCaller, listed: { id: number }[]): Promise<Link[]> {
    const order = listed.map(({ id }) => id);
    const rows = order.length > 0 ? await links.findMany(caller.workspaceId, order) : [];
    return rows.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));
  }

  async function findOnly(admission: AdmittedCaller, short: string): Promise<number | undefined> {
    const [link, ...others] = await listByShort({ admission, endpoints }, short);
    return others.length === 0 ? link?.id : undefined;
  }

  async function find(admission: AdmittedCaller, bitlink: string): Promise<Link> {
    const wanted = read.parseBitlink(bitlink);
    if (!wanted) throw linkNotFound();
    const isDefault = DEFAULT_DOMAINS.includes(wanted.host);
    const host = isDefault ? mainHost : wanted.host;
    let id = await findOnly(admission, `https://${host}/${wanted.alias}`);
    // The npm package `bitly` replaces the host of every link by bit.ly.
    if (id === undefined && isDefault) id = await findOnly(admission, wanted.alias);
    if (id === undefined) throw linkNotFound();
    return findById(admission, id);
  }

  async function findPlain(admission: AdmittedCaller, bitlink: string): Promise<Link> {
    const link = await find(admission, bitlink);
    const reason = 'This link does more than redirect, so it has only one back-half';
    if (isMoreThanDestination(link)) throw new BitlyRefusal('UNPROCESSABLE_ENTITY', reason, { status: 422 });
    return link;
  }

  function domainOf(host: string | undefined): string | undefined {
    const name = host?.replace(/^https?:\/\//, '').toLowerCase();
    return name === undefined || DEFAULT_DOMAINS.includes(name) || name === mainHost ? undefined : name;
  }

  type NewBody = Parameters<typeof endpoints.call<'POST /api/url/add'>>[2]['body'];

  async function add(admission: AdmittedCaller, body: NewBody) {
    const { id, reused = false } = await endpoints.call(admission, 'POST /api/url/add', { body });
    return { isNew: !reused, link: await show(admission, await findById(admission, id)) };
  }

  function readDestination(input: read.BitlyInput) {
    const url = read.readText(input, 'long_url');
    if (url === undefined) throw invalidArgument('long_url', 'long_url is required');
    const domain = domainOf(read.readText(input, 'domain'));
    return { url, ...(domain !== undefined && { domain }) };
  }

  async function addBackHalf(admission: AdmittedCaller, bitlink: string, backHalf: string): Promise<Bitlink> {
    const link = await findPlain(admission, bitlink);
    const wanted = read.parseBitlink(backHalf);
    if (!wanted) throw invalidArgument('custom_bitlink', 'custom_bitlink must be DOMAIN/BACK-HALF');
    const domain = domainOf(wanted.host);
    const { tags } = (await links.readListedExtras([link]))(link);
    const { link: added } = await add(admission, {
      url: link.url,
      custom: wanted.alias,
      ...(domain !== undefined && { domain }),
      metatitle: link.metaTitle || null,
      tags,
      expiry: formatOptional(link.expiresAt),
      starts: formatOptional(link.startsAt),
    });
    return { ...added, custom_bitlinks: [added.link] };
  }

  return {
    find,
    findPlain,
    show,
    addBackHalf,

    async shorten(admission, input) {
      const isForced = input.force_new_link === true;
      return add(admission, { ...readDestination(input), ...(!isForced && { reuse: true }) });
    },

    async create(admission, input) {
      read.refuseUnsupported(input);
      const keyword = read.readText(input, 'keyword');
      const bitlinkId = read.readText(input, 'bitlink_id');
      if (bitlinkId !== undefined && keyword !== undefined) {
        const host = read.readText(input, 'domain') ?? read.parseBitlink(bitlinkId)?.host ?? mainHost;
        return { isNew: true, link: await addBackHalf(admission, bitlinkId, `${host}/${keyword}`) };
      }
      const title = read.readText(input, 'title');
      const tags = read.readTags(input);
      const expiry = read.readExpiry(input);
      const extra = {
        ...(keyword !== undefined && { custom: keyword }),
        ...(title !== undefined && { metatitle: title }),
        ...(tags && tags.length > 0 && { tags }),
        ...(expiry && { expiry }),
      };
      // As in Bitly, the same destination without more gives the same link.
      const isPlain = Object.keys(extra).length === 0 && input.force_new_link !== true;
      return add(admission, { ...readDestination(input), ...extra, ...(isPlain && { reuse: true }) });
    },

    async update(admission, link, input) {
      read.refuseUnsupported(input);
      const tags = read.readTags(input);
      const expiry = read.readExpiry(input);
      const body = {
        url: read.readText(input, 'long_url') ?? link.url,
        ...(input.title !== undefined && { metatitle: read.readText(input, 'title') ?? null }),
        ...(tags && { tags }),
        ...(expiry !== undefined && { expiry }),
      };
      await endpoints.call(admission, 'PUT /api/url/:id/update', { params: { id: link.id }, body });
      return show(admission, await findById(admission, link.id));
    },

    async remove(admission, link) {
      const { id } = await show(admission, link);
      await endpoints.call(admission, 'DELETE /api/url/:id/delete', { params: { id: link.id } });
      return id;
    },

    async list(admission, query) {
      const { size, after, archived, filters } = read.readListQuery(query);
      const wanted = { ...filters, limit: size, ...(after !== undefined && { before: after }) };
      const { data } = await endpoints.call(admission, 'GET /api/urls', { query: wanted });
      // Nothing here is archived.
      if (archived === 'on') return { links: [], pagination: { search_after: '', size } };
      const shown = await showAll(admission, await readRows(admission, data.urls));
      const last = data.urls.at(-1);
      if (!last || data.result <= data.urls.length) return { links: shown, pagination: { search_after: '', size } };
      const search_after = String(last.id);
      const parameters = new URLSearchParams({ ...readFields(query), search_after });
      const group = urlOfGroup(guidsOf(secret, admission.caller.workspaceId));
      return { links: shown, pagination: { next: `${group}/bitlinks?${parameters}`, search_after, size } };
    },

    async listByClicks(admission, size) {
      const { data } = await endpoints.call(admission, 'GET /api/urls', { query: { order: 'click', limit: size } });
      const rows = await readRows(admission, data.urls);
      const shown = await showAll(admission, rows);
      return { links: shown, counts: rows.map(({ clicks }, index) => ({ id: shown[index]?.id ?? '', clicks })) };
    },
  };
}
