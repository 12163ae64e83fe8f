import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

onEachEngine('keys', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  async function statusWith(key: string): Promise<number> {
    return (await site.send('GET', '/api/account', { key })).status;
  }

  test('a user can have several keys, and each one works', async () => {
    const { key } = await site.addUser();
    const { json } = await site.send('POST', '/api/key/add', { key, body: { name: 'Phone' } });
    expect(json).toEqual({ error: 0, id: expect.any(Number), apikey: expect.stringMatching(/^sp_[\w-]{43}$/) });
    expect(await statusWith(json.apikey)).toBe(200);
    expect(await statusWith(key)).toBe(200);
  });

  test('the list has names, hints and times, and never a key', async () => {
    const { id, key } = await site.addUser();
    const expiry = '2027-01-01 00:00:00';
    const { json } = await site.send('POST', '/api/key/add', { key, body: { name: 'Till 2027', expiry } });
    const list = await site.send('GET', '/api/keys', { key });
    const date = '2026-11-16 12:00:00';
    const limits = { workspace: id, scopes: null, addresses: null, rate_limit: null, compatible: [] };
    expect(list.json.data.keys).toEqual([
      {
        ...limits,
        id: json.id,
        name: 'Till 2027',
        hint: json.apikey.slice(-4),
        account: false,
        expiry,
        used: null,
        date,
      },
      {
        ...limits,
        id: expect.any(Number),
        name: 'First key',
        hint: key.slice(-4),
        account: true,
        expiry: null,
        used: date,
        date,
      },
    ]);
    expect(list.text).not.toContain(key);
    expect(list.text).not.toContain(json.apikey);
  });

  test('a key for signatures is stored encrypted, listed as such, and found by what it signed', async () => {
    const { key } = await site.addUser();
    const body = { name: 'Signs', compatible: ['yourls'] };
    const { json } = await site.send('POST', '/api/key/add', { key, body });
    const { keys } = (await site.send('GET', '/api/keys', { key })).json.data;
    expect(keys.map(({ compatible }: { compatible: string[] }) => compatible)).toEqual([['yourls'], []]);
    const { findSigner } = site.site.services.keys;
    expect((await findSigner((tried) => tried === json.apikey))?.keyId).toBe(json.id);
    expect(await findSigner((tried) => tried === key)).toBeUndefined();
    const rows = await site.database.db.selectFrom('keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(json.apikey);
    const refused = await site.send('POST', '/api/key/add', { key, body: { ...body, compatible: ['polr'] } });
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'compatible.0']);
  });

  test('a key works until it expires', async () => {
    proves('authentication', 'expired key');
    proves('errors', 'expired key');
    const { key } = await site.addUser();
    const body = { name: 'Short', expiry: '2026-11-16 12:00:10' };
    const { json } = await site.send('POST', '/api/key/add', { key, body });
    site.clock.now = NOON + 9_999;
    expect(await statusWith(json.apikey)).toBe(200);
    site.clock.now = NOON + 10_000;
    const late = await site.send('GET', '/api/account', { key: json.apikey });
    expect(late.status).toBe(401);
    expect(late.json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
    site.clock.now = NOON;
  });

  test('a revoked key stops working at once', async () => {
    const { key } = await site.addUser();
    const { json } = await site.send('POST', '/api/key/add', { key, body: { name: 'Lost' } });
    const removed = await site.send('DELETE', `/api/key/${json.id}/delete`, { key });
    expect(removed.json).toEqual({ error: 0, message: 'Key has been deleted successfully.' });
    expect(await statusWith(json.apikey)).toBe(401);
    expect(await statusWith(key)).toBe(200);
  });

  test('the last use is stored to the minute', async () => {
    const { key } = await site.addUser();
    // The use is recorded in the background, not before the response.
    async function expectUsed(wanted: string): Promise<void> {
      let used = '';
      for (let tries = 0; tries < 50 && used !== wanted; tries += 1) {
        used = (await site.send('GET', '/api/keys', { key })).json.data.keys[0].used;
      }
      expect(used).toBe(wanted);
    }
    await expectUsed('2026-11-16 12:00:00');
    site.clock.now = NOON + 59_000;
    await expectUsed('2026-11-16 12:00:00');
    site.clock.now = NOON + 61_000;
    await expectUsed('2026-11-16 12:01:01');
    site.clock.now = NOON;
  });

  test('someone else’s key is not found, and still works', async () => {
    const [owner, other] = [await site.addUser(), await site.addUser()];
    const { id } = (await site.send('GET', '/api/keys', { key: owner.key })).json.data.keys[0];
    const others = await site.send('DELETE', `/api/key/${id}/delete`, { key: other.key });
    const missing = await site.send('DELETE', '/api/key/999999/delete', { key: other.key });
    expect(others.status).toBe(404);
    expect(others.text).toBe(missing.text);
    expect(await statusWith(owner.key)).toBe(200);
  });

  for (const [what, body, field] of [
    ['no name', {}, 'name'],
    ['a date that does not exist', { name: 'x', expiry: '2026-02-30 00:00:00' }, 'expiry'],
    ['a date in another form', { name: 'x', expiry: '2026-02-03T00:00:00Z' }, 'expiry'],
    ['a date that is a number', { name: 'x', expiry: 1_800_000_000 }, 'expiry'],
  ] as const) {
    test(`${what} is refused with the field named`, async () => {
      const { key } = await site.addUser();
      const { status, json } = await site.send('POST', '/api/key/add', { key, body });
      expect(status).toBe(400);
      expect(json.errors[0].field).toBe(field);
      expect((await site.send('GET', '/api/keys', { key })).json.data.result).toBe(1);
    });
  }

  testWithoutStore(engine)('every endpoint needs a key', async () => {
    for (const [method, path] of [
      ['GET', '/api/keys'],
      ['POST', '/api/key/add'],
      ['DELETE', '/api/key/1/delete'],
    ] as const) {
      expect((await site.send(method, path)).status).toBe(401);
    }
  });
});
