import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const OWN = 'https://example.com/own';
const OTHER = 'https://other.example/there';

onEachEngine('each field of the update body changes a plain link', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  /** Creates a plain link and updates it with these fields. */
  async function changed(fields: object) {
    const { id, shorturl } = (await site.send('POST', '/api/url/add', { key, body: { url: OWN } })).json;
    const update = await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, ...fields } });
    expect([update.status, update.json.errors]).toEqual([200, undefined]);
    return {
      details: (await site.send('GET', `/api/url/${id}`, { key })).json.details,
      visit: (headers: Record<string, string> = {}, peer = '203.0.113.9') =>
        site.send('GET', new URL(shorturl).pathname, { headers, peer }),
    };
  }

  test('url is the new destination', async () => {
    proves('links.update', 'url');
    const { details, visit } = await changed({ url: OTHER });
    expect([details.longurl, (await visit()).headers.get('Location')]).toEqual([OTHER, OTHER]);
  });

  test('type sets how visitors are redirected', async () => {
    proves('links.update', 'type');
    for (const type of ['frame', 'splash']) {
      const { details, visit } = await changed({ type });
      expect([details.type, (await visit()).status]).toEqual([type, 200]);
    }
    const { details, visit } = await changed({ type: 'direct' });
    expect([details.type, (await visit()).status]).toEqual(['direct', 302]);
  });

  test('password makes visitors enter it', async () => {
    proves('links.update', 'password');
    const { details, visit } = await changed({ password: 'open sesame' });
    expect(details.password).toBe(true);
    const { headers, text } = await visit();
    expect([headers.get('Location'), text.includes('type="password"')]).toEqual([null, true]);
  });

  test('domain may be the main host, and no unknown domain', async () => {
    proves('links.update', 'domain');
    const { details } = await changed({ domain: 'localhost:3000' });
    expect(details.shorturl).toStartWith('http://localhost:3000/');
    const body = { url: OWN, domain: 'go.example' };
    const { status, json } = await site.send('PUT', `/api/url/${details.id}/update`, { key, body });
    expect([status, json.errors[0].field]).toEqual([400, 'domain']);
  });

  test('expiry ends the link', async () => {
    proves('links.update', 'expiry');
    proves('links.details', 'expiry');
    const { details, visit } = await changed({ expiry: '2026-11-16 11:00:00' });
    expect([details.expiry, (await visit()).status]).toEqual(['2026-11-16 11:00:00', 410]);
  });

  test('rules by location, device and language are shown and followed', async () => {
    proves('links.update', 'geotarget', 'geotarget.location', 'geotarget.link');
    proves('links.update', 'devicetarget', 'devicetarget.device', 'devicetarget.link');
    proves('links.update', 'languagetarget', 'languagetarget.language', 'languagetarget.link');
    proves('links.details', 'location', 'device');
    const { details, visit } = await changed({
      geotarget: [{ location: 'Canada', link: `${OTHER}/ca` }],
      devicetarget: [{ device: 'Windows', link: `${OTHER}/windows` }],
      languagetarget: [{ language: 'de', link: `${OTHER}/de` }],
    });
    expect(details).toMatchObject({
      location: { canada: `${OTHER}/ca` },
      device: { windows: `${OTHER}/windows` },
      language: { de: `${OTHER}/de` },
    });
    expect((await visit({ 'Accept-Language': 'de' }, '24.48.0.1')).headers.get('Location')).toBe(`${OTHER}/ca`);
    const windows = await visit({ 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Accept-Language': 'de' });
    expect(windows.headers.get('Location')).toBe(`${OTHER}/windows`);
    expect((await visit({ 'Accept-Language': 'de' })).headers.get('Location')).toBe(`${OTHER}/de`);
  });

  test('metatitle, metadescription and metaimage are what crawlers get', async () => {
    proves('links.update', 'metatitle', 'metadescription', 'metaimage');
    const meta = { metatitle: 'Sale', metadescription: 'All of it', metaimage: 'https://img.example/a.png' };
    const { details, visit } = await changed(meta);
    expect(details).toMatchObject({ ...meta, title: 'Sale' });
    const { text } = await visit({ 'User-Agent': 'facebookexternalhit/1.1' });
    for (const word of Object.values(meta)) expect(text).toContain(`content="${word}"`);
  });

  test('parameters are set on the destination', async () => {
    proves('links.update', 'parameters', 'parameters.name', 'parameters.value');
    const { details, visit } = await changed({ parameters: [{ name: 'a', value: '1' }] });
    expect(details.parameters).toEqual([{ name: 'a', value: '1' }]);
    expect((await visit()).headers.get('Location')).toBe(`${OWN}?a=1`);
  });
});
