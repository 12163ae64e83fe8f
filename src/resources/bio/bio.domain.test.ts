import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';

const NOTES = 'https://example.com/notes';
const LOST = 'https://example.com/lost';
const BRAND = 'go.brand.example';

onEachEngine('bio pages on branded domains', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    key = (await site.addUser()).key;
    await addDomain(BRAND);
    await addDomain('other.example', (await site.addUser()).key);
  });
  afterAll(() => site.close());

  async function addDomain(name: string, owner = key): Promise<number> {
    const body = { domain: `https://${name}`, redirect404: LOST };
    return (await site.send('POST', '/api/domain/add', { key: owner, body })).json.id;
  }

  function add(path: '/api/bio/add' | '/api/url/add', body: object): Promise<Received> {
    return site.send('POST', path, { key, body });
  }

  function update(id: number, body: object): Promise<Received> {
    return site.send('PUT', `/api/bio/${id}/update`, { key, body });
  }

  async function detailsOf(id: number) {
    return (await site.send('GET', `/api/bio/${id}`, { key })).json.details;
  }

  function get(host: string, path: string): Promise<Received> {
    return site.send('GET', path, { headers: { Host: host } });
  }

  async function visit(host: string, path: string): Promise<string> {
    const { status, headers } = await get(host, path);
    return `${status} ${headers.get('Location')}`;
  }

  test('a page has its own slug on each host, and its blocks work on the host of the page only', async () => {
    const blocks = [{ type: 'link', title: 'Notes', url: NOTES }];
    const main = (await add('/api/bio/add', { name: 'Main', slug: 'ada' })).json;
    const branded = (await add('/api/bio/add', { name: 'Branded', slug: 'ada', domain: BRAND, blocks })).json;
    expect([main.link, branded.link]).toEqual(['https://sgn.example/ada', `https://${BRAND}/ada`]);
    expect(await detailsOf(main.id)).toMatchObject({ domain: '', link: main.link });
    const details = await detailsOf(branded.id);
    expect(details).toMatchObject({ domain: `https://${BRAND}`, slug: 'ada', link: branded.link });
    // Not cached and cached.
    for (let round = 0; round < 2; round += 1) {
      expect((await get('sgn.example', '/ada')).text).toContain('<title>Main</title>');
      const { text } = await get(BRAND, '/ada');
      expect(text).toContain('<title>Branded</title>');
      expect(text).toContain(`<link rel="canonical" href="https://${BRAND}/ada">`);
    }
    const block = `/ada/${details.blocks[0].id}`;
    expect(await visit(BRAND, block)).toBe(`302 ${NOTES}`);
    expect(await visit('sgn.example', block)).toBe('404 null');
    expect(await visit(BRAND, '/ada/999')).toBe(`302 ${LOST}`);
    const { views, blocks: counted } = await detailsOf(branded.id);
    expect([views, counted[0].clicks]).toEqual([2, 1]);
  });

  test('a link and a page refuse each other’s name on the same domain only', async () => {
    await add('/api/bio/add', { name: 'Page', slug: 'page-name', domain: BRAND });
    const link = { url: NOTES, custom: 'page-name' };
    expect((await add('/api/url/add', { ...link, domain: BRAND })).json.code).toBe('alias_taken');
    expect((await add('/api/url/add', link)).status).toBe(200);
    await add('/api/url/add', { url: NOTES, custom: 'link-name', domain: BRAND });
    const page = { name: 'Page', slug: 'link-name' };
    expect((await add('/api/bio/add', { ...page, domain: BRAND })).json.code).toBe('slug_taken');
    const { json } = await add('/api/bio/add', page);
    expect((await update(json.id, { domain: BRAND })).json.code).toBe('slug_taken');
    expect(await visit(BRAND, '/link-name')).toBe(`302 ${NOTES}`);
  });

  test('a page moves at once when its domain changes, and a wrong domain is refused by name', async () => {
    const { json } = await add('/api/bio/add', { name: 'Moving', slug: 'moving' });
    expect([await visit('sgn.example', '/moving'), await visit(BRAND, '/moving')]).toEqual(['200 null', `302 ${LOST}`]);
    expect((await update(json.id, { domain: `https://${BRAND}` })).status).toBe(200);
    expect([await visit('sgn.example', '/moving'), await visit(BRAND, '/moving')]).toEqual(['404 null', '200 null']);
    const refused = await update(json.id, { domain: 'other.example', headline: 'Not stored' });
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'domain']);
    expect(await detailsOf(json.id)).toMatchObject({ domain: `https://${BRAND}`, headline: '' });
    await update(json.id, { headline: 'Stays here' });
    expect((await detailsOf(json.id)).link).toBe(`https://${BRAND}/moving`);
    await update(json.id, { domain: null });
    expect(await visit('sgn.example', '/moving')).toBe('200 null');
  });

  test('deleting a domain moves its pages to the main host, and renames those whose slug is taken there', async () => {
    const domainId = await addDomain('short.example');
    await add('/api/url/add', { url: NOTES, custom: 'Taken' });
    const kept = (await add('/api/bio/add', { name: 'Kept', slug: 'Kept', domain: 'short.example' })).json.id;
    const renamed = (await add('/api/bio/add', { name: 'Taken', slug: 'Taken', domain: 'short.example' })).json.id;
    const remove = (query: string) => site.send('DELETE', `/api/domain/${domainId}/delete${query}`, { key });
    expect((await remove('')).json.code).toBe('domain_has_links');
    expect(await visit('sgn.example', '/Kept')).toBe('404 null');
    expect((await remove('?force=1')).status).toBe(200);
    expect(await detailsOf(kept)).toMatchObject({ domain: '', link: 'https://sgn.example/Kept' });
    expect(await visit('sgn.example', '/Kept')).toBe('200 null');
    const { slug } = await detailsOf(renamed);
    expect(slug).not.toBe('Taken');
    expect(await visit('sgn.example', `/${slug}`)).toBe('200 null');
    expect(await visit('sgn.example', '/Taken')).toBe(`302 ${NOTES}`);
  });
});
