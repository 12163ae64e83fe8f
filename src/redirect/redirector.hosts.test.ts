import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const MAIN = 'https://example.com/main';
const BRANDED = 'https://example.com/branded';
const ROOT = 'https://example.com/welcome';
const LOST = 'https://example.com/lost';

for (const [what, environment, mainHost] of [
  ['with BASE_URL set', { BASE_URL: 'https://sgn.example' }, 'sgn.example'],
  ['without BASE_URL', {}, 'localhost:3000'],
] as const) {
  onEachEngine(`hosts ${what}`, (engine) => {
    let site: TestSite;
    let key: string;
    const ids: Record<string, number> = {};

    beforeAll(async () => {
      site = await openTestSite(engine, environment);
      key = (await site.addUser()).key;
      await addDomain('https://go.brand.example', { redirectroot: ROOT, redirect404: LOST });
      await addDomain('http://bare.brand.example');
      await addDomain('https://port.brand.example:8443', { redirectroot: ROOT });
      for (const [name, domain] of [
        ['main', undefined],
        ['go', 'go.brand.example'],
        ['bare', 'bare.brand.example'],
        ['port', 'port.brand.example:8443'],
      ] as const)
        ids[name] = await addLink('same', name === 'main' ? MAIN : `${BRANDED}/${name}`, domain);
    });
    afterAll(() => site.close());

    async function addDomain(domain: string, fields: object = {}): Promise<number> {
      const { status, json } = await site.send('POST', '/api/domain/add', { key, body: { domain, ...fields } });
      expect(status).toBe(200);
      return json.id;
    }

    async function addLink(custom: string, url: string, domain?: string, fields: object = {}): Promise<number> {
      const body = { url, custom, ...(domain && { domain }), ...fields };
      const { status, json } = await site.send('POST', '/api/url/add', { key, body });
      expect(status).toBe(200);
      return json.id;
    }

    function get(host: string, path: string, headers: Record<string, string> = {}): Promise<Received> {
      return site.send('GET', path, { headers: { Host: host, ...headers } });
    }

    async function visit(host: string, path: string): Promise<string> {
      const { status, headers } = await get(host, path);
      return `${status} ${headers.get('Location')}`;
    }

    test('one alias has its own destination on each host, even after an update of either link', async () => {
      const everywhere = async () => [
        await visit(mainHost, '/same'),
        await visit('go.brand.example', '/same'),
        await visit('bare.brand.example', '/same'),
      ];
      const expected = [`302 ${MAIN}`, `302 ${BRANDED}/go`, `302 ${BRANDED}/bare`];
      // Not cached, cached, and cached by its whole URL.
      for (let round = 0; round < 3; round += 1) expect(await everywhere()).toEqual(expected);
      const update = (id: number | undefined, url: string) =>
        site.send('PUT', `/api/url/${id}/update`, { key, body: { url } });
      await update(ids.main, `${MAIN}/2`);
      expect(await everywhere()).toEqual([`302 ${MAIN}/2`, ...expected.slice(1)]);
      await update(ids.go, `${BRANDED}/go2`);
      expect(await everywhere()).toEqual([`302 ${MAIN}/2`, `302 ${BRANDED}/go2`, `302 ${BRANDED}/bare`]);
      await update(ids.main, MAIN);
      await update(ids.go, `${BRANDED}/go`);
      expect(await everywhere()).toEqual(expected);
    });

    const named: [host: string, place: string | null][] = [
      ['GO.Brand.Example', `${BRANDED}/go`],
      ['go.brand.example.', `${BRANDED}/go`],
      ['go.brand.example:8080', `${BRANDED}/go`],
      ['go.brand.example.:443', `${BRANDED}/go`],
      ['port.brand.example:8443', `${BRANDED}/port`],
      ['PORT.brand.example.:8443', `${BRANDED}/port`],
      ['localhost:3000', MAIN],
      ['127.0.0.1:3000', MAIN],
    ];
    test.each(named)('a Host header of %s leads to %s', async (host, place) => {
      for (let round = 0; round < 3; round += 1) expect(await visit(host, '/same')).toBe(`302 ${place}`);
      expect(await visit(host, '/same?a=1')).toBe(`302 ${place}?a=1`);
      expect(await visit(host, '/same/')).toBe(`302 ${place}`);
    });

    const unknownHosts = [
      'port.brand.example',
      'port.brand.example:9999',
      'brand.example',
      'x.go.brand.example',
      'go.brand.example.evil.example',
      'nobody.example',
    ];
    test.each(unknownHosts)('%s is an unknown host', async (host) => {
      const expected = mainHost === 'sgn.example' ? '404 null' : `302 ${MAIN}`;
      for (let round = 0; round < 3; round += 1) expect(await visit(host, '/same')).toBe(expected);
    });

    test('the id of a domain in a path leads to none of its links', async () => {
      const { domain_id: id } = await site.database.db
        .selectFrom('links')
        .select('domain_id')
        .where('id', '=', ids.go ?? 0)
        .executeTakeFirstOrThrow();
      await visit('go.brand.example', '/same');
      for (const host of [mainHost, 'bare.brand.example'])
        for (const path of [`/${id}/same`, `/${id}%2Fsame`]) expect(await visit(host, path)).toBe('404 null');
    });

    test('the root of a domain redirects to redirectroot, and a missing alias to redirect404', async () => {
      for (const path of ['/', '/?x=1']) {
        const { status, headers } = await get('go.brand.example', path);
        expect([status, headers.get('Location')]).toEqual([302, ROOT]);
        expect(headers.get('Cache-Control')).toBe('private, no-store');
      }
      for (const path of ['/nothing', '/nothing+', '/a/b', '/favicon.ico', '/docs', '/setup', '/app', '/q/AAAAAAA']) {
        const { status, headers } = await get('go.brand.example', path);
        expect([path, status, headers.get('Location')]).toEqual([path, 302, LOST]);
        expect(headers.get('Cache-Control')).toBe('private, no-store');
      }
      expect(await visit('port.brand.example:8443', '/')).toBe(`302 ${ROOT}`);
    });

    test('without these settings a domain shows a neutral page, not a page of this service', async () => {
      for (const path of ['/', '/nothing', '/docs', '/setup', '/app', '/qr/AAAAAAA']) {
        const { status, text } = await get('bare.brand.example', path, { 'Accept-Language': 'de' });
        expect([path, status]).toEqual([path, 404]);
        expect(text).toContain('Link nicht gefunden');
        expect(text).not.toContain('This domain serves short links');
      }
      expect((await get(mainHost, '/')).text).toContain('This domain serves short links');
      expect((await get(mainHost, '/docs')).status).toBe(200);
      expect((await get('bare.brand.example', '/assets/inter.woff2')).status).toBe(200);
    });

    test('a visitor who guesses aliases on a domain is limited, with and without redirect404', async () => {
      const peer = '198.51.100.66';
      const guess = async (index: number) =>
        (await site.send('GET', `/guess${index}`, { headers: { Host: 'go.brand.example' }, peer })).status;
      const statuses: number[] = [];
      for (let index = 0; index < 22; index += 1) statuses.push(await guess(index));
      expect(statuses).toEqual([...Array(20).fill(302), 429, 429]);
    });

    test('pages show the short URL on their own host', async () => {
      const { text } = await get('go.brand.example', '/same+');
      expect(text).toContain('https://go.brand.example/same');
      expect((await get('bare.brand.example', '/same+')).text).toContain('http://bare.brand.example/same');
      await addLink('shared', BRANDED, 'go.brand.example', { metatitle: 'Sale' });
      for (let round = 0; round < 3; round += 1) {
        const card = await get('go.brand.example', '/shared', { 'User-Agent': 'Twitterbot/1.0' });
        expect(card.text).toContain('https://go.brand.example/shared');
        expect(card.text).not.toContain('sgn.example');
      }
    });

    test.each([
      ['go.brand.example', true],
      ['bare.brand.example', false],
    ])('a password that was entered on %s unlocks the link there', async (host, isSecure) => {
      await addLink('vault', BRANDED, host, { password: 'open sesame' });
      const headers = { Host: host };
      expect((await site.send('GET', '/vault', { headers })).text).toContain('type="password"');
      const given = await site.send('POST', '/vault', { headers, body: 'password=open+sesame' });
      expect([given.status, given.headers.get('Location')]).toEqual([303, '/vault']);
      const cookie = given.headers.get('Set-Cookie') ?? '';
      expect(cookie.includes('Secure')).toBe(isSecure);
      expect(cookie).not.toContain('Domain');
      const [pair = ''] = cookie.split(';');
      for (let round = 0; round < 2; round += 1) {
        const open = await site.send('GET', '/vault', { headers: { ...headers, Cookie: pair } });
        expect([open.status, open.headers.get('Location')]).toEqual([302, BRANDED]);
      }
    });

    test('clicks on a domain count for its own link', async () => {
      const clicksOf = async (id: number | undefined) =>
        (await site.send('GET', `/api/url/${id}`, { key })).json.data.clicks;
      const [main, go] = [await clicksOf(ids.main), await clicksOf(ids.go)];
      for (let round = 0; round < 3; round += 1) await visit('go.brand.example', '/same');
      expect([await clicksOf(ids.main), await clicksOf(ids.go)]).toEqual([main, go + 3]);
    });
  });
}
