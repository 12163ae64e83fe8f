import { afterAll, beforeAll, expect, test } from 'bun:test';
import { openTestSite, type TestSite } from '../test/support/test-site.ts';
import { Signpost, type SignpostClient } from './signpost.ts';
import { SignpostError } from './signpost-error.ts';

let site: TestSite;
let signpost: SignpostClient;
let requests: string[];

/** Sends the requests of the client to the site, and notes them. */
function connect(key: string, status?: () => Response | undefined): SignpostClient {
  const send = async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname, search } = new URL(String(input));
    requests.push(`${init?.method} ${pathname}${search}`);
    const headers = { ...(init?.headers as Record<string, string>), Host: 'localhost:3000' };
    const request = new Request(`http://localhost:3000${pathname}${search}`, { ...init, headers });
    return status?.() ?? site.site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) });
  };
  return new Signpost({ url: 'http://localhost:3000/', key, fetch: send as typeof fetch, maxRetries: 2 });
}

let key: string;

beforeAll(async () => {
  requests = [];
  site = await openTestSite('sqlite');
  ({ key } = await site.addUser());
  signpost = connect(key);
});
afterAll(() => site.close());

test('a link is created, read, changed and deleted, and results have no `error` [sqlite]', async () => {
  const created = await signpost.links.create({ url: 'https://example.com/1', custom: 'spring' });
  expect(created).toEqual({ id: expect.any(Number), shorturl: 'http://localhost:3000/spring' });
  const { id } = created;
  expect(await signpost.links.get(id)).toMatchObject({ details: { alias: 'spring' }, data: { clicks: 0 } });
  expect(await signpost.links.update(id, { url: 'https://example.com/2' })).not.toHaveProperty('error');
  expect((await signpost.links.get(id)).details.longurl).toBe('https://example.com/2');
  await signpost.links.delete(id);
  await expect(signpost.links.get(id)).rejects.toMatchObject({ status: 404, code: 'link_not_found' });
});

test('every noun can be listed, and a list has the rows of all pages [sqlite]', async () => {
  for (let number = 0; number < 5; number += 1) await signpost.channels.create({ name: `Channel ${number}` });
  requests = [];
  const names: string[] = [];
  for await (const { name } of signpost.channels.list({ limit: 2 })) names.push(name);
  expect(names.sort()).toEqual([0, 1, 2, 3, 4].map((number) => `Channel ${number}`));
  expect(requests).toHaveLength(3);
  const { links, qr, domains, campaigns, pixels, overlays, splash, bio } = signpost;
  for (const noun of [links, qr, domains, campaigns, pixels, overlays, splash, bio]) {
    for await (const row of noun.list()) expect(row).toBeObject();
  }
});

test('invalid fields are named in a typed error [sqlite]', async () => {
  const failed = await signpost.links.create({ url: 'javascript:alert(1)' }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(SignpostError);
  expect(failed).toMatchObject({ status: 400, code: 'invalid_input', errors: [{ field: 'url' }] });
  await expect(connect('sp_wrong').links.get(1)).rejects.toMatchObject({ status: 401 });
});

test('a request waits for the time that the server asks for and is sent again, as often as allowed [sqlite]', async () => {
  let refusals = 2;
  const busy = connect(key, () =>
    refusals-- > 0
      ? new Response('{"error":1,"code":"rate_limited"}', { status: 429, headers: { 'Retry-After': '0.01' } })
      : undefined,
  );
  expect(await busy.request('GET /api/account')).toHaveProperty('data');
  refusals = 3;
  await expect(busy.request('GET /api/account')).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
});

test('a response that is not JSON, and a server that cannot be reached, are errors with a code', async () => {
  const broken = connect('x', () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(broken.links.get(1)).rejects.toMatchObject({ status: 502, code: 'unexpected_status' });
  for (const page of [new Response('<h1>Hello</h1>'), Response.json({}), Response.json(null)]) {
    const other = connect('x', () => page);
    await expect(other.links.list().next()).rejects.toMatchObject({ status: 200, code: 'unexpected_response' });
  }
  const offline = Signpost({ url: 'http://127.0.0.1:1', key: 'x' });
  await expect(offline.links.get(1)).rejects.toMatchObject({ status: 0, code: 'offline' });
});
