import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { openTestSite, type Received, type Sent, type TestSite } from '../support/test-site.ts';

const DAY_MS = 86_400_000;
const BASE = 'https://sgn.example';
const SHOP = 'go.bakery.example';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const CRAWLER = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

/** What a bakery with three people does in a year. Each test builds on the one before. */
onEachEngine('one year of a small company', (engine) => {
  let site: TestSite;
  let key = '';
  const ids = new Map<string, number>();

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: BASE, REGISTRATION: 'open' });
    // The first account belongs to the operator.
    await site.addUser();
  });
  afterAll(() => site.close());

  async function call(method: string, path: string, body?: unknown): Promise<Received['json']> {
    const { status, json } = await site.send(method, path, { key, body, headers: { Host: 'sgn.example' } });
    expect({ path, status, json }).toMatchObject({ status: 200, json: { error: expect.anything() } });
    return json;
  }

  function idOf(name: string): number {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`nothing is called ${name}`);
    return id;
  }

  function visit(path: string, sent: Sent & { host?: string } = {}): Promise<Received> {
    const { host = 'sgn.example', headers, ...rest } = sent;
    return site.send('GET', path, { ...rest, headers: { Host: host, ...headers } });
  }

  async function leadsTo(path: string, sent?: Sent & { host?: string }): Promise<string | null> {
    return (await visit(path, sent)).headers.get('Location');
  }

  function passDays(days: number): void {
    site.clock.now += days * DAY_MS;
  }

  test('January: an account, a domain, a campaign and a channel', async () => {
    const registration = { email: 'mara@bakery.example', username: 'bakery', password: 'sourdough and rye' };
    const registered = await call('POST', '/api/account/register', registration);
    key = registered.apikey;
    expect((await call('GET', '/api/account')).data).toMatchObject({ username: 'bakery', status: 'active' });

    const domain = await call('POST', '/api/domain/add', {
      domain: `https://${SHOP}`,
      redirectroot: 'https://bakery.example/',
      redirect404: 'https://bakery.example/lost',
    });
    ids.set('domain', domain.id);
    const { data } = await call('GET', '/api/domains');
    expect(data).toMatchObject({ result: 1, domains: [{ id: domain.id, domain: `https://${SHOP}` }] });

    const campaign = await call('POST', '/api/campaign/add', { name: 'Spring bread', slug: 'spring', public: true });
    expect(campaign).toMatchObject({ domain: 'Spring bread', public: true, rotator: `${BASE}/r/spring` });
    expect(campaign.list).toBe(`${BASE}/u/bakery/spring`);
    ids.set('campaign', campaign.id);

    const channel = await call('POST', '/api/channel/add', { name: 'Window', color: '#0A7', starred: true });
    expect(channel).toMatchObject({ name: 'Window', description: '', starred: true });
    ids.set('channel', channel.id);
  });

  test('February: thirty links, a third of them in the campaign, on two hosts', async () => {
    for (let index = 1; index <= 30; index += 1) {
      const isBranded = index % 2 === 0;
      const body = {
        url: `https://bakery.example/bread/${index}`,
        custom: `bread-${index}`,
        metatitle: `Bread ${index}`,
        ...(isBranded && { domain: SHOP }),
      };
      const { id, shorturl } = await call('POST', '/api/url/add', body);
      expect(shorturl).toBe(`${isBranded ? `https://${SHOP}` : BASE}/bread-${index}`);
      ids.set(`link ${index}`, id);
      if (index % 3 === 0) {
        const { message } = await call('POST', `/api/campaign/${idOf('campaign')}/assign/${id}`);
        expect(message).toBe('Link successfully added to the campaign.');
      }
    }
    const listed = await call('GET', '/api/urls?limit=12&page=3');
    expect(listed).toMatchObject({
      error: '0',
      data: { result: 30, perpage: 12, currentpage: 3, nextpage: 3, maxpage: 3 },
    });
    expect(listed.data.urls).toHaveLength(6);
    expect((await call('GET', `/api/urls?campaign=${idOf('campaign')}`)).data.result).toBe(10);
  });

  test('March: one alias on two hosts, a rotator, and visitors', async () => {
    await call('POST', '/api/url/add', { url: 'https://bakery.example/main', custom: 'open' });
    await call('POST', '/api/url/add', { url: 'https://bakery.example/shop', custom: 'open', domain: SHOP });
    expect(await leadsTo('/open')).toBe('https://bakery.example/main');
    expect(await leadsTo('/open', { host: SHOP })).toBe('https://bakery.example/shop');
    expect(await leadsTo('/', { host: SHOP })).toBe('https://bakery.example/');
    expect(await leadsTo('/nothing', { host: SHOP })).toBe('https://bakery.example/lost');

    const destinations = new Set<string | null>();
    for (let visits = 0; visits < 200; visits += 1) {
      destinations.add(await leadsTo('/r/spring', { peer: `198.51.100.${visits % 50}` }));
    }
    expect(destinations.size).toBe(10);
    expect((await visit('/u/bakery/spring')).text).toContain('Bread 3');
    const { data } = await call('GET', `/api/campaign/${idOf('campaign')}/stats`);
    expect(data).toMatchObject({ clicks: 200, unique: 50 });
  });

  test('April: QR codes, a pixel, and items in a channel', async () => {
    const qr = await call('POST', '/api/qr/add', {
      type: 'link',
      data: 'https://bakery.example/menu',
      background: 'rgb(255,255,255)',
      foreground: 'rgb(20,60,40)',
      name: 'Menu',
    });
    ids.set('qr', qr.id);
    const picture = await visit(new URL(qr.link).pathname);
    expect(picture.headers.get('Content-Type')).toBe('image/png');
    const pixel = await call('POST', '/api/pixel/add', { type: 'gtmpixel', name: 'Shop', tag: 'GTM-A1B2C3D' });
    ids.set('pixel', pixel.id);
    const bio = await call('POST', '/api/bio/add', { name: 'Bakery' });
    ids.set('bio', bio.id);

    const channel = `/api/channel/${idOf('channel')}`;
    for (const [type, id] of [
      ['links', idOf('link 1')],
      ['qr', idOf('qr')],
      ['bio', idOf('bio')],
    ]) {
      const { message } = await call('POST', `${channel}/assign/${type}/${id}`);
      expect(message).toBe('Item successfully added to the channel.');
    }
    const { data } = await call('GET', channel);
    expect(data.result).toBe(3);
    expect(data.items.map(({ type }: { type: string }) => type).sort()).toEqual(['bio', 'links', 'qr']);
    for (const { preview } of data.items) {
      expect((await visit(new URL(preview).pathname)).headers.get('Content-Type')).toBe('image/png');
    }
  });

  test('June: destinations change, printed QR codes still work, crawlers do not count as people', async () => {
    passDays(60);
    const first = idOf('link 1');
    const update = {
      url: 'https://bakery.example/summer',
      devicetarget: [{ device: 'iPhone', link: 'https://bakery.example/app' }],
      password: null,
    };
    expect(await call('PUT', `/api/url/${first}/update`, update)).toMatchObject({
      id: first,
      short: `${BASE}/bread-1`,
    });
    expect(await leadsTo('/bread-1', { headers: { 'User-Agent': IPHONE } })).toBe('https://bakery.example/app');
    expect(await leadsTo('/bread-1', { headers: { 'User-Agent': 'curl/8' } })).toBe('https://bakery.example/summer');
    await visit('/bread-1', { headers: { 'User-Agent': CRAWLER } });
    const { details, data } = await call('GET', `/api/url/${first}`);
    expect(details.device).toEqual({ iphone: 'https://bakery.example/app' });
    expect(data).toMatchObject({ clicks: 2, topBrowsers: { curl: 1 } });

    const qr = idOf('qr');
    const scanned = (await call('GET', `/api/qr/${qr}`)).details.link.replace('/qr/', '/q/');
    expect(await leadsTo(new URL(scanned).pathname)).toBe('https://bakery.example/menu');
    const { message } = await call('PUT', `/api/qr/${qr}/update`, { data: 'https://bakery.example/summer-menu' });
    expect(message).toBe('QR has been updated successfully.');
    expect(await leadsTo(new URL(scanned).pathname)).toBe('https://bakery.example/summer-menu');
    expect(await call('GET', `/api/qr/${qr}`)).toMatchObject({ details: { scans: 2 }, data: { clicks: 2 } });
  });

  test('September: names change, the campaign becomes private, a link expires', async () => {
    passDays(90);
    const campaign = idOf('campaign');
    const closed = await call('PUT', `/api/campaign/${campaign}/update`, { name: 'Spring, over', public: false });
    expect(closed).toMatchObject({ domain: 'Spring, over', public: false });
    expect((await visit('/r/spring')).status).toBe(404);
    expect((await visit('/u/bakery/spring')).status).toBe(404);

    const domain = { redirectroot: 'https://bakery.example/autumn', redirect404: '' };
    const changed = await call('PUT', `/api/domain/${idOf('domain')}/update`, domain);
    expect(changed.message).toBe('Domain has been updated successfully.');
    expect(await leadsTo('/', { host: SHOP })).toBe('https://bakery.example/autumn');
    expect((await visit('/nothing', { host: SHOP })).status).toBe(404);

    const renamed = await call('PUT', `/api/channel/${idOf('channel')}/update`, { description: 'By the door' });
    expect(renamed.message).toBe('Channel has been updated successfully.');
    const pixel = await call('PUT', `/api/pixel/${idOf('pixel')}/update`, { tag: 'GTM-Z9Y8X7W' });
    expect(pixel.message).toBe('Pixel has been updated successfully.');

    const expiry = { url: 'https://bakery.example/bread/2', expiry: '2020-01-01 00:00:00' };
    await call('PUT', `/api/url/${idOf('link 2')}/update`, expiry);
    expect((await visit('/bread-2', { host: SHOP })).status).toBe(410);
  });

  test('December: deleted items are gone, and the others still work', async () => {
    passDays(90);
    const deletions = [
      [`/api/pixel/${idOf('pixel')}/delete`, 'Pixel has been deleted successfully.'],
      [`/api/channel/${idOf('channel')}/delete`, 'Channel has been deleted successfully.'],
      [`/api/campaign/${idOf('campaign')}/delete`, 'Campaign has been deleted successfully.'],
      [`/api/qr/${idOf('qr')}/delete`, 'QR Code has been deleted successfully.'],
      [`/api/url/${idOf('link 30')}/delete`, 'Link has been deleted successfully'],
    ] as const;
    for (const [path, message] of deletions) expect((await call('DELETE', path)).message).toBe(message);
    const domain = `/api/domain/${idOf('domain')}/delete`;
    expect((await site.send('DELETE', domain, { key })).status).toBe(409);
    const gone = await call('DELETE', `${domain}?force=1`);
    expect(gone.message).toBe('Domain has been deleted successfully.');
    expect(gone.moved).toBe(15);
    expect(gone.renamed).toMatchObject([{ from: 'open' }]);

    expect(await leadsTo('/bread-4')).toBe('https://bakery.example/bread/4');
    expect(await leadsTo('/open')).toBe('https://bakery.example/main');
    expect((await visit('/bread-4', { host: SHOP })).status).toBe(404);
    expect((await visit('/bread-30')).status).toBe(404);
    const { data } = await call('GET', '/api/urls?limit=1000');
    expect(data.result).toBe(31);
    for (const list of ['pixels', 'channels', 'campaigns', 'domains', 'qr']) {
      expect((await call('GET', `/api/${list}`)).data.result).toBe(0);
    }
    const account = await call('PUT', '/api/account/update', { password: 'another year of bread' });
    expect(account.message).toBe('Account has been successfully updated.');
  });
});
