import { afterAll, beforeAll, expect, mock, spyOn, test } from 'bun:test';
import { newStoreEnvironment, onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const OWN = 'https://example.com/own';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const META = { type: 'fbpixel', name: 'Shop', tag: '123456789012345' };
const REDDIT = { type: 'forum', name: 'Shop', tag: 't2_a1b2c3d4' };

/** The ids of the pixels that fire in a response. */
function firedIn({ text }: Received): string {
  return [...text.matchAll(/data-tags="([^"]*)"/g)].map(([, tags]) => tags).join(' ');
}

onEachEngine('a link with pixels', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addPixel(pixel: object): Promise<number> {
    return (await site.send('POST', '/api/pixel/add', { key, body: pixel })).json.id;
  }

  async function addLink(fields: object = {}): Promise<{ id: number; path: string }> {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, ...fields } });
    expect(status).toBe(200);
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  function visit(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Received> {
    return site.send(method, path, { headers: { 'User-Agent': AGENT, ...headers } });
  }

  async function clicksOf(id: number): Promise<number> {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.data.clicks;
  }

  test('shows a page that fires them, cached or not, and counts each visit once', async () => {
    const { id, path } = await addLink({ pixels: [await addPixel(META), await addPixel(REDDIT)] });
    for (const times of [1, 2, 3]) {
      const answer = await visit(times === 2 ? `${path}?a=1` : path);
      expect(answer.status).toBe(200);
      expect(firedIn(answer)).toBe(`${META.tag} ${REDDIT.tag}`);
      expect(answer.text).toContain(`<a id="go" href="${OWN}${times === 2 ? '?a=1' : ''}"`);
      expect(answer.headers.get('Location')).toBeNull();
      expect(await clicksOf(id)).toBe(times);
    }
  });

  test.each([
    ['HEAD', {}, 'HEAD'],
    ['a crawler', { 'User-Agent': 'Googlebot/2.1' }, 'GET'],
    ['a preview', { 'User-Agent': 'Twitterbot/1.0' }, 'GET'],
    ['a monitor', { 'User-Agent': 'UptimeRobot/2.0' }, 'GET'],
    ['a prefetch', { 'Sec-Purpose': 'prefetch' }, 'GET'],
    ['a visitor with Sec-GPC', { 'Sec-GPC': '1' }, 'GET'],
    ['a visitor with DNT', { DNT: '1' }, 'GET'],
  ] as const)('redirects %s directly, with the link’s own code', async (_, headers, method) => {
    const { path } = await addLink({ pixels: [await addPixel(META)], redirect_code: 307 });
    for (const suffix of ['', '?a=1']) {
      const answer = await visit(path + suffix, headers, method);
      expect([answer.status, answer.headers.get('Location'), answer.text]).toEqual([307, OWN + suffix, '']);
      expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    }
  });

  test('fires them in a frame and in a splash page, without another page before it', async () => {
    const pixels = [await addPixel(META)];
    for (const type of ['frame', 'splash']) {
      const { path } = await addLink({ type, pixels });
      const answer = await visit(path);
      expect(firedIn(answer)).toBe(META.tag);
      expect(answer.text).toContain(type === 'frame' ? '<iframe' : 'class="dial"');
      expect(answer.headers.get('Content-Security-Policy')).toContain('https://connect.facebook.net');
      const private_ = await visit(path, { 'Sec-GPC': '1' });
      expect(private_.status).toBe(200);
      expect(firedIn(private_)).toBe('');
      expect(private_.headers.get('Content-Security-Policy')).not.toContain('facebook');
    }
  });

  test('redirects exactly max_clicks of any number of concurrent visits', async () => {
    const { id, path } = await addLink({ pixels: [await addPixel(META)], max_clicks: 3 });
    await visit(path, {}, 'HEAD');
    const answers = await Promise.all(Array.from({ length: 30 }, () => visit(path)));
    expect(answers.filter((answer) => firedIn(answer) === META.tag)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 410)).toHaveLength(27);
    expect(await clicksOf(id)).toBe(3);
  });

  test('reveals nothing and fires nothing before its password is entered', async () => {
    const { path } = await addLink({ pixels: [await addPixel(META)], password: 'open sesame' });
    const form = await visit(path);
    expect(form.text).not.toMatch(/example\.com|facebook|123456789012345/);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const { headers: given } = await site.send('POST', path, { headers, body: 'password=open+sesame' });
    const opened = await visit(path, { Cookie: given.get('Set-Cookie')?.split(';')[0] ?? '' });
    expect(firedIn(opened)).toBe(META.tag);
  });

  test('shows its destination in a preview without firing anything', async () => {
    const { id, path } = await addLink({ pixels: [await addPixel(META)] });
    const { status, text, headers } = await visit(`${path}+`);
    expect(status).toBe(200);
    expect(text).toContain('example.com');
    expect(text + headers.get('Content-Security-Policy')).not.toMatch(/facebook|123456789012345/);
    expect(await clicksOf(id)).toBe(0);
  });

  test('fires nothing once it has ended', async () => {
    const pixels = [await addPixel(META)];
    const ended = await addLink({ pixels, expiry: '2026-01-01 00:00:00', expiry_url: 'https://late.example/' });
    const disabled = await addLink({ pixels, status: 'disabled' });
    expect((await visit(ended.path)).headers.get('Location')).toBe('https://late.example/');
    expect(firedIn(await visit(disabled.path))).toBe('');
  });

  test('a changed, deleted, added or replaced pixel takes effect with the next visit', async () => {
    const [first, second] = [await addPixel(META), await addPixel(REDDIT)];
    const { id, path } = await addLink({ pixels: [first] });
    const other = await addLink({ pixels: [first, second] });
    const both = async () => [firedIn(await visit(path)), firedIn(await visit(other.path))];
    expect(await both()).toEqual([META.tag, `${META.tag} ${REDDIT.tag}`]);
    await site.send('PUT', `/api/pixel/${first}/update`, { key, body: { tag: '999999999999999' } });
    expect(await both()).toEqual(['999999999999999', `999999999999999 ${REDDIT.tag}`]);
    await site.send('DELETE', `/api/pixel/${first}/delete`, { key });
    expect(await both()).toEqual(['', REDDIT.tag]);
    expect((await visit(path)).headers.get('Location')).toBe(OWN);
    await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, pixels: [second] } });
    expect(await both()).toEqual([REDDIT.tag, REDDIT.tag]);
    await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, pixels: [] } });
    expect(await both()).toEqual(['', REDDIT.tag]);
  });

  test('a pixel that changes while a link is loaded takes effect', async () => {
    const pixel = await addPixel(META);
    const { path } = await addLink({ pixels: [pixel] });
    const { links } = site.site.services;
    const { promise: isChanged, resolve: changed } = Promise.withResolvers<void>();
    const find = links.findByAlias;
    const lookup = spyOn(links, 'findByAlias').mockImplementationOnce(async (...asked) => {
      const found = await find(...asked);
      await isChanged;
      return found;
    });
    const early = visit(path);
    await site.send('PUT', `/api/pixel/${pixel}/update`, { key, body: { tag: '999999999999999' } });
    changed();
    await early;
    expect(firedIn(await visit(path))).toBe('999999999999999');
    lookup.mockRestore();
  });

  test('a link without pixels is loaded with one query, a link with pixels with two', async () => {
    const [plain, carrying] = [await addLink(), await addLink({ pixels: [await addPixel(META)] })];
    // They query in the background.
    await site.site.services.linkExpiry.close();
    await site.site.services.webhookSender.close();
    const execute = spyOn(site.database.db.getExecutor(), 'executeQuery');
    const queriesOf = async (path: string) => {
      execute.mockClear();
      await visit(path);
      return execute.mock.calls.length;
    };
    expect([await queriesOf(plain.path), await queriesOf(carrying.path), await queriesOf(carrying.path)]).toEqual([
      1, 2, 0,
    ]);
    execute.mockRestore();
  });

  test('is not returned by `reuse` for a request without pixels', async () => {
    const url = 'https://example.com/reused';
    const { id } = await addLink({ url, pixels: [await addPixel(META)] });
    const fresh = await addLink({ url, reuse: true });
    expect(fresh.id).not.toBe(id);
    expect((await addLink({ url, reuse: true })).id).toBe(fresh.id);
  });

  test('a plain link responds to POST with 405, and so does one with pixels that need no consent', async () => {
    for (const { path } of [await addLink(), await addLink({ pixels: [await addPixel(META)] })]) {
      const { status, headers } = await site.send('POST', path, { body: 'pixels=allow' });
      expect([status, headers.get('Set-Cookie'), headers.get('Location')]).toEqual([405, null, null]);
    }
  });
});

