import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import type { Admission } from './endpoint-caller.ts';

const PEERS = { requestIP: () => ({ address: '203.0.113.9' }) };

onEachEngine('endpoints called within the program', (engine) => {
  let site: TestSite;
  let key: string;
  let reader: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '30' });
    key = (await site.addUser()).key;
    const body = { name: 'reader', scopes: ['links:read'], current_password: 'correct horse 9' };
    reader = (await site.send('POST', '/api/key/add', { key, body })).json.apikey;
  });
  afterAll(() => site.close());

  function admit(secret: string): Promise<Admission> {
    const { endpoints, services } = site.site;
    return endpoints.admit(new Request('http://localhost:3000/other'), PEERS, () =>
      services.keys.findPrincipal(secret),
    );
  }

  test('answer and record as over HTTP', async () => {
    const { endpoints } = site.site;
    const admission = await admit(key);
    const { id } = await endpoints.call(admission, 'POST /api/url/add', {
      body: { url: 'https://www.example.com/a' },
    });
    const { details } = await endpoints.call(admission, 'GET /api/url/:id', { params: { id } });
    expect(details.longurl).toBe('https://www.example.com/a');
    const { data } = await endpoints.call(admission, 'GET /api/urls', { query: { limit: 1 } });
    expect(data.urls.map((link) => link.id)).toEqual([id]);
    const { json } = await site.send('GET', '/api/audit?noun=url', { key });
    expect(json.data.audit[0]).toMatchObject({ request_id: admission.request.id, actor: { kind: 'key' } });
  });

  test('import a list of links as a file', async () => {
    const body = { links: [{ url: 'https://www.example.com/b' }, { url: 'no URL' }] };
    const answer = await site.site.endpoints.call(await admit(key), 'POST /api/urls/import', { body });
    expect(answer).toMatchObject({ imported: 1, refused: 1 });
  });

  test('end a long import when the key is revoked meanwhile', async () => {
    const { json } = await site.send('POST', '/api/key/add', {
      key,
      body: { name: 'temporary', scopes: ['links:write'] },
    });
    const admission = await admit(json.apikey);
    expect((await site.send('DELETE', `/api/key/${json.id}/delete`, { key })).status).toBe(200);
    const body = { links: [{ url: 'https://www.example.com/revoked' }] };
    const imported = site.site.endpoints.call(admission, 'POST /api/urls/import', { body });
    await expect(imported).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect((await site.send('GET', '/api/urls?q=revoked', { key })).json.data.result).toBe(0);
  });

  testWithoutStore(engine)('refuse bad input, a missing scope and a missing key', async () => {
    const { endpoints } = site.site;
    const body = { url: 'https://www.example.com/c' };
    const add = async (secret: string, sent: { url: string }) =>
      endpoints.call(await admit(secret), 'POST /api/url/add', { body: sent });
    expect(add(key, { url: '' })).rejects.toMatchObject({ kind: 'invalid', fields: [{ field: 'url' }] });
    expect(add(reader, body)).rejects.toMatchObject({ kind: 'forbidden' });
    expect(add('sp_unknown', body)).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  test('share the rate window of their key with the API', async () => {
    while ((await site.send('GET', '/api/pixels', { key })).status !== 429);
    const admission = await admit(key);
    expect(admission.verdict).toMatchObject({ isAllowed: false, remaining: 0 });
    expect(site.site.endpoints.call(admission, 'GET /api/pixels', {})).rejects.toMatchObject({
      kind: 'rate_limited',
      retryAfterSeconds: expect.any(Number),
    });
  });
});
