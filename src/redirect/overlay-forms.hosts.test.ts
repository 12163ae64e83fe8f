import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const MAIN = 'sgn.example';
const SECURE = 'go.brand.example';
const PLAIN = 'bare.brand.example';
const OWN = 'https://example.com/own';

onEachEngine('the forms of overlays on each host', (engine) => {
  let site: TestSite;
  let key: string;
  let names = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: `http://${MAIN}` }, { random: () => 0 });
    key = (await site.addUser()).key;
    for (const domain of [`https://${SECURE}`, `http://${PLAIN}`]) await send('POST', '/api/domain/add', { domain });
  });
  afterAll(() => site.close());

  function send(method: string, path: string, body?: object): Promise<Received> {
    return site.send(method, path, { key, headers: { Host: MAIN }, ...(body && { body }) });
  }

  async function addOverlay(fields: object = {}): Promise<number> {
    const body = { type: 'poll', name: 'Drinks', answers: ['Tea', 'Coffee'], ...fields };
    return (await send('POST', '/api/overlay/add', body)).json.id;
  }

  async function addLink(custom: string, overlay: number, fields: object = {}): Promise<number> {
    const { json } = await send('POST', '/api/url/add', { url: OWN, custom, type: `overlay-${overlay}`, ...fields });
    return json.id;
  }

  async function addCampaign(): Promise<{ id: number; path: string }> {
    names += 1;
    const { json } = await send('POST', '/api/campaign/add', { slug: `slug-${names}`, public: true });
    return { id: json.id, path: `/r/slug-${names}` };
  }

  function formIn({ text }: Received): { action: string; mark: string } {
    const action = /<form[^>]* method="post" action="([^"]*)"/.exec(text)?.[1] ?? '';
    return { action, mark: /name="mark" value="([^"]*)"/.exec(text)?.[1] ?? '' };
  }

  function get(Host: string, path: string): Promise<Received> {
    return site.send('GET', path, { headers: { Host } });
  }

  function vote(Host: string, path: string, mark: string, peer = '203.0.113.9'): Promise<Received> {
    return site.send('POST', path, {
      peer,
      headers: { Host },
      body: String(new URLSearchParams({ mark, answer: 'Tea' })),
    });
  }

  async function linksOf(overlay: number): Promise<number[]> {
    const { json } = await send('GET', `/api/overlay/${overlay}/responses`);
    return json.data.responses.map(({ link }: { link: number }) => link);
  }

  async function clicksOf(id: number): Promise<number> {
    return (await send('GET', `/api/url/${id}`)).json.data.clicks;
  }

  test('one alias on three hosts: a form belongs to the link of the host that it is sent to', async () => {
    const overlay = await addOverlay();
    const links = [
      await addLink('same', overlay),
      await addLink('same', overlay, { domain: SECURE }),
      await addLink('same', overlay, { domain: PLAIN }),
    ];
    for (const [index, host] of [MAIN, SECURE, PLAIN].entries()) {
      const { action, mark } = formIn(await get(host, '/same'));
      expect(action).toBe('/cta/same');
      const { status, headers } = await vote(host, action, mark, `203.0.113.${80 + index}`);
      expect(status).toBe(200);
      expect(headers.get('Set-Cookie')).toMatch(/; Path=\/cta\/same; .*HttpOnly/);
      expect(headers.get('Set-Cookie')?.includes('; Secure')).toBe(host === SECURE);
      expect(await linksOf(overlay)).toEqual(links.slice(0, index + 1).reverse());
    }
  });

  test('the token of a link on one host is not valid on another host', async () => {
    const overlay = await addOverlay();
    await addLink('shut', overlay);
    await addLink('shut', overlay, { domain: SECURE });
    const { mark } = formIn(await get(SECURE, '/shut'));
    expect((await vote(MAIN, '/cta/shut', mark)).status).toBe(400);
    expect(await linksOf(overlay)).toEqual([]);
  });

  test('a link of a domain has no form on the main host or on an unknown host', async () => {
    const overlay = await addOverlay();
    await addLink('branded', overlay, { domain: SECURE });
    const { mark } = formIn(await get(SECURE, '/branded'));
    for (const host of [MAIN, PLAIN, 'nobody.example'])
      expect((await vote(host, '/cta/branded', mark, '203.0.113.77')).status).toBe(404);
    expect(await linksOf(overlay)).toEqual([]);
    expect((await get(SECURE, '/cta/branded?a=1')).headers.get('Location')).toBe('/branded?a=1');
  });

  test('a bio page with the same name has no form', async () => {
    await send('POST', '/api/bio/add', { name: 'Me', slug: 'me' });
    expect((await get(MAIN, '/me')).status).toBe(200);
    expect((await vote(MAIN, '/cta/me', 'x', '203.0.113.78')).status).toBe(404);
  });

  test('a rotator shows the overlay itself, and its form is sent to the URL of the link', async () => {
    const overlay = await addOverlay();
    const { id: campaign, path } = await addCampaign();
    const link = await addLink('turned', overlay, { campaign });
    const page = await get(MAIN, `${path}?a=1`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<iframe src="${OWN}?a=1"`);
    const { action, mark } = formIn(page);
    expect(action).toBe('/cta/turned?a=1');
    expect((await vote(MAIN, action, mark)).status).toBe(200);
    expect([await linksOf(overlay), await clicksOf(link)]).toEqual([[link], 1]);
  });

  test('a rotator shows a custom splash page as the link would', async () => {
    const { json } = await send('POST', '/api/splash/add', { name: 'Tour', title: 'The tour' });
    const { id: campaign, path } = await addCampaign();
    const { json: link } = await send('POST', '/api/url/add', { url: OWN, type: json.id, campaign });
    const page = await get(MAIN, path);
    expect(page.text).toBe((await get(MAIN, new URL(link.shorturl).pathname)).text);
    expect(page.text).toContain('<h1>The tour</h1>');
  });

  test('a form of another host is shown there: the rotator redirects to it, and takes no click', async () => {
    const { id: campaign, path } = await addCampaign();
    const link = await addLink('away', await addOverlay(), { domain: SECURE, campaign, max_clicks: 1 });
    const { status, headers } = await get(MAIN, `${path}?a=1`);
    expect([status, headers.get('Location')]).toEqual([302, `https://${SECURE}/away?a=1`]);
    expect((await get(SECURE, '/away?a=1')).text).toContain('<dialog');
    expect(await clicksOf(link)).toBe(1);
  });

  test('an overlay without a form is shown by the rotator, whatever the host of its link', async () => {
    const { id: campaign, path } = await addCampaign();
    const overlay = await addOverlay({ type: 'message', text: 'Look', answers: undefined });
    await addLink('calm', overlay, { domain: SECURE, campaign });
    expect((await get(MAIN, path)).text).toContain('Look');
  });
});
