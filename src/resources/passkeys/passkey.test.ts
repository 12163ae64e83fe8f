import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createAuthenticator } from '../../../test/support/authenticator.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { createPasskeyClient } from '../../../test/support/passkey-client.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { relyingPartyOf } from './relying-party.ts';

onEachEngine('passkeys', (engine) => {
  let site: TestSite;
  let client: ReturnType<typeof createPasskeyClient>;

  beforeAll(async () => {
    site = await openTestSite(engine);
    client = createPasskeyClient(site);
  });
  afterAll(() => site.close());

  test('a passkey is created with the options of a session, listed, renamed and deleted', async () => {
    const { email, headers, key } = await client.addUser();
    const options = await client.startAdding(headers);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'localhost:3000' },
      user: { name: email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const device = createAuthenticator();
    const { status, json } = await client.add(headers, { passkey: device.create(options) });
    expect([status, json]).toEqual([200, { error: 0, id: expect.any(Number) }]);
    const row = { id: json.id, name: 'Unknown program', synced: false, used: null, date: '2026-11-16 12:00:00' };
    const list = async () => (await site.send('GET', '/api/passkeys', { key })).json;
    expect(await list()).toMatchObject({ error: '0', data: { result: 1, passkeys: [row] } });
    expect((await site.send('GET', '/api/session', { headers })).json.data).toMatchObject({
      passkeys: 1,
      second_factor: false,
    });
    expect((await client.startAdding(headers)).excludeCredentials).toMatchObject([{ id: device.id }]);

    const renamed = await site.send('PUT', `/api/passkey/${json.id}/update`, { headers, body: { name: 'Phone' } });
    expect(renamed.json).toEqual({ error: 0, message: 'Passkey has been updated successfully.' });
    expect((await list()).data.passkeys).toEqual([{ ...row, name: 'Phone' }]);
    const deleted = await site.send('DELETE', `/api/passkey/${json.id}/delete`, { headers, body: {} });
    expect(deleted.json).toEqual({ error: 0, message: 'Passkey has been deleted successfully.' });
    expect((await list()).data.passkeys).toEqual([]);
    const { db } = site.database;
    const rows = await db.selectFrom('audit').selectAll().where('noun', '=', 'passkey').orderBy('id').execute();
    expect(rows.map(({ action, changes }) => [action, JSON.parse(changes).name])).toEqual([
      ['create', { old: null, new: 'Unknown program' }],
      ['update', { old: 'Unknown program', new: 'Phone' }],
      ['delete', { old: 'Phone', new: null }],
    ]);
    expect((await client.trySignIn(device.get(await client.startSignIn()))).json.code).toBe('passkey_refused');
  });

  test('a device that asks for no PIN or fingerprint, and one that is known already, cannot be added', async () => {
    const { headers, device } = await client.addHolder();
    const other = await client.addUser();
    const unverified = createAuthenticator().create(await client.startAdding(headers), { isVerified: false });
    expect((await client.add(headers, { passkey: unverified })).json.errors[0].field).toBe('passkey');
    const known = await client.add(other.headers, { passkey: device.create(await client.startAdding(other.headers)) });
    expect([known.status, known.json.code]).toEqual([409, 'passkey_exists']);
    const created = createAuthenticator().create(await client.startAdding(headers));
    expect([
      (await client.add(headers, { passkey: created })).status,
      (await client.add(headers, { passkey: created })).status,
    ]).toEqual([200, 400]);
  });

  test('bad input names the field and stores nothing', async () => {
    const { headers, key, passkeyId } = await client.addHolder();
    for (const [body, field] of [
      [{}, 'passkey'],
      [{ passkey: { id: '!', rawId: 'a', type: 'public-key', response: {} } }, 'passkey.id'],
      [{ name: 'x'.repeat(256), passkey: createAuthenticator().create(await client.startAdding(headers)) }, 'name'],
    ] as const) {
      const { status, json } = await client.add(headers, body);
      expect([status, json.errors[0].field]).toEqual([400, field]);
    }
    expect((await site.send('POST', '/api/session/passkey', { body: { passkey: 'x' } })).json.errors[0].field).toBe(
      'passkey',
    );
    const unnamed = await site.send('PUT', `/api/passkey/${passkeyId}/update`, { headers, body: { name: '' } });
    expect([unnamed.status, unnamed.json.errors[0].field]).toEqual([400, 'name']);
    expect((await site.send('GET', '/api/passkeys', { key })).json.data.result).toBe(1);
  });

  test('keys cannot change passkeys, strangers find none, and nobody else gets in', async () => {
    const { key, passkeyId, device } = await client.addHolder();
    const { headers } = await client.addUser();
    for (const [method, path] of [
      ['POST', '/api/passkey/options'],
      ['POST', '/api/passkey/proof'],
      ['DELETE', `/api/passkey/${passkeyId}/delete`],
    ] as const) {
      expect((await site.send(method, path, { key, body: {} })).json.code).toBe('session_required');
      expect((await site.send(method, path, { body: {} })).status).toBe(401);
    }
    const [theirs, missing] = [passkeyId, 999_999].map((id) =>
      site.send('DELETE', `/api/passkey/${id}/delete`, { headers, body: {} }),
    );
    expect((await theirs)?.json).toEqual((await missing)?.json);
    const rename = { headers, body: { name: 'Mine' } };
    expect((await site.send('PUT', `/api/passkey/${passkeyId}/update`, rename)).status).toBe(404);
    expect((await client.trySignIn(device.get(await client.startSignIn()))).status).toBe(200);
  });

  test('a password reset deletes the passkeys on request, unless the user needs one', async () => {
    guards('account-recovery');
    const strict = await openTestSite(engine, { REQUIRE_2FA: 'on' });
    for (const [on, status, left] of [
      [site, 200, 0],
      [strict, 409, 1],
    ] as const) {
      const { id, key } = await createPasskeyClient(on).addHolder();
      const { link } = await on.site.services.users.makeOperatorLink(id);
      const body = { token: link.split('#')[1], password: 'another password 1' };
      const answer = await on.send('POST', '/api/password/reset', { body: { ...body, revoke_passkeys: true } });
      expect([answer.status, (await on.send('GET', '/api/passkeys', { key })).json.data.result]).toEqual([
        status,
        left,
      ]);
      expect((await on.send('POST', '/api/password/reset', { body })).status).toBe(status === 200 ? 400 : 200);
      expect((await on.send('GET', '/api/passkeys', { key })).json.data.result).toBe(left);
    }
    await strict.close();
  });

  test('the last passkey of an account without a password stays', async () => {
    const { id, headers, passkeyId } = await client.addHolder();
    await site.database.db.updateTable('users').set({ password_hash: '' }).where('id', '=', id).execute();
    const remove = () => site.send('DELETE', `/api/passkey/${passkeyId}/delete`, { headers, body: {} });
    const refused = await remove();
    expect([refused.status, refused.json.code]).toEqual([409, 'last_way_in']);
    const other = createAuthenticator().create(await client.startAdding(headers));
    expect((await client.add(headers, { passkey: other })).status).toBe(200);
    expect((await remove()).status).toBe(200);
  });

  test('on http a server has no passkeys and says why', async () => {
    const plain = await openTestSite(engine, { BASE_URL: 'http://sgn.example' });
    const answer = await plain.send('POST', '/api/session/passkey/options', { headers: { Host: 'sgn.example' } });
    expect([answer.status, answer.json.code]).toEqual([409, 'passkeys_unavailable']);
    await plain.close();
  });
});

test('passkeys belong to the host name of BASE_URL', () => {
  const named = relyingPartyOf('https://sgn.example:8443');
  expect([named?.id, named?.name]).toEqual(['sgn.example', 'sgn.example:8443']);
  expect(named?.isOwnOrigin('https://sgn.example:8443')).toBe(true);
  for (const origin of ['https://sgn.example', 'http://sgn.example:8443', 'https://a.sgn.example:8443', '', 'null'])
    expect(named?.isOwnOrigin(origin)).toBe(false);
  const local = relyingPartyOf('http://localhost:3000');
  expect(local?.isOwnOrigin('http://localhost:8080')).toBe(true);
  expect(local?.isOwnOrigin('http://localhost.example')).toBe(false);
  for (const url of ['http://sgn.example', 'https://192.0.2.1', 'https://[2001:db8::1]', 'http://127.0.0.1:3000'])
    expect(relyingPartyOf(url)).toBeUndefined();
});
