import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createAuthenticator } from '../../../test/support/authenticator.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { createPasskeyClient } from '../../../test/support/passkey-client.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { transaction } from '../../db/transaction.ts';
import type { PasskeyProof } from '../../http/passkey-fields.ts';
import { createLog } from '../../lib/log.ts';
import { createPasskeyService, type PasskeyService } from './passkey.service.ts';

const MINUTE_MS = 60_000;

onEachEngine('passkey proofs', (engine) => {
  let site: TestSite;
  let client: ReturnType<typeof createPasskeyClient>;

  beforeAll(async () => {
    site = await openTestSite(engine);
    client = createPasskeyClient(site);
  });
  afterAll(() => site.close());

  test('a passkey signs in without a password and without a code', async () => {
    const { id, device, key } = await client.addHolder();
    const answer = await client.trySignIn(device.get(await client.startSignIn()));
    expect([answer.status, answer.json.data.userid]).toEqual([200, id]);
    const [cookie = ''] = (answer.headers.get('Set-Cookie') ?? '').split(';');
    expect((await site.send('GET', '/api/account', { headers: { Cookie: cookie } })).json.data.id).toBe(id);
    expect((await site.send('GET', '/api/passkeys', { key })).json.data.passkeys[0].used).toBe('2026-11-16 12:00:00');
  });

  test('the options for signing in are the same for everyone and name no passkey', async () => {
    const { challenge, ...rest } = await client.startSignIn();
    expect(challenge.length).toBeGreaterThan(40);
    expect(rest).toEqual({ rpId: 'localhost', timeout: 300_000, userVerification: 'required', allowCredentials: [] });
  });

  test('a proof works once, also at the same moment', async () => {
    guards('passkey-proofs');
    const { device } = await client.addHolder();
    const proof = device.get(await client.startSignIn());
    const answers = await Promise.all([client.trySignIn(proof), client.trySignIn(proof)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const again = await client.trySignIn(proof);
    expect([again.status, again.json.code, again.headers.get('Set-Cookie')]).toEqual([401, 'passkey_refused', null]);
  });

  test('without a counter a proof works once, too', async () => {
    const { device } = await client.addHolder();
    const proof = device.get(await client.startSignIn(), { counter: 0 });
    const answers = await Promise.all([client.trySignIn(proof), client.trySignIn(proof)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await client.trySignIn(device.get(await client.startSignIn(), { counter: 0 }))).status).toBe(200);
  });

  test('a counter that goes back is refused: the passkey was copied', async () => {
    const { device } = await client.addHolder();
    expect((await client.trySignIn(device.get(await client.startSignIn(), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expect((await client.trySignIn(device.get(await client.startSignIn(), { counter }))).status).toBe(401);
    expect((await client.trySignIn(device.get(await client.startSignIn(), { counter: 8 }))).status).toBe(200);
  });

  test('a challenge expires, and counts for its purpose and session only', async () => {
    guards('passkey-proofs');
    const { device, headers, email } = await client.addHolder();
    const other = await signIn(site, email);
    const refusals = [
      device.get(await client.startProof(headers)),
      device.get({ ...(await client.startSignIn()), challenge: 'AAAA' }),
      device.get(await client.startSignIn(), { origin: 'http://localhost.example:3000' }),
      device.get({ ...(await client.startSignIn()), rpId: 'example.com' }),
      device.get(await client.startSignIn(), { isVerified: false }),
      device.get(await client.startSignIn(), { type: 'webauthn.create' }),
      { ...device.get(await client.startSignIn()), id: createAuthenticator().id },
    ];
    for (const [index, proof] of refusals.entries())
      expect([index, (await client.trySignIn(proof, `198.51.100.${index + 1}`)).json.code]).toEqual([
        index,
        'passkey_refused',
      ]);

    const foreign = await client.add(other.headers, {
      passkey: createAuthenticator().create(await client.startAdding(headers)),
    });
    expect([foreign.status, foreign.json.errors[0].field]).toEqual([400, 'passkey']);
    const [late, lateOptions] = [device.get(await client.startSignIn()), await client.startAdding(headers)];
    site.clock.now = NOON + 5 * MINUTE_MS;
    expect((await client.trySignIn(late)).status).toBe(401);
    expect((await client.add(headers, { passkey: createAuthenticator().create(lateOptions) })).status).toBe(400);
    site.clock.now = NOON;
  });

  test('refused passkeys count as failed sign-ins of their account', async () => {
    guards('sign-in-limits');
    const { device, email } = await client.addHolder();
    const peer = '198.51.100.80';
    for (let tries = 0; tries < 5; tries += 1)
      expect(
        (await client.trySignIn(device.get({ ...(await client.startSignIn()), challenge: 'AAAA' }), peer)).status,
      ).toBe(401);
    expect((await client.trySignIn(device.get(await client.startSignIn()), peer)).status).toBe(429);
    expect((await site.send('POST', '/api/session', { body: { email, password: PASSWORD }, peer })).status).toBe(429);
  });

  test('a disabled user gets the same refusal as an unknown passkey', async () => {
    const { id, device } = await client.addHolder();
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', id).execute();
    const disabled = await client.trySignIn(device.get(await client.startSignIn()), '198.51.100.81');
    const unknown = await client.trySignIn(createAuthenticator().get(await client.startSignIn()), '198.51.100.82');
    expect([disabled.status, disabled.json]).toEqual([401, unknown.json]);
  });

  test('a passkey proves in place of the password that an old session may change the account', async () => {
    guards('password-confirmation');
    const { headers, device, key } = await client.addHolder();
    const other = await client.addHolder();
    site.clock.now = NOON + 11 * MINUTE_MS;
    const change = (passkey?: object) =>
      site.send('POST', '/api/key/add', { headers, body: { name: 'x', current_passkey: passkey } });
    expect((await change()).json.code).toBe('password_required');
    for (const wrong of [device.get(await client.startSignIn()), other.device.get(await client.startProof(headers))]) {
      const { status, json } = await change(wrong);
      expect([status, json.code, json.errors[0].field]).toEqual([403, 'password_required', 'current_passkey']);
    }
    const proof = device.get(await client.startProof(headers));
    expect([(await change(proof)).status, (await change(proof)).status, (await change()).status]).toEqual([
      200, 403, 200,
    ]);
    expect((await site.send('GET', '/api/keys', { key })).json.data.result).toBe(3);
    site.clock.now = NOON;
  });

  test('a passkey replaces the code of an authenticator app', async () => {
    const { headers, device, email, id } = await client.addHolder();
    const other = await client.addHolder();
    await site.send('POST', '/api/account/totp', { headers, body: {} });
    await site.database.db.updateTable('second_factors').set({ confirmed_at: 1 }).where('user_id', '=', id).execute();
    const enter = (passkey?: object) =>
      site.send('POST', '/api/session', { body: { email, password: PASSWORD, passkey } });
    const without = await enter();
    expect(without.json.code).toBe('second_factor_required');
    expect(without.json.errors.map(({ field }: { field: string }) => field)).toEqual(['code', 'passkey']);
    const wrong = await enter(other.device.get(await client.startSignIn()));
    expect([wrong.status, wrong.json.code]).toEqual([401, 'second_factor_wrong']);
    const proof = device.get(await client.startSignIn());
    expect([(await enter(proof)).status, (await enter(proof)).status]).toEqual([200, 401]);
    expect((await client.trySignIn(device.get(await client.startSignIn()))).status).toBe(200);
  });

  test('where a second factor is required, a passkey is one, and the password alone is none', async () => {
    const strict = await openTestSite(engine, { REQUIRE_2FA: 'on' });
    const there = createPasskeyClient(strict);
    const { email, headers, device, passkeyId } = await there.addHolder();
    expect((await strict.send('GET', '/api/urls', { headers })).status).toBe(200);
    const byPassword = await strict.send('POST', '/api/session', { body: { email, password: PASSWORD } });
    expect([byPassword.status, byPassword.json.code]).toEqual([401, 'second_factor_required']);
    expect(byPassword.json.errors.map(({ field }: { field: string }) => field)).toEqual(['passkey']);
    expect((await there.trySignIn(device.get(await there.startSignIn()))).status).toBe(200);
    await strict.send('DELETE', `/api/passkey/${passkeyId}/delete`, { headers, body: {} });
    expect((await strict.send('GET', '/api/urls', { headers })).json.code).toBe('second_factor_missing');
    expect((await strict.send('POST', '/api/passkey/options', { headers, body: {} })).status).toBe(200);
    await strict.close();
  });

  test('a challenge of one node is accepted by another, once', async () => {
    guards('passkey-proofs');
    const { id, device } = await client.addHolder();
    const { db } = site.database;
    const parts = {
      db,
      secret: 'the same on every node',
      baseUrl: 'http://localhost:3000',
      hasOtherWayIn: async () => true,
      now: () => NOON,
    };
    const [here, there] = [1, 2].map(() => createPasskeyService({ ...parts, log: createLog('error', () => {}) }));
    const given = device.get(here?.startSignIn() as { challenge: string }) as PasskeyProof;
    const proof = await there?.check(id, given, { kind: 'sign-in' });
    if (!proof || !here || !there) throw new Error('refused');
    const accept = (node: PasskeyService) => transaction(db, (tx) => node.accept(tx, proof));
    expect((await Promise.all([accept(here), accept(there)])).sort()).toEqual([false, true]);
  });
});
