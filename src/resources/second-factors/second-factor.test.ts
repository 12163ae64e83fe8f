import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { sealText } from '../../lib/seal.ts';
import { makeTotpSecret, totpCode } from '../../lib/totp.ts';

const PATH = '/api/account/totp';
const STEP_MS = 30_000;

onEachEngine('second factors', (engine) => {
  let site: TestSite;
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  /** The code of the app now, or some steps later. */
  function codeOf(secret: string, later = 0): string {
    return totpCode(secret, Math.floor(site.clock.now / STEP_MS) + later);
  }

  async function addUser() {
    count += 1;
    const email = `factor${count}@example.com`;
    const { key } = await site.addUser(email);
    const { headers } = await signIn(site, email);
    return { email, key, headers };
  }

  /** A user with an authenticator app; the code of the present step is used up. */
  async function addProtected() {
    const user = await addUser();
    const { secret, uri } = (await site.send('POST', PATH, { headers: user.headers, body: {} })).json;
    const confirmed = await site.send('PUT', PATH, { headers: user.headers, body: { code: codeOf(secret) } });
    return { ...user, secret, uri, recovery: confirmed.json.recovery_codes as string[] };
  }

  function trySignIn(email: string, code?: string, peer?: string) {
    return site.send('POST', '/api/session', { body: { email, password: PASSWORD, code }, ...(peer && { peer }) });
  }

  test('an app is set up by a secret and confirmed by a code, which gives ten recovery codes', async () => {
    const { secret, uri, recovery, headers } = await addProtected();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toContain(`secret=${secret}&issuer=localhost%3A3000`);
    expect(new Set(recovery).size).toBe(10);
    expect((await site.send('GET', '/api/session', { headers })).json.data.second_factor).toBe(true);
  });

  test('signing in then needs a code, and sets no cookie without one', async () => {
    const { email, secret } = await addProtected();
    const without = await trySignIn(email);
    expect([without.status, without.json.code]).toEqual([401, 'second_factor_required']);
    expect(without.headers.get('Set-Cookie')).toBeNull();
    const wrong = await trySignIn(email, '000000');
    expect([wrong.status, wrong.json.code, wrong.headers.get('Set-Cookie')]).toEqual([
      401,
      'second_factor_wrong',
      null,
    ]);
    expect((await trySignIn(email, codeOf(secret, 1))).status).toBe(200);
  });

  test('no code works twice, and none that is older than one that was used', async () => {
    const { email, secret } = await addProtected();
    const next = codeOf(secret, 1);
    expect((await trySignIn(email, codeOf(secret))).status).toBe(401);
    const both = await Promise.all([trySignIn(email, next), trySignIn(email, next)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  test('a recovery code works once, in any spelling', async () => {
    const { email, recovery } = await addProtected();
    const [first = '', second = ''] = recovery;
    expect((await trySignIn(email, first.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await trySignIn(email, first)).status).toBe(401);
    expect((await trySignIn(email, second)).status).toBe(200);
  });

  test('different recovery codes work at the same time', async () => {
    const { email, recovery } = await addProtected();
    const answers = await Promise.all(recovery.slice(0, 4).map((code) => trySignIn(email, code)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('wrong codes count as wrong passwords', async () => {
    const { email, secret } = await addProtected();
    const peer = '198.51.100.77';
    for (let tries = 0; tries < 5; tries += 1) expect((await trySignIn(email, '000000', peer)).status).toBe(401);
    expect((await trySignIn(email, codeOf(secret, 1), peer)).status).toBe(429);
  });

  test('wrong codes count as wrong passwords while an app is set up, too', async () => {
    const { headers } = await addUser();
    await site.send('POST', PATH, { headers, body: {} });
    const statuses = [];
    for (let tries = 0; tries < 6; tries += 1)
      statuses.push((await site.send('PUT', PATH, { headers, peer: '198.51.100.78', body: { code: '12' } })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test('an app that is not confirmed is not asked for, and can be set up again', async () => {
    const { email, headers } = await addUser();
    const first = (await site.send('POST', PATH, { headers, body: {} })).json.secret;
    const second = (await site.send('POST', PATH, { headers, body: {} })).json.secret;
    expect((await trySignIn(email)).status).toBe(200);
    const old = await site.send('PUT', PATH, { headers, body: { code: codeOf(first) } });
    expect([old.status, old.json.errors[0].field]).toEqual([400, 'code']);
    expect((await site.send('PUT', PATH, { headers, body: { code: codeOf(second) } })).status).toBe(200);
  });

  test('an app is removed with a code, and can be replaced only then', async () => {
    const { email, headers, recovery } = await addProtected();
    expect((await site.send('POST', PATH, { headers, body: {} })).status).toBe(409);
    expect((await site.send('DELETE', PATH, { headers, body: { code: '000000' } })).status).toBe(400);
    expect((await site.send('DELETE', PATH, { headers, body: { code: recovery[9] } })).status).toBe(200);
    expect((await site.send('DELETE', PATH, { headers, body: { code: recovery[8] } })).status).toBe(404);
    expect((await trySignIn(email)).status).toBe(200);
  });

  test('a key cannot change the second factor, and works as before', async () => {
    const { key, recovery } = await addProtected();
    for (const [method, body] of [
      ['POST', {}],
      ['PUT', {}],
      ['PUT', { code: '123456' }],
      ['DELETE', { code: recovery[0] }],
    ] as const) {
      const { status, json } = await site.send(method, PATH, { key, body });
      expect([status, json.code]).toEqual([403, 'session_required']);
    }
    expect((await site.send('GET', '/api/urls', { key })).status).toBe(200);
  });

  test('an old session needs the password to change the second factor', async () => {
    const { headers } = await addUser();
    site.clock.now = NOON + 11 * 60_000;
    const refused = await site.send('POST', PATH, { headers, body: {} });
    expect([refused.status, refused.json.code]).toEqual([403, 'password_required']);
    expect((await site.send('POST', PATH, { headers, body: { current_password: PASSWORD } })).status).toBe(200);
    site.clock.now = NOON;
  });

  test('after a change of SECRET no code of an app is right, and recovery codes still are', async () => {
    const { email, recovery } = await addProtected();
    const { id } = await site.database.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    await site.database.db
      .updateTable('second_factors')
      .set({ secret: sealText('another secret', 'second factor', makeTotpSecret()) })
      .where('user_id', '=', id)
      .execute();
    expect((await trySignIn(email, codeOf('', 1))).status).toBe(401);
    expect((await trySignIn(email, recovery[0])).status).toBe(200);
  });

  test('the secret is stored encrypted', async () => {
    const { secret } = await addProtected();
    const rows = await site.database.db.selectFrom('second_factors').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('where it is required, a session without it can only set it up; keys keep working', async () => {
    const strict = await openTestSite(engine, { REQUIRE_2FA: 'on' });
    const { key } = await strict.addUser('strict@example.com');
    const { headers, answer } = await signIn(strict, 'strict@example.com');
    expect(answer.json.data).toMatchObject({ second_factor: false, second_factor_required: true });
    for (const path of ['/api/urls', '/api/account', '/api/keys', '/api/sessions']) {
      const { status, json } = await strict.send('GET', path, { headers });
      expect([path, status, json.code]).toEqual([path, 403, 'second_factor_missing']);
    }
    expect((await strict.send('GET', '/api/urls', { key })).status).toBe(200);
    expect((await strict.send('GET', '/api/session', { headers })).status).toBe(200);
    const { secret } = (await strict.send('POST', PATH, { headers, body: {} })).json;
    const code = totpCode(secret, Math.floor(NOON / STEP_MS));
    expect((await strict.send('PUT', PATH, { headers, body: { code } })).status).toBe(200);
    expect((await strict.send('GET', '/api/urls', { headers })).status).toBe(200);
    await strict.close();
  });
});
