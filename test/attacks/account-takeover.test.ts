import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { fieldError } from '../../src/core/errors.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { PASSWORD, signIn } from '../support/sign-in.ts';
import { openTestSite, type Sent, type TestSite } from '../support/test-site.ts';

const TEN_MINUTES_MS = 600_000;
const NEW_PASSWORD = 'another horse 10';

onEachEngine('a stolen session or key', (engine) => {
  let site: TestSite;
  let userCount = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());
  // Each test starts with a new window for wrong passwords.
  beforeEach(() => {
    site.clock.now += 2 * TEN_MINUTES_MS;
  });

  async function addUser() {
    userCount += 1;
    const email = `owner${userCount}@example.com`;
    return { email, ...(await site.addUser(email)) };
  }

  /** The complete state of the account. */
  async function stateOf(key: string): Promise<string> {
    const [account, keys] = [
      await site.send('GET', '/api/account', { key }),
      await site.send('GET', '/api/keys', { key }),
    ];
    const names = keys.json.data.keys.map(({ id, name }: { id: number; name: string }) => [id, name]);
    return JSON.stringify([account.json.data, names]);
  }

  /** Every request that changes the account; one of them deletes the key `keyId`. */
  function changesOf(email: string, keyId: number): [string, string, Record<string, unknown>][] {
    return [
      ['PUT', '/api/account/update', { email: `new-${email}` }],
      ['PUT', '/api/account/update', { password: NEW_PASSWORD }],
      ['POST', '/api/key/add', { name: 'Stolen' }],
      ['DELETE', `/api/key/${keyId}/delete`, {}],
    ];
  }

  async function addKey(key: string, body: object = {}) {
    const { json } = await site.send('POST', '/api/key/add', { key, body: { name: 'Other', ...body } });
    return json as { id: number; apikey: string };
  }

  async function codeOf(method: string, path: string, sent: Sent): Promise<[number, string | undefined]> {
    const { status, json } = await site.send(method, path, sent);
    return [status, json.code];
  }

  test('an old session changes neither the email address, the password nor the keys without the current password', async () => {
    guards('password-confirmation');
    const { email, key } = await addUser();
    const { id: keyId } = await addKey(key);
    const { headers } = await signIn(site, email);
    site.clock.now += TEN_MINUTES_MS;
    const before = await stateOf(key);
    for (const [method, path, body] of changesOf(email, keyId)) {
      const { status, json } = await site.send(method, path, { headers, body });
      expect([path, status, json.code]).toEqual([path, 403, 'password_required']);
      expect(json.errors).toEqual([fieldError('current_password', 'required')]);
    }
    // A request without a body gets the same response.
    expect(await codeOf('DELETE', `/api/key/${keyId}/delete`, { headers })).toEqual([403, 'password_required']);
    expect(await stateOf(key)).toBe(before);
    expect((await signIn(site, email)).answer.status).toBe(200);
  });

  test('a session without a confirmation time counts as old', async () => {
    guards('password-confirmation');
    const { id, email } = await addUser();
    const { headers } = await signIn(site, email);
    await site.database.db.updateTable('sessions').set({ proved_at: null }).where('user_id', '=', id).execute();
    const body = { name: 'x' };
    expect(await codeOf('POST', '/api/key/add', { headers, body })).toEqual([403, 'password_required']);
  });

  test('a wrong current password is refused, also in a new session, and changes nothing', async () => {
    guards('password-confirmation');
    const { email, key } = await addUser();
    const { id: keyId } = await addKey(key);
    const { headers } = await signIn(site, email);
    const before = await stateOf(key);
    for (const [method, path, body] of changesOf(email, keyId)) {
      const wrong = { ...body, current_password: 'not the password' };
      const { status, json } = await site.send(method, path, { headers, body: wrong });
      expect([path, status, json.code]).toEqual([path, 403, 'password_required']);
      expect(json.errors).toEqual([fieldError('current_password', 'wrong_password')]);
    }
    expect(await stateOf(key)).toBe(before);
  });

  test('wrong current passwords and failed sign-ins share one limit', async () => {
    guards('password-confirmation', 'sign-in-limits');
    const { email } = await addUser();
    const { headers } = await signIn(site, email);
    for (let turn = 0; turn < 2; turn += 1) await signIn(site, email, {}, 'not the password');
    const tries = Array.from({ length: 5 }, () =>
      site.send('POST', '/api/key/add', { headers, body: { name: 'x', current_password: 'wrong' } }),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
    const right = { name: 'x', current_password: PASSWORD };
    expect((await site.send('POST', '/api/key/add', { headers, body: right })).status).toBe(429);
    site.clock.now += 60_000;
    expect((await site.send('POST', '/api/key/add', { headers, body: right })).status).toBe(200);
  });

  test('the correct current password is accepted, and confirms the session for ten minutes', async () => {
    guards('password-confirmation');
    const { email, key } = await addUser();
    const { id: keyId } = await addKey(key);
    const { headers } = await signIn(site, email);
    const add = (body: object) => site.send('POST', '/api/key/add', { headers, body: { name: 'Mine', ...body } });
    site.clock.now += TEN_MINUTES_MS - 1;
    expect((await add({})).status).toBe(200);
    site.clock.now += 1;
    expect((await add({})).status).toBe(403);
    const remove = await site.send('DELETE', `/api/key/${keyId}/delete`, {
      headers,
      body: { current_password: PASSWORD },
    });
    expect(remove.status).toBe(200);
    site.clock.now += TEN_MINUTES_MS - 1;
    expect((await add({})).status).toBe(200);
    const body = { password: NEW_PASSWORD, email: `new-${email}`, current_password: PASSWORD };
    site.clock.now += 1;
    expect((await site.send('PUT', '/api/account/update', { headers, body })).status).toBe(200);
    expect((await signIn(site, `new-${email}`, {}, NEW_PASSWORD)).answer.status).toBe(200);
  });

  test('confirming the password in one session does not confirm another', async () => {
    guards('password-confirmation');
    const { email } = await addUser();
    const stolen = await signIn(site, email);
    site.clock.now += TEN_MINUTES_MS;
    const own = await signIn(site, email);
    const add = (headers: Record<string, string>, body: object = {}) =>
      codeOf('POST', '/api/key/add', { headers, body: { name: 'x', ...body } });
    expect((await add(own.headers, { current_password: PASSWORD }))[0]).toBe(200);
    expect(await add(stolen.headers)).toEqual([403, 'password_required']);
  });

  test('an empty current password counts as missing', async () => {
    guards('password-confirmation');
    const { email, key } = await addUser();
    const { id: keyId } = await addKey(key);
    const { headers } = await signIn(site, email);
    site.clock.now += TEN_MINUTES_MS;
    for (const [method, path, body] of changesOf(email, keyId))
      for (const none of ['', null]) {
        const sent = { headers, body: { ...body, current_password: none } };
        expect([path, ...(await codeOf(method, path, sent))]).toEqual([path, 403, 'password_required']);
      }
  });

  for (const odd of [true, 5, ['x'], { $ne: null }, 'x'.repeat(129)]) {
    test(`${JSON.stringify(odd).slice(0, 20)} as the current password → 400`, async () => {
      guards('password-confirmation');
      const { email, key } = await addUser();
      const { id: keyId } = await addKey(key);
      const { headers } = await signIn(site, email);
      for (const [method, path, body] of changesOf(email, keyId)) {
        const sent = { headers, body: { ...body, current_password: odd } };
        const { status, json } = await site.send(method, path, sent);
        expect([path, status, json.errors?.[0]?.field]).toEqual([path, 400, 'current_password']);
      }
    });
  }

  test('a session that ends while its password is checked changes nothing', async () => {
    guards('password-confirmation', 'permission-after-body');
    const { id, email } = await addUser();
    const { headers } = await signIn(site, email);
    const { verify } = Bun.password;
    Bun.password.verify = async (...words) => {
      const isRight = await verify(...words);
      await site.database.db.deleteFrom('sessions').where('user_id', '=', id).execute();
      return isRight;
    };
    const body = { name: 'x', current_password: PASSWORD };
    const { status } = await site.send('POST', '/api/key/add', { headers, body });
    Bun.password.verify = verify;
    expect(status).toBe(401);
  });

  test('a key that is revoked while the new password is hashed sets no password', async () => {
    guards('key-scope', 'permission-after-body');
    const { id, email, key } = await addUser();
    const { hash } = Bun.password;
    Bun.password.hash = async (...words) => {
      const made = await hash.apply(Bun.password, words);
      await site.database.db.deleteFrom('keys').where('user_id', '=', id).execute();
      return made;
    };
    const { status } = await site.send('PUT', '/api/account/update', { key, body: { password: NEW_PASSWORD } });
    Bun.password.hash = hash;
    expect(status).toBe(401);
    expect((await signIn(site, email)).answer.status).toBe(200);
  });

  test('a key without the account scope changes neither the account nor its keys; everything else works', async () => {
    guards('key-scope');
    const { email, key } = await addUser();
    const { id: keyId, apikey } = await addKey(key);
    const before = await stateOf(key);
    for (const [method, path, body] of changesOf(email, keyId)) {
      for (const more of [{}, { current_password: PASSWORD }, { account: true }]) {
        const code = await codeOf(method, path, { key: apikey, body: { ...body, ...more } });
        expect([path, ...code]).toEqual([path, 403, 'scope_missing']);
      }
    }
    expect(await stateOf(key)).toBe(before);
    const link = await site.send('POST', '/api/url/add', { key: apikey, body: { url: 'https://example.com/' } });
    expect(link.status).toBe(200);
    expect((await site.send('GET', '/api/keys', { key: apikey })).status).toBe(200);
  });

  test('a key with the account scope works as in the reference, without the current password', async () => {
    guards('key-scope');
    const { email, key } = await addUser();
    const { apikey } = await addKey(key, { account: true });
    const { id: keyId } = await addKey(apikey);
    for (const [method, path, body] of changesOf(email, keyId))
      expect((await site.send(method, path, { key: apikey, body })).status).toBe(200);
  });

  for (const [what, limits] of [
    ['scopes', { scopes: ['account', 'links:read'] }],
    ['addresses', { addresses: ['203.0.113.0/24'] }],
    ['a rate limit', { rate_limit: 10 }],
    ['an expiry', { expires: '2027-01-01 00:00:00' }],
  ] as const) {
    test(`a key with ${what} gives its holder no way in without that limit`, async () => {
      guards('key-scope');
      const [admin, other] = [await addUser(), await addUser()];
      await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute();
      const { apikey } = await addKey(admin.key, { account: true, ...limits });
      const before = await stateOf(admin.key);
      const changes: [string, string, object][] = [
        ['PUT', '/api/account/update', { password: NEW_PASSWORD }],
        ['PUT', '/api/account/update', { email: `new-${admin.email}` }],
        ['POST', '/api/user/add', { email: `accomplice-of-${admin.email}`, password: NEW_PASSWORD, admin: true }],
        ['PUT', `/api/user/${other.id}/update`, { admin: true }],
        ['POST', `/api/user/${admin.id}/reset`, {}],
        ['POST', `/api/user/${other.id}/reset`, {}],
      ];
      for (const [method, path, body] of changes)
        expect([path, ...(await codeOf(method, path, { key: apikey, body }))]).toEqual([path, 403, 'key_limited']);
      expect(await stateOf(admin.key)).toBe(before);
      expect((await signIn(site, admin.email)).answer.status).toBe(200);
      // It still reads the account, and adds users who are no administrators.
      expect((await site.send('GET', '/api/account', { key: apikey })).status).toBe(200);
      const added = { email: `colleague-of-${admin.email}`, password: NEW_PASSWORD };
      expect((await site.send('POST', '/api/user/add', { key: apikey, body: added })).status).toBe(200);
    });
  }

  test('the list of keys shows which keys have the account scope; a value that is not a boolean is refused', async () => {
    guards('key-scope');
    const { key } = await addUser();
    await addKey(key, { name: 'Without' });
    await addKey(key, { name: 'With', account: true });
    await addKey(key, { name: 'Explicitly without', account: false });
    const { json } = await site.send('GET', '/api/keys', { key });
    const shown = json.data.keys.map(({ name, account }: { name: string; account: boolean }) => [name, account]);
    expect(shown).toEqual([
      ['Explicitly without', false],
      ['With', true],
      ['Without', false],
      ['First key', true],
    ]);
    for (const account of ['true', 1, null, []])
      expect((await site.send('POST', '/api/key/add', { key, body: { name: 'x', account } })).status).toBe(400);
  });

  test("an administrator's key without the account scope, or old session, creates no credentials for users", async () => {
    guards('key-scope', 'password-confirmation');
    const [admin, other] = [await addUser(), await addUser()];
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute();
    const { apikey } = await addKey(admin.key);
    const { headers } = await signIn(site, admin.email);
    site.clock.now += TEN_MINUTES_MS;
    const requests: [string, string, object | undefined][] = [
      ['POST', '/api/user/add', { email: 'accomplice@example.com', password: NEW_PASSWORD, admin: true }],
      ['POST', '/api/user/add', { email: 'accomplice@example.com' }],
      ['POST', `/api/user/${admin.id}/reset`, undefined],
      ['POST', `/api/user/${other.id}/reset`, undefined],
      ['PUT', `/api/user/${other.id}/update`, { admin: true }],
      ['DELETE', `/api/user/${other.id}/delete`, { content: 'delete' }],
    ];
    for (const [method, path, body] of requests) {
      expect(await codeOf(method, path, { key: apikey, body })).toEqual([403, 'scope_missing']);
      expect(await codeOf(method, path, { headers, body })).toEqual([403, 'password_required']);
    }
    expect((await site.send('GET', '/api/users', { key: apikey })).status).toBe(200);
    const reset = await site.send('POST', `/api/user/${other.id}/reset`, {
      headers,
      body: { current_password: PASSWORD },
    });
    expect(reset.status).toBe(200);
  });

  test('of 200 parallel requests for new keys, the account ends up with exactly 100 keys', async () => {
    guards('bounded-store');
    const { key } = await addUser();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        site.send('POST', '/api/key/add', { key, body: { name: `Key ${index}` } }),
      ),
    );
    // The first key is one of the hundred.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(99);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, json } of refused) expect([status, json.code]).toEqual([409, 'too_many_keys']);
    const { data } = (await site.send('GET', '/api/keys?limit=1000', { key })).json;
    expect([data.result, data.keys.length]).toEqual([100, 100]);
    await site.send('DELETE', `/api/key/${data.keys[0].id}/delete`, { key });
    expect((await site.send('POST', '/api/key/add', { key, body: { name: 'Again' } })).status).toBe(200);
  });
});