onEachEngine('PIXEL_PRIVACY', (engine) => {
  test('with `ignore`, pixels fire whatever the browser requests', async () => {
    const site = await openTestSite(engine, { ...(await newStoreEnvironment(engine)), PIXEL_PRIVACY: 'ignore' });
    const { key } = await site.addUser();
    const pixel = await site.send('POST', '/api/pixel/add', { key, body: META });
    await site.send('POST', '/api/url/add', { key, body: { url: OWN, custom: 'open', pixels: [pixel.json.id] } });
    const headers = { 'User-Agent': AGENT, 'Sec-GPC': '1', DNT: '1' };
    expect(firedIn(await site.send('GET', '/open', { headers }))).toBe(META.tag);
    await site.close();
  });
});

onEachEngine('two nodes with one store', (engine) => {
  afterAll(() => {
    mock.restore();
  });

  test('a pixel that changes on one node takes effect on the other within five seconds', async () => {
    // A site reads the clock function of its cache when it is opened.
    const realNow = performance.now.bind(performance);
    let aheadMs = 0;
    spyOn(performance, 'now').mockImplementation(() => realNow() + aheadMs);
    const environment = await newStoreEnvironment(engine);
    const [here, there] = [await openTestSite(engine, environment), await openTestSite(engine, environment)];
    const { key } = await here.addUser();
    const { id } = (await here.send('POST', '/api/pixel/add', { key, body: META })).json;
    await here.send('POST', '/api/url/add', { key, body: { url: OWN, custom: 'shared', pixels: [id] } });
    const visit = async () => firedIn(await there.send('GET', '/shared', { headers: { 'User-Agent': AGENT } }));
    expect(await visit()).toBe(META.tag);
    await here.send('PUT', `/api/pixel/${id}/update`, { key, body: { tag: '999999999999999' } });
    aheadMs += 5_000;
    expect(await visit()).toBe('999999999999999');
    await here.send('DELETE', `/api/pixel/${id}/delete`, { key });
    aheadMs += 5_000;
    expect(await visit()).toBe('');
    await Promise.all([here.close(), there.close()]);
  });
});
