import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { waitUntil } from '../../../test/support/wait.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { parseInput } from '../../http/read-input.ts';
import { addUserInput } from '../account/account.contract.ts';
import { MAX_SESSIONS, SESSION_MS } from './session.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';
const DAY_MS = 86_400_000;

onEachEngine('sessions', (engine) => {
  let site: TestSite;
  let userCount = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  async function addUser() {
    userCount += 1;
    const email = `person${userCount}@example.com`;
    return { email, ...(await site.addUser(email)) };
  }

  test('signing in sets a cookie that replaces a key, and returns the user', async () => {
    const { id, email } = await addUser();
    const { cookie, answer } = await signIn(site, email);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      error: 0,
      data: {
        userid: id,
        session: expect.any(Number),
        email,
        username: expect.any(String),
        avatar: expect.stringContaining('/avatar/'),
        admin: expect.any(Boolean),
        timezone: '',
        address: 'http://localhost:3000',
        second_factor: false,
        passkeys: 0,
        second_factor_missing: false,
        second_factor_required: false,
        password: true,
        oidc: false,
      },
    });
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^signpost_session=[\w-]{43}; Max-Age=34560000; Path=\/api; HttpOnly; SameSite=Lax$/,
    );
    const account = await site.send('GET', '/api/account', { headers: { Cookie: cookie } });
    expect(account.json.data).toMatchObject({ id, email });
    expect(account.headers.get('X-RateLimit-Limit')).toBe('600');
    expect((await site.send('GET', '/api/session', { headers: { Cookie: cookie } })).json).toEqual(answer.json);
  });

  test('on https only this host can set the cookie', async () => {
    const secure = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    await secure.addUser('one@example.com');
    const { answer } = await signIn(secure, 'one@example.com', { Host: 'sgn.example' });
    expect(answer.headers.get('Set-Cookie')).toMatch(
      /^__Host-signpost=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    await secure.close();
  });

  test('each sign-in creates a new session', async () => {
    const { email } = await addUser();
    const first = await signIn(site, email);
    const second = await signIn(site, email, { Cookie: first.cookie });
    expect(second.cookie).not.toBe(first.cookie);
    expect(second.answer.json.data.session).not.toBe(first.answer.json.data.session);
  });

  test('a failed sign-in takes the same work with and without an account, and for an account without a password', async () => {
    guards('account-privacy');
    const [known, without] = [await addUser(), await addUser()];
    const { db } = site.database;
    await db.updateTable('users').set({ password_hash: '' }).where('id', '=', without.id).execute();
    const { password_hash: right } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', known.id)
      .executeTakeFirstOrThrow();
    const costOf = (hash: string) => hash.split('$').slice(0, 4).join('$');
    const verifying = spyOn(Bun.password, 'verify');
    for (const email of [known.email, without.email, 'nobody@example.com'])
      expect((await signIn(site, email, {}, 'not the password')).answer.json.code).toBe('sign_in_failed');
    const costs = verifying.mock.calls.map(([, hash]) => costOf(String(hash)));
    verifying.mockRestore();
    expect(costs).toEqual(Array(3).fill(costOf(right)));
  });

  test('a password that changes during the check opens no session', async () => {
    const { accounts, sessions } = site.site.services;
    const { id } = await accounts.add(
      parseInput(addUserInput, { email: 'racing@example.com', password: 'the first of them 1', isAdmin: false }),
    );
    const { verify } = Bun.password;
    const verifying = spyOn(Bun.password, 'verify').mockImplementation(async (...words) => {
      const isRight = await verify.apply(Bun.password, words);
      await accounts.update(id, { password: 'the second of them 2' });
      return isRight;
    });
    const words = { email: 'racing@example.com', password: 'the first of them 1' };
    const signingIn = sessions.signIn(words, { agent: '', address: '203.0.113.7' });
    await expect(signingIn).rejects.toMatchObject({ code: 'sign_in_failed' });
    expect(verifying).toHaveBeenCalledTimes(1);
    verifying.mockRestore();
    expect(await sessions.list(id)).toEqual([]);
  });

  test('signing out ends the session and clears the cookie', async () => {
    const { email } = await addUser();
    const { cookie, headers } = await signIn(site, email);
    const { status, json, headers: sent } = await site.send('DELETE', '/api/session', { headers });
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, message: 'You are signed out.' });
    expect(sent.get('Set-Cookie')).toContain('signpost_session=; Max-Age=0');
    expect((await site.send('GET', '/api/account', { headers: { Cookie: cookie } })).status).toBe(401);
  });

  test('a key has no session to sign out of', async () => {
    const { key } = await addUser();
    const { status, json } = await site.send('DELETE', '/api/session', { key });
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'session_not_found' });
  });

  test('sessions are listed without tokens, most recently used first', async () => {
    const { email, key } = await addUser();
    await signIn(site, email, { 'User-Agent': FIREFOX });
    site.clock.now += 1000;
    const { headers, cookie } = await signIn(site, email);
    const { json, text } = await site.send('GET', '/api/sessions', { headers });
    expect(json.error).toBe('0');
    expect(json.data.result).toBe(2);
    expect(json.data.sessions[1]).toEqual({
      id: expect.any(Number),
      agent: 'Firefox on Windows',
      current: false,
      used: '2026-11-16 12:00:00',
      expiry: '2026-12-16 12:00:00',
      date: '2026-11-16 12:00:00',
    });
    expect(json.data.sessions[0].current).toBe(true);
    expect(text).not.toContain(cookie.split('=')[1] ?? 'nothing');
    const byKey = await site.send('GET', '/api/sessions?limit=1&page=2', { key });
    expect(byKey.json.data.sessions.map(({ current }: { current: boolean }) => current)).toEqual([false]);
  });

  test('a session can end other sessions of its user, and none of another user', async () => {
    const [ada, grace] = [await addUser(), await addUser()];
    const here = await signIn(site, ada.email);
    const there = await signIn(site, ada.email);
    const others = await signIn(site, grace.email);
    const end = (id: number) => site.send('DELETE', `/api/session/${id}/delete`, { headers: here.headers });
    expect((await end(there.answer.json.data.session)).json).toEqual({ error: 0, message: 'Session has been ended.' });
    expect((await site.send('GET', '/api/account', { headers: there.headers })).status).toBe(401);
    const [foreign, missing] = [await end(others.answer.json.data.session), await end(999_999)];
    expect(foreign.status).toBe(404);
    expect(foreign.json).toEqual(missing.json);
    expect((await site.send('GET', '/api/account', { headers: others.headers })).status).toBe(200);
  });

  test('a session expires thirty days after its last use', async () => {
    const { email } = await addUser();
    const { headers } = await signIn(site, email);
    const statusNow = async () => (await site.send('GET', '/api/account', { headers })).status;
    const began = site.clock.now;
    site.clock.now = began + SESSION_MS - DAY_MS;
    expect(await statusNow()).toBe(200);
    // The use is recorded in the background, so poll until it is stored.
    const isNoted = async (date: string) =>
      (await site.send('GET', '/api/sessions', { headers })).json.data.sessions[0].used.startsWith(date);
    await waitUntil('the use is stored', () => isNoted('2026-12-15 12:00:01'), { everyMs: 1 });
    site.clock.now = began + 2 * SESSION_MS - DAY_MS - 1;
    expect(await statusNow()).toBe(200);
    await waitUntil('the second use is stored', () => isNoted('2027-01'), { everyMs: 1 });
    site.clock.now += SESSION_MS;
    expect(await statusNow()).toBe(401);
    site.clock.now = began;
  });

  test('above the limit the least recently used session ends', async () => {
    const { email } = await addUser();
    const first = await signIn(site, email);
    await site.database.db.updateTable('sessions').set({ used_at: 1 }).where('user_id', '=', first.id).execute();
    const rows = Array.from({ length: MAX_SESSIONS - 1 }, (_, index) => ({
      user_id: first.id,
      hash: `${email}-${index}`,
      agent: 'x',
      used_at: site.clock.now,
      expires_at: site.clock.now + 1000,
      created_at: 2,
    }));
    await site.database.db.insertInto('sessions').values(rows).execute();
    const last = await signIn(site, email);
    const { json } = await site.send('GET', '/api/sessions', { headers: last.headers });
    expect(json.data.result).toBe(MAX_SESSIONS);
    expect((await site.send('GET', '/api/account', { headers: first.headers })).status).toBe(401);
  });

  for (const [what, body, fields] of [
    ['nothing', {}, ['email', 'password']],
    ['an empty password', { email: 'a@b.example', password: '' }, ['password']],
    ['a password of 129 characters', { email: 'a@b.example', password: 'x'.repeat(129) }, ['password']],
    ['an address of 300 characters', { email: 'x'.repeat(300), password: PASSWORD }, ['email']],
  ] as const) {
    testWithoutStore(engine)(`${what} is refused with the field named, and no cookie is set`, async () => {
      const { status, json, headers } = await site.send('POST', '/api/session', { body });
      expect(status).toBe(400);
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual([...fields]);
      expect(headers.get('Set-Cookie')).toBeNull();
    });
  }

  test('a disabled user loses all sessions and keys at once', async () => {
    const { id, email, key } = await addUser();
    const { headers } = await signIn(site, email);
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', id).execute();
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(401);
    expect((await site.send('GET', '/api/account', { key })).status).toBe(401);
    expect((await signIn(site, email)).answer.json.code).toBe('sign_in_failed');
  });

  testWithoutStore(engine)('every session endpoint needs a key or a session', async () => {
    for (const [method, path] of [
      ['GET', '/api/session'],
      ['DELETE', '/api/session'],
      ['GET', '/api/sessions'],
      ['DELETE', '/api/session/1/delete'],
    ] as const)
      expect((await site.send(method, path)).status).toBe(401);
  });
});
