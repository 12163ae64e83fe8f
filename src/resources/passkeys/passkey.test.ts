import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createAuthenticator } from '../../../test/support/authenticator.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { relyingPartyOf } from './relying-party.ts';

const MINUTE_MS = 60_000;

onEachEngine('passkeys', (engine) => {
  let site: TestSite;
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  async function addUser(on = site) {
    count += 1;
    const email = `passkey${count}@example.com`;
    const { id, key } = await on.addUser(email);
    const { headers } = await signIn(on, email);
    return { id, email, key, headers };
  }

  type Headers = Record<string, string>;

  async function startAdding(headers: Headers, on = site) {
    return (await on.send('POST', '/api/passkey/options', { headers, body: {} })).json.options;
  }

  function add(headers: Headers, body: object, on = site) {
    return on.send('POST', '/api/passkey/add', { headers, body });
  }

  /** A user with a passkey. */
  async function addHolder(on = site) {
    const user = await addUser(on);
    const device = createAuthenticator();
    const added = await add(
      user.headers,
      { name: 'Laptop', passkey: device.create(await startAdding(user.headers, on)) },
      on,
    );
    return { ...user, device, passkeyId: added.json.id as number };
  }

  async function startSignIn(on = site) {
    return (await on.send('POST', '/api/session/passkey/options')).json.options;
  }

  function trySignIn(passkey: object, peer = '203.0.113.9', on = site) {
    return on.send('POST', '/api/session/passkey', { body: { passkey }, peer });
  }

  async function startProof(headers: Headers) {
    return (await site.send('POST', '/api/passkey/proof', { headers })).json.options;
  }

  test('a passkey is created with the options of a session, listed, renamed and deleted', async () => {
    const { email, headers, key } = await addUser();
    const options = await startAdding(headers);
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'localhost:3000' },
      user: { name: email },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const device = createAuthenticator();
    const { status, json } = await add(headers, { passkey: device.create(options) });
    expect([status, json]).toEqual([200, { error: 0, id: expect.any(Number) }]);
    const row = { id: json.id, name: 'Unknown program', synced: false, used: null, date: '2026-11-16 12:00:00' };
    const list = async () => (await site.send('GET', '/api/passkeys', { key })).json;
    expect(await list()).toMatchObject({ error: '0', data: { result: 1, passkeys: [row] } });
    expect((await site.send('GET', '/api/session', { headers })).json.data).toMatchObject({
      passkeys: 1,
      second_factor: false,
    });
    expect((await startAdding(headers)).excludeCredentials).toMatchObject([{ id: device.id }]);

    const renamed = await site.send('PUT', `/api/passkey/${json.id}/update`, { headers, body: { name: 'Phone' } });
    expect(renamed.json).toEqual({ error: 0, message: 'Passkey has been updated successfully.' });
    expect((await list()).data.passkeys).toEqual([{ ...row, name: 'Phone' }]);
    const deleted = await site.send('DELETE', `/api/passkey/${json.id}/delete`, { headers, body: {} });
    expect(deleted.json).toEqual({ error: 0, message: 'Passkey has been deleted successfully.' });
    expect((await list()).data.passkeys).toEqual([]);
    const rows = await site.database.db.selectFrom('audit').selectAll().where('noun', '=', 'passkey').execute();
    expect(rows.map(({ action, changes }) => [action, JSON.parse(changes).name])).toEqual([
      ['create', { old: null, new: 'Unknown program' }],
      ['update', { old: 'Unknown program', new: 'Phone' }],
      ['delete', { old: 'Phone', new: null }],
    ]);
    expect((await trySignIn(device.get(await startSignIn()))).json.code).toBe('passkey_refused');
  });

  test('a passkey signs in without a password and without a code', async () => {
    const { id, device, key } = await addHolder();
    const answer = await trySignIn(device.get(await startSignIn()));
    expect([answer.status, answer.json.data.userid]).toEqual([200, id]);
    const [cookie = ''] = (answer.headers.get('Set-Cookie') ?? '').split(';');
    expect((await site.send('GET', '/api/account', { headers: { Cookie: cookie } })).json.data.id).toBe(id);
    expect((await site.send('GET', '/api/passkeys', { key })).json.data.passkeys[0].used).toBe('2026-11-16 12:00:00');
  });

  test('the options for signing in are the same for everyone and name no passkey', async () => {
    const { challenge, ...rest } = await startSignIn();
    expect(challenge.length).toBeGreaterThan(40);
    expect(rest).toEqual({ rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] });
  });

  test('a proof works once, also at the same moment', async () => {
    const { device } = await addHolder();
    const proof = device.get(await startSignIn());
    const answers = await Promise.all([trySignIn(proof), trySignIn(proof)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const again = await trySignIn(proof);
    expect([again.status, again.json.code, again.headers.get('Set-Cookie')]).toEqual([401, 'passkey_refused', null]);
  });

  test('without a counter a proof works once, too', async () => {
    const { device } = await addHolder();
    const proof = device.get(await startSignIn(), { counter: 0 });
    const answers = await Promise.all([trySignIn(proof), trySignIn(proof)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await trySignIn(device.get(await startSignIn(), { counter: 0 }))).status).toBe(200);
  });

  test('a counter that goes back is refused: the passkey was copied', async () => {
    const { device } = await addHolder();
    expect((await trySignIn(device.get(await startSignIn(), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await trySignIn(device.get(await startSignIn(), { counter }))).status).toBe(401);
    expect((await trySignIn(device.get(await startSignIn(), { counter: 8 }))).status).toBe(200);
  });

  test('a challenge expires, and counts for its purpose and session only', async () => {
    const { device, headers, email } = await addHolder();
    const other = await signIn(site, email);
    const refusals = [
      device.get(await startProof(headers)),
      device.get({ ...(await startSignIn()), challenge: 'AAAA' }),
      device.get(await startSignIn(), { origin: 'http://localhost.example:3000' }),
      device.get({ ...(await startSignIn()), rpId: 'example.com' }),
      device.get(await startSignIn(), { isVerified: false }),
      device.get(await startSignIn(), { type: 'webauthn.create' }),
      { ...device.get(await startSignIn()), id: createAuthenticator().id },
    ];
    for (const [index, proof] of refusals.entries())
      expect([index, (await trySignIn(proof, `198.51.100.${index + 1}`)).json.code]).toEqual([
        index,
        'passkey_refused',
      ]);

    const foreign = await add(other.headers, { passkey: createAuthenticator().create(await startAdding(headers)) });
    expect([foreign.status, foreign.json.errors[0].field]).toEqual([400, 'passkey']);
    const [late, lateOptions] = [device.get(await startSignIn()), await startAdding(headers)];
    site.clock.now = NOON + 5 * MINUTE_MS;
    expect((await trySignIn(late)).status).toBe(401);
    expect((await add(headers, { passkey: createAuthenticator().create(lateOptions) })).status).toBe(400);
    site.clock.now = NOON;
  });

  test('a device that asks for no PIN or fingerprint, and one that is known already, cannot be added', async () => {
    const { headers, device } = await addHolder();
    const other = await addUser();
    const unverified = createAuthenticator().create(await startAdding(headers), { isVerified: false });
    expect((await add(headers, { passkey: unverified })).json.errors[0].field).toBe('passkey');
    const known = await add(other.headers, { passkey: device.create(await startAdding(other.headers)) });
    expect([known.status, known.json.code]).toEqual([409, 'passkey_exists']);
    const created = createAuthenticator().create(await startAdding(headers));
    expect([
      (await add(headers, { passkey: created })).status,
      (await add(headers, { passkey: created })).status,
    ]).toEqual([200, 400]);
  });

  test('bad input names the field and stores nothing', async () => {
    const { headers, key, passkeyId } = await addHolder();
    for (const [body, field] of [
      [{}, 'passkey'],
      [{ passkey: { id: '!', rawId: 'a', type: 'public-key', response: {} } }, 'passkey.id'],
      [{ name: 'x'.repeat(256), passkey: createAuthenticator().create(await startAdding(headers)) }, 'name'],
    ] as const) {
      const { status, json } = await add(headers, body);
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
    const { key, passkeyId, device } = await addHolder();
    const { headers } = await addUser();
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
    expect((await trySignIn(device.get(await startSignIn()))).status).toBe(200);
  });

  test('refused passkeys count as failed sign-ins of their account', async () => {
    const { device, email } = await addHolder();
    const peer = '198.51.100.80';
    for (let tries = 0; tries < 5; tries += 1)
      expect((await trySignIn(device.get({ ...(await startSignIn()), challenge: 'AAAA' }), peer)).status).toBe(401);
    expect((await trySignIn(device.get(await startSignIn()), peer)).status).toBe(429);
    expect((await site.send('POST', '/api/session', { body: { email, password: PASSWORD }, peer })).status).toBe(429);
  });

  test('a disabled user gets the same refusal as an unknown passkey', async () => {
    const { id, device } = await addHolder();
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', id).execute();
    const disabled = await trySignIn(device.get(await startSignIn()), '198.51.100.81');
    const unknown = await trySignIn(createAuthenticator().get(await startSignIn()), '198.51.100.82');
    expect([disabled.status, disabled.json]).toEqual([401, unknown.json]);
  });

  test('a passkey proves in place of the password that an old session may change the account', async () => {
    const { headers, device, key } = await addHolder();
    const other = await addHolder();
    site.clock.now = NOON + 11 * MINUTE_MS;
    const change = (passkey?: object) =>
      site.send('POST', '/api/key/add', { headers, body: { name: 'x', current_passkey: passkey } });
    expect((await change()).json.code).toBe('password_required');
    for (const wrong of [device.get(await startSignIn()), other.device.get(await startProof(headers))]) {
      const { status, json } = await change(wrong);
      expect([status, json.code, json.errors[0].field]).toEqual([403, 'password_required', 'current_passkey']);
    }
    const proof = device.get(await startProof(headers));
    expect([(await change(proof)).status, (await change(proof)).status, (await change()).status]).toEqual([
      200, 403, 200,
    ]);
    expect((await site.send('GET', '/api/keys', { key })).json.data.result).toBe(3);
    site.clock.now = NOON;
  });

  test('a passkey replaces the code of an authenticator app', async () => {
    const { headers, device, email, id } = await addHolder();
    const other = await addHolder();
    await site.send('POST', '/api/account/totp', { headers, body: {} });
    await site.database.db.updateTable('second_factors').set({ confirmed_at: 1 }).where('user_id', '=', id).execute();
    const enter = (passkey?: object) =>
      site.send('POST', '/api/session', { body: { email, password: PASSWORD, passkey } });
    const without = await enter();
    expect(without.json.code).toBe('second_factor_required');
    expect(without.json.errors.map(({ field }: { field: string }) => field)).toEqual(['code', 'passkey']);
    const wrong = await enter(other.device.get(await startSignIn()));
    expect([wrong.status, wrong.json.code]).toEqual([401, 'second_factor_wrong']);
    const proof = device.get(await startSignIn());
    expect([(await enter(proof)).status, (await enter(proof)).status]).toEqual([200, 401]);
    expect((await trySignIn(device.get(await startSignIn()))).status).toBe(200);
  });

  test('where a second factor is required, a passkey is one, and the password alone is none', async () => {
    const strict = await openTestSite(engine, { REQUIRE_2FA: 'on' });
    const { email, headers, device, passkeyId } = await addHolder(strict);
    expect((await strict.send('GET', '/api/urls', { headers })).status).toBe(200);
    const byPassword = await strict.send('POST', '/api/session', { body: { email, password: PASSWORD } });
    expect([byPassword.status, byPassword.json.code]).toEqual([401, 'second_factor_required']);
    expect(byPassword.json.errors.map(({ field }: { field: string }) => field)).toEqual(['passkey']);
    expect((await trySignIn(device.get(await startSignIn(strict)), '203.0.113.9', strict)).status).toBe(200);
    await strict.send('DELETE', `/api/passkey/${passkeyId}/delete`, { headers, body: {} });
    expect((await strict.send('GET', '/api/urls', { headers })).json.code).toBe('second_factor_missing');
    expect((await strict.send('POST', '/api/passkey/options', { headers, body: {} })).status).toBe(200);
    await strict.close();
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
