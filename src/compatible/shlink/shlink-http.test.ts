import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type Sent, type TestSite } from '../../../test/support/test-site.ts';

onEachEngine('Shlink’s API', (engine) => {
  let site: TestSite;
  let headers: Record<string, string>;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'shlink' });
    key = (await site.addUser()).key;
    headers = { 'X-Api-Key': key, Origin: 'https://app.shlink.io' };
    await site.send('POST', '/api/domain/add', { key, body: { domain: 'https://go.brand.example' } });
  });
  afterAll(() => site.close());

  const send = async (method: string, path: string, sent: Sent = {}) => {
    const received = await site.send(method, path, { ...sent, headers: { ...headers, ...sent.headers } });
    const { text } = received;
    return { ...received, json: text.startsWith('{') ? JSON.parse(text) : undefined };
  };

  test('pages of any site may use it, after asking', async () => {
    const asked = await site.send('OPTIONS', '/rest/v3/short-urls/a/b', {
      headers: {
        Origin: 'https://app.shlink.io',
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'content-type,x-api-key',
      },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(asked.headers.get('Access-Control-Allow-Methods')).toContain('PATCH');
    expect(asked.headers.get('Access-Control-Allow-Headers')).toBe('content-type,x-api-key');
    for (const path of ['/rest/v3/tags', '/rest/v3/nothing', '/rest/health'])
      expect((await send('GET', path)).headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  test('every version has the same calls, on every host', async () => {
    for (const [path, Host] of [
      ['/rest/health', 'localhost:3000'],
      ['/rest/v1/health', 'localhost:3000'],
      ['/rest/v2/short-urls', 'localhost:3000'],
      ['/rest/v3/tags/', 'go.brand.example'],
    ] as const) {
      const { status } = await send('GET', path, { headers: { Host } });
      expect([path, status]).toEqual([path, 200]);
    }
    expect((await send('GET', '/rest/health')).headers.get('Content-Type')).toBe('application/health+json');
  });

  test('failures are problems in JSON', async () => {
    const cases: [string, string, string | object | undefined, number, string][] = [
      ['GET', '/rest/v3/nothing', undefined, 404, 'not-found'],
      ['GET', '/rest/v4/short-urls', undefined, 404, 'not-found'],
      ['PUT', '/rest/v3/short-urls', {}, 405, 'method-not-allowed'],
      ['POST', '/rest/v3/short-urls', '{"longUrl":', 400, 'malformed-request-body'],
      ['GET', '/rest/v3/short-urls/a/b/c', undefined, 404, 'short-url-not-found'],
      ['GET', '/rest/v3/short-urls/a/b/visits', undefined, 404, 'short-url-not-found'],
      ['GET', '/rest/v3/short-urls?orderBy=mood-ASC', undefined, 400, 'invalid-data'],
      ['GET', '/rest/v3/short-urls?startDate=never', undefined, 400, 'invalid-data'],
      ['GET', '/rest/v3/visits/orphan?type=lost', undefined, 400, 'invalid-data'],
      ['PUT', '/rest/v3/tags', { oldName: 'a' }, 400, 'invalid-data'],
      ['GET', '/rest/v3/short-urls/shorten?longUrl=https://a.example/', undefined, 401, 'missing-authentication'],
    ];
    for (const [method, path, body, status, code] of cases) {
      const failed = await send(method, path, body === undefined ? {} : { body });
      expect([path, failed.headers.get('Content-Type')]).toEqual([path, 'application/problem+json']);
      expect([path, failed.status, failed.json]).toMatchObject([
        path,
        status,
        { status, type: `https://shlink.io/api/error/${code}` },
      ]);
    }
  });

  test('a GET request creates a short URL, as text or JSON', async () => {
    const path = `/rest/v1/short-urls/shorten?apiKey=${key}&longUrl=https%3A%2F%2Fa.example%2F`;
    const { json } = await site.send('GET', path);
    expect(json).toMatchObject({ longUrl: 'https://a.example/', domain: null });
    const text = await site.send('GET', `${path}&format=txt`);
    expect(text.headers.get('Content-Type')).toStartWith('text/plain');
    expect(text.text).toMatch(/^http:\/\/localhost:3000\/\w+$/);
  });

  test('a short URL is shown with all its visits, also those of the last moment', async () => {
    const body = { longUrl: 'https://a.example/', customSlug: 'counted' };
    await send('POST', '/rest/v3/short-urls', { body });
    const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' };
    for (const visits of [1, 2]) {
      await site.send('GET', '/counted', { headers: browser });
      const { json } = await send('GET', '/rest/v3/short-urls/counted');
      expect(json.visitsSummary).toEqual({ total: visits, nonBots: visits, bots: 0 });
    }
  });

  test('the audit log names the key, and statistics are deleted only by its owner', async () => {
    const body = { longUrl: 'https://a.example/', customSlug: 'logged', pathPrefix: 'p/' };
    expect((await send('POST', '/rest/v3/short-urls', { body })).json.shortCode).toBe('p-logged');
    await send('DELETE', '/rest/v3/short-urls/p-logged/visits');
    expect((await send('DELETE', '/rest/v3/short-urls/p-logged')).status).toBe(204);
    const { data } = (await site.send('GET', '/api/audit?noun=url&limit=3', { key })).json;
    const [[, rows]] = Object.entries(data).filter(([, value]) => Array.isArray(value)) as [[string, object[]]];
    expect(rows).toMatchObject(
      ['delete', 'erase_clicks', 'create'].map((action) => ({ action, actor: { kind: 'key' } })),
    );
  });
});
