import type { TestSite } from './test-site.ts';

/** Something that a user published, and what its visitors see. */
export interface Published {
  id: number;
  /** Where visitors meet it. */
  paths: string[];
}

/** A noun that visitors see, for tests that say the same of all of them. */
export interface PublishedNoun {
  noun: string;
  /** The path of one is `/api/PATH/ID`. */
  path: string;
  list: string;
  /** Under which a list holds its rows. */
  key: string;
  /** What a change that is no change of the status sends, and the field of the details that shows it. */
  edit: Record<string, string>;
  shown: string;
  /** The status of one that is not disabled. */
  on: string;
  /** What visitors of `paths` get while it is active, and while it is disabled. */
  active: number[];
  disabled: number[];
  add(site: TestSite, key: string, name: string): Promise<Published>;
}

/** Where the links of these tests lead. */
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

/** The five nouns of a take-down. */
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

/** What visitors get at each of the paths, one after another. */
export async function visitAll(site: TestSite, paths: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of paths) statuses.push((await site.send('GET', path)).status);
  return statuses;
}
