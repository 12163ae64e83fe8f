import { afterAll, beforeAll, expect, test } from 'bun:test';
import Kutt from 'kutt';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const TARGET = 'https://example.com/page';

onEachEngine('clients of Kutt', (engine) => {
  let site: TestSite;
  let server: ReturnType<typeof Bun.serve>;
  let kutt: Kutt;
  let user: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'kutt', RATE_LIMIT: '1000' });
    user = await site.addUser();
    server = Bun.serve({ port: 0, fetch: (request, peers) => site.site.handle(request, peers) });
    kutt = new Kutt().set('api', `http://localhost:${server.port}/api/v2`).set('key', user.key);
  });
  afterAll(async () => {
    await server.stop(true);
    await site.close();
  });

  function send(method: string, path: string, body?: unknown, key = user.key) {
    return site.send(method, `/api/v2${path}`, { headers: { 'X-API-KEY': key }, ...(body !== undefined && { body }) });
  }

  test('the npm package kutt runs every call, unmodified', async () => {
    expect(await kutt.health().check()).toBe(true);
    const links = kutt.links();
    const made = await links.create({
      ...{ target: 'example.com/sdk', customurl: 'sdk', description: 'From the SDK', reuse: false },
      ...{ expire_in: '2 days', password: 'secret' },
    });
    expect(made).toMatchObject({
      ...{ address: 'sdk', target: 'http://example.com/sdk' },
      ...{
        description: 'From the SDK',
        link: 'http://localhost:3000/sdk',
        password: true,
        banned: false,
        visit_count: 0,
      },
    });
    expect(made.id).toMatch(/^[\da-f-]{36}$/);
    expect(made).toMatchObject({ expire_in: new Date(site.clock.now + 2 * 86_400_000).toISOString() });
    const { total, data } = await links.list({ limit: 5 });
    expect([total, data[0]?.id]).toEqual([1, made.id]);
    const changed = await links.update(made.id, {
      target: 'https://example.com/2',
      address: 'sdk2',
      description: 'Two',
    });
    expect(changed).toMatchObject({
      id: made.id,
      address: 'sdk2',
      target: 'https://example.com/2',
      description: 'Two',
    });
    const stats = await links.stats(made.id);
    expect(stats).toMatchObject({ id: made.id, lastDay: { total: 0, views: new Array(24).fill(0) } });
    expect(await links.remove(made.id)).toBe('Link has been deleted successfully.');
    await expect(links.remove(made.id)).rejects.toThrow('Link could not be found.');
    const domain = await kutt.domains().create({ address: 'go.example.org', homepage: 'example.org' });
    expect(domain).toMatchObject({ address: 'go.example.org', homepage: 'http://example.org/', banned: false });
    const info = await kutt.users().info();
    expect(info).toMatchObject({ apikey: user.key, domains: [{ id: domain.id, address: 'go.example.org' }] });
    expect(await kutt.domains().remove(domain.id)).toBe('Domain deleted successfully');
    const stranger = new Kutt().set('api', kutt.get('api')).set('key', 'wrong');
    await expect(stranger.links().list()).rejects.toThrow('Unauthorized.');
  });

  test('the requests of ShareX, the browser extension and Raycast', async () => {
    const shareX = await send('POST', '/links', {
      target: TARGET,
      password: '',
      customurl: null,
      reuse: false,
      domain: '',
    });
    expect([shareX.status, shareX.json.link]).toEqual([201, expect.stringMatching(/^http:\/\/localhost:3000\/\w+$/)]);
    const tested = await send('GET', '/users');
    expect(tested.json).toMatchObject({ apikey: user.key, email: expect.stringContaining('@'), domains: [] });
    const form = {
      customurl: 'from-page',
      password: 'abc',
      description: '',
      expire_in: '1 hour',
      domain: 'localhost:3000',
    };
    const extension = await send('POST', '/links', { target: TARGET, reuse: false, apikey: user.key, ...form }, '');
    expect(extension.json).toMatchObject({ address: 'from-page', password: true, domain: null, description: null });
    expect(extension.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const history = await send('GET', '/links?limit=15');
    expect(history.json).toMatchObject({
      limit: 15,
      skip: 0,
      total: 2,
      data: [{ id: extension.json.id }, { id: shareX.json.id }],
    });
    const raycast = await site.send('GET', `/api/v2/links?apikey=${user.key}&search=from-page`);
    expect([raycast.json.total, raycast.json.data[0].id]).toEqual([1, extension.json.id]);
  });
});
