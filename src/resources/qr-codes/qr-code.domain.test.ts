import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';

const MENU = 'https://example.com/menu';
const LOST = 'https://example.com/lost';

onEachEngine('QR codes on branded domains', (engine) => {
  let site: TestSite;
  let key: string;
  let other: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    key = (await site.addUser()).key;
    other = (await site.addUser()).key;
    await addDomain('go.brand.example', key, { redirect404: LOST });
    await addDomain('other.example', other);
  });
  afterAll(() => site.close());

  async function addDomain(name: string, owner: string, fields: object = {}): Promise<number> {
    const body = { domain: `https://${name}`, ...fields };
    return (await site.send('POST', '/api/domain/add', { key: owner, body })).json.id;
  }

  function addQr(fields: object = {}, owner = key): Promise<Received> {
    return site.send('POST', '/api/qr/add', { key: owner, body: { type: 'link', data: MENU, ...fields } });
  }

  async function detailsOf(id: number) {
    return (await site.send('GET', `/api/qr/${id}`, { key })).json.details;
  }

  async function visit(host: string, path: string): Promise<string> {
    const { status, headers } = await site.send('GET', path, { headers: { Host: host } });
    return `${status} ${headers.get('Location') ?? headers.get('Content-Type')}`;
  }

  test('a code is on the main host by default, and on a domain if the body names it', async () => {
    const plain = (await addQr()).json;
    expect(plain.link).toStartWith('https://sgn.example/qr/');
    expect(await detailsOf(plain.id)).toMatchObject({ domain: '', link: plain.link });
    const { json } = await addQr({ domain: 'go.brand.example' });
    expect(json.link).toStartWith('https://go.brand.example/qr/');
    const { domain, link, shorturl } = await detailsOf(json.id);
    expect([domain, link, shorturl]).toEqual(['https://go.brand.example', json.link, json.link.replace('/qr/', '/q/')]);
    const { json: list } = await site.send('GET', '/api/qr', { key });
    expect(list.data.qrs.map((qr: { link: string }) => qr.link)).toEqual([json.link, plain.link]);
    const path = new URL(shorturl).pathname;
    expect(await visit('go.brand.example', path)).toBe(`302 ${MENU}`);
    expect(await visit('go.brand.example', new URL(link).pathname)).toBe('200 image/png');
    expect((await detailsOf(json.id)).scans).toBe(1);
  });

  test('a printed code keeps working after its domain has changed, and another user’s domain does not serve it', async () => {
    const { json } = await addQr({ domain: 'https://go.brand.example' });
    const path = new URL((await detailsOf(json.id)).shorturl).pathname;
    const body = { data: MENU, domain: null };
    expect((await site.send('PUT', `/api/qr/${json.id}/update`, { key, body })).status).toBe(200);
    expect((await detailsOf(json.id)).shorturl).toBe(`https://sgn.example${path}`);
    for (const host of ['go.brand.example', 'sgn.example']) expect(await visit(host, path)).toBe(`302 ${MENU}`);
    expect(await visit('other.example', path)).toStartWith('404');
    expect(await visit('other.example', path.replace('/q/', '/qr/'))).toStartWith('404');
    expect(await visit('go.brand.example', '/q/unknown1')).toBe(`302 ${LOST}`);
  });

  test('a domain of another user is refused by name, and nothing is stored', async () => {
    const before = (await site.send('GET', '/api/qr', { key })).json.data.result;
    const { status, json } = await addQr({ domain: 'other.example' });
    expect([status, json.errors[0].field, json.errors[0].code]).toEqual([400, 'domain', 'no_such_domain']);
    expect((await site.send('GET', '/api/qr', { key })).json.data.result).toBe(before);
  });

  test('deleting a domain needs force while it has codes, which then move to the main host', async () => {
    const domainId = await addDomain('short.example', key);
    const { json } = await addQr({ domain: 'short.example' });
    const remove = (query: string) => site.send('DELETE', `/api/domain/${domainId}/delete${query}`, { key });
    expect((await site.send('GET', `/api/domain/${domainId}`, { key })).json.details).toMatchObject({
      items: 1,
      links: 0,
    });
    expect((await remove('')).json.code).toBe('domain_has_links');
    expect((await remove('?force=1')).status).toBe(200);
    expect(await detailsOf(json.id)).toMatchObject({
      domain: '',
      link: expect.stringMatching(/^https:\/\/sgn\.example\//),
    });
  });
});
