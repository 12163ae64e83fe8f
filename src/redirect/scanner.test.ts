import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { proves } from '../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { payloadOf } from '../qr/payload.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const TORONTO = '99.224.1.1';

onEachEngine('scans', (engine) => {
  let site: TestSite;
  let owner: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    owner = await site.addUser();
  });
  afterAll(() => site.close());

  async function addQr(body: object): Promise<{ id: number; path: string }> {
    const { json, status } = await site.send('POST', '/api/qr/add', { key: owner.key, body });
    expect([status, json.errors]).toEqual([200, undefined]);
    return { id: json.id, path: new URL(json.link).pathname.replace('/qr/', '/q/') };
  }

  async function statisticsOf(id: number) {
    return (await site.send('GET', `/api/qr/${id}`, { key: owner.key })).json;
  }

  test('a scan of a link redirects, is counted, and its response is not cacheable', async () => {
    proves('qr.data', 'clicks', 'uniqueClicks', 'topCountries', 'topReferrers', 'topBrowsers', 'topOs', 'socialCount');
    proves('qr.details', 'scans');
    proves('qr.item', 'scans');
    const { id, path } = await addQr({ type: 'link', data: 'https://example.com/a' });
    const sent = { headers: { 'User-Agent': IPHONE, Referer: 'https://www.facebook.com/' }, peer: TORONTO };
    const { status, headers } = await site.send('GET', path, sent);
    expect([status, headers.get('Location')]).toEqual([302, 'https://example.com/a']);
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    await site.send('GET', path, sent);
    await site.send('GET', path, { ...sent, headers: { 'User-Agent': 'Googlebot/2.1' } });
    await site.send('HEAD', path, sent);
    const { details, data } = await statisticsOf(id);
    expect(details.scans).toBe(2);
    expect(data).toEqual({
      clicks: 2,
      uniqueClicks: 1,
      topCountries: { Canada: '2' },
      topReferrers: { 'facebook.com': '2' },
      topBrowsers: { Safari: '2' },
      topOs: { iOS: '2' },
      socialCount: { facebook: 2, twitter: 0, google: 0 },
    });
    const { json } = await site.send('GET', '/api/qr?limit=1', { key: owner.key });
    expect(json.data.qrs[0]).toMatchObject({ id, scans: 2 });
  });

  test('scans are in the statistics of the code over time, and in those of the owner', async () => {
    const { key } = await site.addUser();
    const { json } = await site.send('POST', '/api/qr/add', {
      key,
      body: { type: 'link', data: 'https://example.com/' },
    });
    const path = new URL(json.link).pathname.replace('/qr/', '/q/');
    for (let scan = 0; scan < 3; scan += 1) await site.send('GET', path, { peer: TORONTO });
    const own = await site.send('GET', `/api/qr/${json.id}/stats?by=country`, { key });
    expect(own.json.data).toMatchObject({ clicks: 3, unique: 1, top: { country: { Canada: 3 } } });
    expect(own.json.data.series.at(-1)).toMatchObject({ clicks: 3 });
    const all = await site.send('GET', '/api/stats', { key });
    expect(all.json.data).toMatchObject({ clicks: 3, links: 0 });
    const filtered = await site.send('GET', `/api/qr/${json.id}/stats?filter[country]=Canada`, { key });
    expect(filtered.json.data).toMatchObject({ clicks: 3, unique: 1 });
  });

  test('the destination can change after printing', async () => {
    const { id, path } = await addQr({ type: 'link', data: 'https://example.com/before' });
    expect((await site.send('GET', path)).headers.get('Location')).toBe('https://example.com/before');
    const body = { data: 'https://example.com/after' };
    await site.send('PUT', `/api/qr/${id}/update`, { key: owner.key, body });
    expect((await site.send('GET', path)).headers.get('Location')).toBe('https://example.com/after');
    await site.send('PUT', `/api/qr/${id}/update`, { key: owner.key, body: { type: 'phone', data: '+49 30 123' } });
    expect((await site.send('GET', path)).headers.get('Location')).toBe('tel:+4930123');
  });

  const leading: [type: string, data: unknown, location: string][] = [
    ['phone', '+49 30 #1', 'tel:+4930%231'],
    ['sms', { phone: '+43 660 1', message: 'Grüße & mehr\r\n' }, 'sms:+436601?&body=Gr%C3%BC%C3%9Fe%20%26%20mehr'],
    ['sms', { phone: '123' }, 'sms:123'],
    ['email', { email: 'a@b.example', subject: 'Ä?' }, 'mailto:a@b.example?subject=%C3%84%3F'],
  ];
  for (const [type, data, location] of leading) {
    test(`a dynamic ${type} leads to ${location}`, async () => {
      const { id, path } = await addQr({ type, data, dynamic: true });
      const { status, headers } = await site.send('GET', path);
      expect([status, headers.get('Location')]).toEqual([302, location]);
      expect((await statisticsOf(id)).details.scans).toBe(1);
    });
  }

  test('a dynamic text is a page that shows it as text', async () => {
    const { id, path } = await addQr({ type: 'text', data: 'Grüße 🦊\n<script>alert(1)</script>', dynamic: true });
    const { status, text, headers } = await site.send('GET', path, { headers: { 'Accept-Language': 'de' } });
    expect(status).toBe(200);
    expect(text).toContain('Grüße 🦊\n&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('<html lang="de">');
    expect(text).not.toContain('<script');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect((await statisticsOf(id)).details.scans).toBe(1);
  });

  test('a dynamic business card is a download', async () => {
    const data = { fname: 'Žofie', lname: 'Müller', email: 'z@example.org' };
    const { path } = await addQr({ type: 'vcard', data, dynamic: true });
    const { status, text, headers } = await site.send('GET', path);
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/vcard; charset=utf-8']);
    expect(headers.get('Content-Disposition')).toBe('attachment; filename="contact.vcf"');
    expect(text).toBe(payloadOf({ type: 'vcard', data }));
  });

  test('an unknown code, a deleted code and a static code get the 404 page', async () => {
    const plain = await addQr({ type: 'text', data: 'Hello' });
    const deleted = await addQr({ type: 'link', data: 'https://example.com/' });
    expect((await site.send('GET', deleted.path)).status).toBe(302);
    await site.send('DELETE', `/api/qr/${deleted.id}/delete`, { key: owner.key });
    for (const path of [plain.path, deleted.path, '/q/zzzzzzzz', '/q/', '/q', '/q/a b', `${plain.path}/x`]) {
      const { status, text } = await site.send('GET', path);
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain('Link not found');
    }
    expect((await site.send('POST', plain.path)).status).toBe(405);
  });

  test('an erased code loses its counts, and the owner’s total stays', async () => {
    const { id, path } = await addQr({ type: 'link', data: 'https://example.com/' });
    await site.send('GET', path);
    expect((await statisticsOf(id)).details.scans).toBe(1);
    await site.send('DELETE', `/api/qr/${id}/delete?purge=1`, { key: owner.key });
    const rows = await site.database.db
      .selectFrom('rollups')
      .select('noun')
      .where('noun', '=', 3)
      .where('noun_id', '=', id)
      .execute();
    expect(rows).toEqual([]);
    expect((await site.send('GET', '/api/stats', { key: owner.key })).json.data.clicks).toBeGreaterThan(0);
  });
});
