import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import { escapeHtml } from '../lib/html.ts';

const WEB = 'https://example.com/shop?x=1';
const IOS = { url: 'myapp://open/42', store: 'https://apps.apple.com/app/id1' };
const ANDROID = { url: 'myapp://open/42', package: 'com.example.app', store: 'https://play.google.com/x' };
const APP = { ios: IOS, android: ANDROID };

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Mobile/15E148 Safari/604.1`;
const IPAD = `Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) ${WEBKIT} Version/16.0 Mobile/15E148 Safari/604.1`;
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`;
const BOTS = ['facebookexternalhit/1.1', `${PIXEL} (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`];

const IN_APPS: Record<string, string> = {
  instagram: 'Instagram 350.0.0.0 (18_0; scale=3.00)',
  facebook: '[FB_IAB/FB4A;FBAV/480.0.0;]',
  tiktok: 'musical_ly_35.0.0 BytedanceWebview/d8a21c6',
  linkedin: '[LinkedInApp]/9.30',
  snapchat: 'Snapchat/12.90.0.40 (like Safari/8619.1)',
  wechat: 'MicroMessenger/8.0.50(0x1800322d) NetType/WIFI',
  line: 'Safari Line/14.15.0',
};

onEachEngine('a link that opens apps', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  const send = (method: string, path: string, body?: object) => site.send(method, path, { key, ...(body && { body }) });

  async function add(body: object): Promise<{ id: number; path: string }> {
    const { status, json } = await send('POST', '/api/url/add', { url: WEB, ...body });
    expect(status).toBe(200);
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  const visit = (path: string, agent: string, method = 'GET') =>
    site.send(method, path, { headers: { 'User-Agent': agent } });
  const outcomeOf = ({ status, headers }: Received) => `${status} ${headers.get('Location') ?? ''}`.trim();
  const detailsOf = async (id: number) => (await send('GET', `/api/url/${id}`)).json.details;
  const clicksOf = async (id: number) => (await send('GET', `/api/url/${id}`)).json.data.clicks;

  test('opens it on its system and falls back to the store; elsewhere, and for bots, nothing changes', async () => {
    const { id, path } = await add({ app: APP });
    for (const agent of [IPHONE, IPAD]) {
      const page = await visit(path, agent);
      expect(outcomeOf(page)).toBe('200');
      expect(page.text).toContain(`id="open" href="${IOS.url}"`);
      expect(page.text).toContain(`id="next" href="${IOS.store}"`);
      expect(page.text).toContain(escapeHtml(WEB));
    }
    const android = await visit(path, PIXEL);
    const fallback = `S.browser_fallback_url=${encodeURIComponent(ANDROID.store)}`;
    expect(android.text).toContain('href="intent://open/42#Intent;scheme=myapp;package=com.example.app;');
    expect(android.text).toContain(fallback);
    expect(await clicksOf(id)).toBe(3);
    expect(outcomeOf(await visit(path, IPHONE, 'HEAD'))).toBe('200');
    for (const agent of [MAC, ...BOTS]) expect(outcomeOf(await visit(path, agent))).toBe(`302 ${WEB}`);
    expect(await clicksOf(id)).toBe(4);
    const preview = await visit(`${path}+`, IPHONE);
    expect(preview.text).toContain('example.com');
    expect(preview.text).not.toContain('myapp:');
  });

  test('falls back to what the rules chose, with its parameters, where no store is named', async () => {
    const phone = 'https://example.com/phone';
    const { path } = await add({
      app: { ios: { url: 'myapp:x' }, android: { url: 'https://app.example/', store: '' } },
      devicetarget: [{ device: 'iphone', link: phone }],
      parameters: [{ name: 'ref', value: 'a' }],
    });
    expect((await visit(`${path}?q=2`, IPHONE)).text).toContain(
      escapeHtml(`id="next" href="${phone}?ref=a&q=2"`).replaceAll('&quot;', '"'),
    );
    const android = await visit(path, PIXEL);
    expect(android.text).toContain('id="open" href="https://app.example/"');
    expect(android.text).toContain(escapeHtml(`${WEB}&ref=a`));
  });

  test('asks for its password and takes its click first', async () => {
    const locked = await add({ app: APP, password: 'open sesame', escape: true });
    for (const extra of ['', ` ${IN_APPS.instagram}`]) {
      const { text } = await visit(locked.path, IPHONE + extra);
      expect(text).toContain('type="password"');
      for (const secret of ['myapp', 'example.com/shop']) expect(text).not.toContain(secret);
    }
    const limited = await add({ app: APP, max_clicks: 1 });
    expect((await visit(limited.path, IPHONE)).text).toContain('myapp:');
    const ended = await visit(limited.path, IPHONE);
    expect([ended.status, ended.text.includes('myapp:')]).toEqual([410, false]);
  });

  test.each(Object.entries(IN_APPS))('escape leaves the browser of %s', async (_, token) => {
    const { id, path } = await add({ escape: true });
    const ios = await visit(path, `${IPHONE} ${token}`);
    expect(outcomeOf(ios)).toBe('200');
    expect(ios.text).toContain(escapeHtml(`x-safari-${WEB}`));
    expect(ios.text).toContain('<ol');
    const android = await visit(path, `${PIXEL} ${token}`);
    expect(android.text).toContain(`href="intent://example.com/shop?x=1#Intent;scheme=https;`);
    expect(await clicksOf(id)).toBe(2);
    for (const agent of [IPHONE, PIXEL, `${IPHONE} WhatsApp/2.24`, ...BOTS])
      expect(outcomeOf(await visit(path, agent))).toBe(`302 ${WEB}`);
  });

  test('escape opens the link itself where an app follows, and only that visit is counted', async () => {
    const { id, path } = await add({ escape: true, app: APP, max_clicks: 1 });
    const page = await visit(`${path}?a=1`, `${IPHONE} ${IN_APPS.wechat}`);
    expect(page.text).toContain(`x-safari-http://localhost:3000${path}?a=1`);
    expect(page.text).not.toContain('example.com/shop');
    expect(await clicksOf(id)).toBe(0);
    expect((await visit(path, IPHONE)).text).toContain(IOS.url);
    expect(await clicksOf(id)).toBe(1);
  });

  test('keeps what an update omits, and clears what is null or empty', async () => {
    const { id, path } = await add({ app: { ios: { url: ' MyApp://X ' }, android: null }, escape: true });
    expect(await detailsOf(id)).toMatchObject({ app: { ios: { url: 'myapp://X' } }, escape: true });
    await send('PUT', `/api/url/${id}/update`, { url: WEB, description: 'changed' });
    expect(await detailsOf(id)).toMatchObject({ app: { ios: { url: 'myapp://X' } }, escape: true });
    for (const app of ['', null, {}]) {
      await send('PUT', `/api/url/${id}/update`, { url: WEB, app: APP });
      expect((await detailsOf(id)).app).toEqual(APP);
      expect((await send('PUT', `/api/url/${id}/update`, { url: WEB, app, escape: null })).status).toBe(200);
      expect(await detailsOf(id)).toMatchObject({ app: null, escape: false });
    }
    expect(outcomeOf(await visit(path, IPHONE))).toBe(`302 ${WEB}`);
  });

  const refused: [field: string, app: unknown][] = [
    ['app', 'myapp://x'],
    ['app', []],
    ['app.ios.url', { ios: {} }],
    ['app.ios.url', { ios: { url: ' java\tscript:alert(1)' } }],
    ['app.android.url', { android: { url: 'DATA:text/html,x' } }],
    ['app.ios.store', { ios: { url: 'myapp:x', store: 'itms-apps://x' } }],
    ['app.android.package', { android: { url: 'myapp:x', package: 'com;end' } }],
    ['app.android.package', { android: { url: 'myapp:x', package: 'single' } }],
    ['escape', undefined],
  ];
  async function expectRefused(id: number, field: string, app: unknown): Promise<void> {
    const body = { url: 'https://example.com/new', ...(app === undefined ? { escape: 'yes' } : { app }) };
    const { status, json } = await send('PUT', `/api/url/${id}/update`, body);
    expect([status, json.errors[0].field]).toEqual([400, field]);
  }
  testWithoutStore(engine).each(refused)('%s is refused by name if it is wrong, and nothing is stored: %j', (...row) =>
    expectRefused(1, ...row),
  );
  test('app.android.url is refused by name if it leads to us, and nothing is stored', async () => {
    const { id } = await add({ app: APP });
    await expectRefused(id, 'app.android.url', { android: { url: 'http://localhost:3000/x' } });
    expect(await detailsOf(id)).toMatchObject({ longurl: WEB, app: APP });
  });

  test('is exported with its apps, and imported again; reuse never returns it', async () => {
    const url = 'https://example.com/exported';
    const { id } = await add({ url, app: APP, escape: true });
    const again = await send('POST', '/api/url/add', { url, reuse: true });
    expect(again.json.id).not.toBe(id);
    const { text } = await send('GET', `/api/urls.csv?q=exported`);
    const [head = ''] = text.split('\r\n');
    const line = text.split('\r\n').find((one) => one.includes('myapp')) ?? '';
    const renamed = line.replace(/http:\/\/localhost:3000\/[\w-]+/, 'http://localhost:3000/imported');
    const imported = await site.send('POST', '/api/urls/import', {
      key,
      headers: { 'Content-Type': 'text/csv' },
      body: `${head}\r\n${renamed}\r\n`,
    });
    expect(imported.json.rows[0].errors).toBeUndefined();
    expect(await detailsOf(imported.json.rows[0].id)).toMatchObject({ alias: 'imported', app: APP, escape: true });
  });
});
