import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { onEachEngine } from '../../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { waitUntil } from '../../../test/support/wait.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { webhookEvents } from '../../core/webhook-event.ts';
import { formatDateTime } from '../../lib/date-time.ts';

onEachEngine('webhooks', (engine) => {
  let site: TestSite;
  let key: string;
  let other: string;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    site = await openTestSite(engine, { WEBHOOK_ALLOW: 'loopback', RATE_LIMIT: '100000' });
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    site.clock.now = NOON;
    key = (await site.addUser()).key;
    other = (await site.addUser()).key;
    receiver = openWebhookReceiver();
  });
  afterEach(() => receiver.close());

  const send = (method: string, path: string, body?: unknown, by = key) =>
    site.send(method, path, { key: by, ...(body !== undefined && { body }) });

  async function add(body: object = {}): Promise<{ id: number; secret: string }> {
    const { json } = await send('POST', '/api/webhook/add', { url: receiver.url, events: webhookEvents, ...body });
    return json;
  }

  const types = () => receiver.received.map(({ event }) => event.type);
  const deliveries = async (id: number) => (await send('GET', `/api/webhook/${id}/deliveries`)).json.data.deliveries;

  /** Moves the clock and lets the server look again for what is due. */
  function pass(ms: number): void {
    site.clock.now += ms;
    site.site.services.linkExpiry.wake();
    site.site.services.webhookSender.wake();
  }

  async function waitForDelivery(id: number, fits: (first: Record<string, unknown>) => boolean): Promise<void> {
    await waitUntil('the delivery is as expected', async () => fits((await deliveries(id))[0] ?? {}));
  }

  /** Resolves when an event that is queued now has arrived elsewhere: whatever was due before has been sent then. */
  async function sendAnother(event = 'link.created', body: object = {}, passMs = 0): Promise<void> {
    const elsewhere = openWebhookReceiver();
    await send('POST', '/api/webhook/add', { url: elsewhere.url, events: [event] }, other);
    await send('POST', '/api/url/add', { url: 'https://later.example/', ...body }, other);
    pass(passMs);
    await elsewhere.waitFor((all) => all.length === 1);
    await elsewhere.close();
  }

  /** Lets second after second pass until the receiver has this many deliveries. */
  async function passUntilReceived(count: number): Promise<void> {
    const isReceived = () => {
      if (receiver.received.length >= count) return true;
      pass(1_001);
      return false;
    };
    await waitUntil(`${count} deliveries are received`, isReceived, { everyMs: 20 });
  }

  test('a webhook is created with a secret that is shown once and stored encrypted, and is listed, changed and deleted', async () => {
    const { json, status } = await send('POST', '/api/webhook/add', {
      url: receiver.url,
      events: ['clicks', 'clicks'],
    });
    expect([status, json]).toEqual([200, { error: 0, id: expect.any(Number), secret: expect.any(String) }]);
    expect(json.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const list = await send('GET', '/api/webhooks');
    const row = { id: json.id, url: receiver.url, name: '', events: ['clicks'], filter: {}, status: 'active' };
    expect(list.json.data.webhooks).toEqual([{ ...row, date: formatDateTime(NOON) }]);
    const stored = await site.database.db.selectFrom('webhooks').selectAll().where('id', '=', json.id).execute();
    expect(JSON.stringify(stored)).not.toContain(json.secret.slice(6));
    const change = { name: 'Shop', events: ['link.created'], status: 'disabled', filter: { tag: 'a' } };
    expect((await send('PUT', `/api/webhook/${json.id}/update`, change)).status).toBe(200);
    const [changed] = (await send('GET', '/api/webhooks')).json.data.webhooks;
    expect(changed).toMatchObject(change);
    expect((await send('DELETE', `/api/webhook/${json.id}/delete`)).status).toBe(200);
    expect((await send('GET', '/api/webhooks')).json.data.webhooks).toEqual([]);
    const audit = await send('GET', '/api/audit?noun=webhook');
    expect(JSON.stringify(audit.json)).not.toContain('whsec_');
    expect(JSON.stringify(audit.json)).toContain('"action":"delete"');
  });

  test('bad input names its field and stores nothing', async () => {
    const cases: [object, string][] = [
      [{ events: ['clicks'] }, 'url'],
      [{ url: receiver.url }, 'events'],
      [{ url: receiver.url, events: [] }, 'events'],
      [{ url: receiver.url, events: ['nothing'] }, 'events.0'],
      [{ url: 'http://10.0.0.1/', events: ['clicks'] }, 'url'],
      [{ url: 'https://192.168.0.1/', events: ['clicks'] }, 'url'],
      [{ url: 'https://[::ffff:10.0.0.1]/', events: ['clicks'] }, 'url'],
      [{ url: 'https://169.254.169.254/', events: ['clicks'] }, 'url'],
      [{ url: 'http://198.41.0.4/', events: ['clicks'] }, 'url'],
      [{ url: 'https://198.41.0.4:8443/', events: ['clicks'] }, 'url'],
      [{ url: 'https://user:pass@example.com/', events: ['clicks'] }, 'url'],
      [{ url: 'ftp://example.com/', events: ['clicks'] }, 'url'],
      [{ url: receiver.url, events: ['clicks'], name: 5 }, 'name'],
      [{ url: receiver.url, events: ['clicks'], filter: { tags: 'a' } }, 'filter.tags'],
      [{ url: receiver.url, events: ['clicks'], filter: { campaign: 999_999 } }, 'filter'],
      [{ url: receiver.url, events: ['clicks'], filter: { domain: 'unknown.example' } }, 'filter'],
    ];
    const campaign = (await send('POST', '/api/campaign/add', { name: 'x' }, other)).json.id;
    cases.push([{ url: receiver.url, events: ['clicks'], filter: { campaign } }, 'filter']);
    const { id } = await add({ name: 'first' });
    for (const [body, field] of cases) {
      const { status, json } = await send('POST', '/api/webhook/add', body);
      expect([status, json.errors?.[0]?.field]).toEqual([400, field]);
      if (!('url' in body) || !('events' in body)) continue;
      const changed = await send('PUT', `/api/webhook/${id}/update`, body);
      expect([changed.status, changed.json.errors?.[0]?.field]).toEqual([400, field]);
    }
    const { webhooks } = (await send('GET', '/api/webhooks')).json.data;
    expect(webhooks).toHaveLength(1);
    expect(webhooks[0].name).toBe('first');
  });

  test('someone else finds nothing, and a key needs the scope', async () => {
    const { id } = await add();
    const sent = (await send('POST', `/api/webhook/${id}/test`)).json.id;
    const paths = [
      ['PUT', 'update'],
      ['DELETE', 'delete'],
      ['POST', 'test'],
      ['POST', 'rotate'],
      ['GET', 'deliveries'],
      ['POST', `delivery/${sent}/retry`],
    ];
    for (const [method = '', path] of paths) {
      const body = method === 'PUT' ? {} : undefined;
      expect((await send(method, `/api/webhook/${id}/${path}`, body, other)).status).toBe(404);
      expect((await site.send(method, `/api/webhook/${id}/${path}`, { ...(body && { body }) })).status).toBe(401);
    }
    expect((await send('POST', `/api/webhook/${id}/delivery/msg_none/retry`)).status).toBe(404);
    const reader = (await send('POST', '/api/key/add', { name: 'r', scopes: ['webhooks:read'] })).json.apikey;
    expect((await send('GET', '/api/webhooks', undefined, reader)).status).toBe(200);
    expect((await send('POST', `/api/webhook/${id}/test`, undefined, reader)).status).toBe(403);
  });

  test('public libraries verify a delivery; while a secret is rotated, both secrets do for a day', async () => {
    const { id, secret } = await add({ events: ['clicks'] });
    const { json } = await send('POST', `/api/webhook/${id}/test`);
    await receiver.waitFor((all) => all.length === 1);
    const [first] = receiver.received;
    expect([first?.id, first?.event.type]).toEqual([json.id, 'webhook.test']);
    expect(first?.event.timestamp).toBe(new Date(NOON).toISOString());
    expect(first?.headers['webhook-signature']).not.toContain(' ');
    const rotated = (await send('POST', `/api/webhook/${id}/rotate`)).json;
    expect(rotated).toEqual({ error: 0, secret: expect.stringMatching(/^whsec_/) });
    await waitForDelivery(id, ({ status }) => status === 'delivered');
    await send('POST', `/api/webhook/${id}/delivery/${json.id}/retry`);
    await receiver.waitFor((all) => all.length === 2);
    const [, second] = receiver.received;
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    // The library compares with the real time; the test site has its own clock.
    const checkTime = Date.now;
    Date.now = () => NOON;
    try {
      for (const one of [secret, rotated.secret])
        new StandardWebhook(one).verify(second?.body ?? '', second?.headers ?? {});
      expect(() => new StandardWebhook(rotated.secret).verify(first?.body ?? '', first?.headers ?? {})).toThrow();
    } finally {
      Date.now = checkTime;
    }
    await waitForDelivery(id, ({ attempts, status }) => attempts === 2 && status === 'delivered');
    site.clock.now += 24 * 3_600_000 + 1;
    await send('POST', `/api/webhook/${id}/test`);
    await receiver.waitFor((all) => all.length === 3);
    expect(receiver.received[2]?.headers['webhook-signature']).not.toContain(' ');
  });

  test('changes of links are sent in order, one for each link, with the link as the list shows it', async () => {
    await add();
    const { id } = (await send('POST', '/api/url/add', { url: 'https://one.example/', tags: ['a'] })).json;
    const [listed] = (await send('GET', '/api/urls')).json.data.urls;
    await send('PUT', `/api/url/${id}/update`, { url: 'https://two.example/' });
    await send('PUT', `/api/url/${id}/update`, { status: 'disabled' });
    await send('PUT', `/api/url/${id}/update`, { status: 'disabled' });
    await send('POST', '/api/urls/change', { ids: [id], add_tag: 'b' });
    await send('POST', '/api/url/add', { url: 'https://three.example/' }, other);
    await send('DELETE', `/api/url/${id}/delete`);
    await receiver.waitFor((all) => all.length >= 6);
    expect(types()).toEqual([
      ...['link.created', 'link.updated', 'destination.changed', 'link.updated', 'link.updated', 'link.deleted'],
    ]);
    const [created, updated, changed, disabled, tagged, deleted] = receiver.received.map(({ event }) => event);
    expect(created.data).toEqual(listed);
    expect(created.timestamp).toBe(new Date(NOON).toISOString());
    expect(updated.data.longurl).toBe('https://two.example/');
    expect(changed.data).toMatchObject({ id, old: 'https://one.example/', new: 'https://two.example/' });
    expect(disabled.data).toMatchObject({ status: 'disabled', state: 'disabled' });
    expect(tagged.data.tags).toEqual(['a', 'b']);
    expect(deleted.data).toMatchObject({ id, tags: ['a', 'b'] });
  });

  test('filters by tag, campaign and domain let only matching events pass', async () => {
    const campaign = (await send('POST', '/api/campaign/add', { name: 'x' })).json.id;
    await add({ filter: { tag: 'yes' }, url: `${receiver.url}/tag` });
    await add({ filter: { campaign }, url: `${receiver.url}/campaign` });
    await add({ filter: { domain: 'localhost:3000' }, url: `${receiver.url}/domain` });
    const listSent = () =>
      new Set(receiver.received.map(({ path, event }) => `${path.split('/').at(-1)} ${event.type}`));
    const expectSent = async (body: object, expected: string[]) => {
      receiver.received.length = 0;
      const { json } = await send('POST', '/api/url/add', { url: 'https://example.com/', ...body });
      await site.send('GET', new URL(json.shorturl).pathname, { headers: { 'User-Agent': PERSON } });
      await send('GET', `/api/url/${json.id}`);
      await receiver.waitFor(() => listSent().size >= expected.length);
      await sendAnother();
      pass(1_001);
      expect(listSent()).toEqual(new Set(expected));
    };
    const everywhere = ['domain link.created', 'domain clicks'];
    await expectSent({}, everywhere);
    await expectSent({ tags: ['yes'] }, [...everywhere, 'tag link.created', 'tag clicks']);
    await expectSent({ campaign }, [...everywhere, 'campaign link.created', 'campaign clicks']);
  });

  const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('clicks by people arrive together, once a second, each with its own id and without an address', async () => {
    await add({ events: ['clicks', 'qr.scans'] });
    const { json } = await send('POST', '/api/url/add', { url: 'https://example.com/', custom: `click${engine}` });
    const path = new URL(json.shorturl).pathname;
    for (let visit = 0; visit < 250; visit += 1)
      await site.send('GET', path, { headers: { 'User-Agent': PERSON, Referer: 'https://news.example/' } });
    await site.send('GET', path, { headers: { 'User-Agent': 'Googlebot/2.1' } });
    await send('GET', `/api/url/${json.id}`);
    await receiver.waitFor((all) => all.length === 1);
    await sendAnother();
    expect(receiver.received).toHaveLength(1);
    for (const count of [2, 3]) await passUntilReceived(count);
    const clicks = receiver.received.flatMap(({ event }) => event.data.clicks);
    expect(receiver.received.map(({ event }) => event.data.clicks.length)).toEqual([100, 100, 50]);
    expect(new Set(clicks.map(({ id }) => id)).size).toBe(250);
    expect(receiver.received.every(({ event }) => event.type === 'clicks' && event.data.dropped === 0)).toBe(true);
    expect(clicks[0]).toMatchObject({
      ...{ link: json.id, alias: `click${engine}`, date: formatDateTime(NOON), referrer: 'news.example' },
      ...{ browser: 'Firefox', os: 'Linux', device: 'desktop', route: 'default' },
    });
    expect(receiver.received.map(({ body }) => body).join()).not.toContain('203.0.113');
    const qr = (await send('POST', '/api/qr/add', { type: 'link', data: 'https://example.com/', name: 'code' })).json;
    await site.send('GET', new URL(qr.link).pathname.replace('/qr/', '/q/'), { headers: { 'User-Agent': PERSON } });
    await send('GET', `/api/qr/${qr.id}`);
    // The outcome of the delivery before is stored by now, so this second counts.
    await passUntilReceived(4);
    const { type, data } = receiver.received[3]?.event ?? {};
    expect([type, data.scans]).toEqual(['qr.scans', [expect.objectContaining({ qr: qr.id, browser: 'Firefox' })]]);
  });

  test('the end of a link and its last click are announced once', async () => {
    await add({ events: ['link.expired', 'link.limit_reached'] });
    const expiry = formatDateTime(NOON + 60_000);
    await send('POST', '/api/url/add', { url: 'https://a.example/', expiry });
    const limited = (await send('POST', '/api/url/add', { url: 'https://b.example/', max_clicks: 2 })).json;
    for (let visit = 0; visit < 4; visit += 1)
      await site.send('GET', new URL(limited.shorturl).pathname, { headers: { 'User-Agent': PERSON } });
    pass(0);
    await receiver.waitFor((all) => all.length === 1);
    expect(receiver.received[0]?.event).toMatchObject({
      type: 'link.limit_reached',
      data: { id: limited.id, used_clicks: 2, state: 'limit_reached' },
    });
    pass(60_000);
    await receiver.waitFor((all) => all.length === 2);
    expect(receiver.received[1]?.event).toMatchObject({
      ...{ type: 'link.expired', timestamp: new Date(NOON + 60_000).toISOString() },
      data: { expiry, state: 'expired' },
    });
    await send('PUT', `/api/url/${limited.id}/update`, { url: 'https://b.example/', expiry: formatDateTime(NOON) });
    await receiver.waitFor((all) => all.length === 3);
    for (let times = 0; times < 3; times += 1) {
      await sendAnother('link.expired', { expiry: formatDateTime(site.clock.now + 20_000) }, 20_000);
    }
    expect(types()).toEqual(['link.limit_reached', 'link.expired', 'link.expired']);
  });

  test('responses to overlays and changes of domains are sent', async () => {
    await add({ events: ['overlay.response', 'domain.changed'] });
    const fields = { type: 'newsletter', name: 'n', label: 'Your email', button: 'Join' };
    const overlay = (await send('POST', '/api/overlay/add', fields)).json.id;
    const link = (await send('POST', '/api/url/add', { url: 'https://example.com/', type: `overlay-${overlay}` })).json;
    const path = new URL(link.shorturl).pathname;
    const mark = /name="mark" value="([^"]*)"/.exec((await site.send('GET', path)).text)?.[1] ?? '';
    const body = String(new URLSearchParams({ mark, email: 'ada@example.com' }));
    await site.send('POST', `/cta${path}`, { body });
    const domain = `https://hooks-${engine}.example`;
    const { id } = (await send('POST', '/api/domain/add', { domain })).json;
    await send('PUT', `/api/domain/${id}/update`, { redirectroot: 'https://example.com/' });
    await send('DELETE', `/api/domain/${id}/delete`);
    pass(0);
    await receiver.waitFor((all) => all.length === 4);
    const [response, ...domains] = receiver.received.map(({ event }) => event);
    expect([response.type, response.timestamp]).toEqual(['overlay.response', new Date(NOON).toISOString()]);
    expect(response.data).toEqual({ overlay, link: link.id, fields: { email: 'ada@example.com' } });
    expect(domains.map(({ type, data }) => [type, data.id, data.domain, data.change, data.redirectroot])).toEqual([
      ['domain.changed', id, domain, 'created', ''],
      ['domain.changed', id, domain, 'updated', 'https://example.com/'],
      ['domain.changed', id, domain, 'deleted', 'https://example.com/'],
    ]);
  });
});
