import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const PERSON = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

onEachEngine('a scan of the QR code of a link', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '1000' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addLink(fields: object = {}): Promise<{ id: number; path: string }> {
    const body = { url: 'https://example.com/', ...fields };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  const visit = (path: string, headers: Record<string, string> = {}) =>
    site.send('GET', path, { headers: { ...PERSON, ...headers } });

  test('goes to the destination in one hop, without the suffix', async () => {
    const { path } = await addLink({ url: 'https://example.com/a?b=1' });
    for (const [visited, destination] of [
      [`${path}~`, 'https://example.com/a?b=1'],
      [`${path}~?c=2`, 'https://example.com/a?b=1&c=2'],
      [`${path}~/`, 'https://example.com/a?b=1'],
    ] as const) {
      const { status, headers } = await visit(visited);
      expect([status, headers.get('Location')]).toEqual([302, destination]);
    }
  });

  test('is a click of the link, with a source of its own', async () => {
    const { id, path } = await addLink();
    for (const suffix of ['', '~', '~']) await visit(path + suffix);
    const { json } = await site.send('GET', `/api/url/${id}/stats?by=source`, { key });
    expect(json.data).toMatchObject({ clicks: 3, top: { source: { 'QR code': 2 } } });
    const filtered = await site.send('GET', `/api/url/${id}/stats?filter[source]=QR+code`, { key });
    expect(filtered.json.data.clicks).toBe(2);
    expect((await site.send('GET', `/api/url/${id}/qr`, { key })).json.details.scans).toBe(2);
    expect((await site.send('GET', `/api/url/${id}`, { key })).json.data.clicks).toBe(3);
  });

  test('uses up a click of a limited link', async () => {
    const { path } = await addLink({ max_clicks: 1 });
    expect((await visit(`${path}~`)).status).toBe(302);
    expect((await visit(`${path}~`)).status).toBe(410);
  });

  test('asks for the password of the link and remembers it for the same URL', async () => {
    const { path } = await addLink({ password: 'open sesame' });
    expect((await visit(`${path}~`)).text).toContain(`action="${path}~"`);
    const answer = await site.send('POST', `${path}~`, { headers: FORM, body: 'password=open+sesame' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${path}~`]);
    const [cookie = '', ...attributes] = (answer.headers.get('Set-Cookie') ?? '').split('; ');
    expect(attributes).toContain(`Path=${path}~`);
    expect((await visit(`${path}~`, { Cookie: cookie })).headers.get('Location')).toBe('https://example.com/');
  });

  test('of an unknown alias is not found, and no alias can end in the suffix', async () => {
    for (const path of ['/nothing-here~', '/~', '/~~', '/a~b', '/a+~']) expect((await visit(path)).status).toBe(404);
    const body = { url: 'https://example.com/', custom: 'mine~' };
    expect((await site.send('POST', '/api/url/add', { key, body })).status).toBe(400);
  });
});
