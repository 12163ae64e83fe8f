import type { TestSite } from './test-site.ts';

/** Something that a user published. */
export interface Published {
  id: number;
  /** The public paths that show it. */
  paths: string[];
}

/** A noun that visitors see, for tests that apply to all such nouns. */
export interface PublishedNoun {
  noun: string;
  /** The API path of a row is `/api/PATH/ID`. */
  path: string;
  list: string;
  /** The key of the rows in a list response. */
  key: string;
  /** An update that does not change the status, and the field of the details that shows it. */
  edit: Record<string, string>;
  shown: string;
  /** The status when it is not disabled. */
  on: string;
  /** The HTTP statuses of `paths` while it is active, and while it is disabled. */
  active: number[];
  disabled: number[];
  add(site: TestSite, key: string, name: string): Promise<Published>;
}

/** The destination of the links in these tests. */
export const DESTINATION = 'https://example.com/good';

async function create(site: TestSite, key: string, path: string, body: object) {
  const { status, json } = await site.send('POST', path, { key, body });
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(json)}`);
  return json;
}

async function addLink(site: TestSite, key: string, fields: object): Promise<Published> {
  const { id, shorturl } = await create(site, key, '/api/url/add', { url: DESTINATION, ...fields });
  return { id, paths: [new URL(shorturl).pathname] };
}

/** The five nouns that an administrator can take down. */
export const publishedNouns: PublishedNoun[] = [
  {
    noun: 'link',
    path: 'url',
    list: '/api/urls',
    key: 'urls',
    edit: { url: 'https://example.com/edited' },
    shown: 'longurl',
    on: 'active',
    active: [302],
    disabled: [410],
    add: (site, key, name) => addLink(site, key, { metatitle: name }),
  },
  {
    noun: 'bio page',
    path: 'bio',
    list: '/api/bio',
    key: 'bio',
    edit: { headline: 'Edited' },
    shown: 'headline',
    on: 'published',
    active: [200, 302],
    disabled: [410, 410],
    async add(site, key, name) {
      const blocks = [{ type: 'link', title: 'Shop', url: DESTINATION }];
      const { id, link } = await create(site, key, '/api/bio/add', { name, blocks });
      const { details } = (await site.send('GET', `/api/bio/${id}`, { key })).json;
      const { pathname } = new URL(link);
      return { id, paths: [pathname, `${pathname}/${details.blocks[0].id}`] };
    },
  },
  {
    noun: 'QR code',
    path: 'qr',
    list: '/api/qr',
    key: 'qrs',
    edit: { data: 'https://example.com/edited' },
    shown: 'data',
    on: 'active',
    active: [302, 200, 200],
    disabled: [410, 410, 410],
    async add(site, key, name) {
      const { id, link } = await create(site, key, '/api/qr/add', { type: 'link', data: DESTINATION, name });
      const { pathname } = new URL(link);
      return { id, paths: [pathname.replace('/qr/', '/q/'), pathname, `${pathname}.svg`] };
    },
  },
  {
    noun: 'overlay',
    path: 'overlay',
    list: '/api/overlay',
    key: 'cta',
    edit: { text: 'Edited' },
    shown: 'text',
    on: 'active',
    active: [200],
    disabled: [302],
    async add(site, key, name) {
      const { id } = await create(site, key, '/api/overlay/add', { type: 'newsletter', name });
      return { id, paths: (await addLink(site, key, { type: `overlay-${id}` })).paths };
    },
  },
  {
    noun: 'splash page',
    path: 'splash',
    list: '/api/splash',
    key: 'splash',
    edit: { text: 'Edited' },
    shown: 'text',
    on: 'active',
    active: [200],
    disabled: [302],
    async add(site, key, name) {
      const { id } = await create(site, key, '/api/splash/add', { name });
      return { id, paths: (await addLink(site, key, { type: id })).paths };
    },
  },
];

/** The HTTP status of each path. */
export async function visitAll(site: TestSite, paths: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await site.send('GET', path)).status);
  return statuses;
}
