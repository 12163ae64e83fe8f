import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import {
  type IdentityProvider,
  logInAtProvider,
  type ProviderUser,
  startIdentityProvider,
} from '../../../test/support/identity-provider.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { totpCode } from '../../lib/totp.ts';

const BASE = 'http://localhost:3000';
const MINUTE_MS = 60_000;

/** The cookies of a response, as a browser sends them back. */
function cookiesOf({ headers }: Received): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ');
}

function pathOf(url: string): string {
  return url.slice(BASE.length);
}

onEachEngine('single sign-on', (engine) => {
  let provider: IdentityProvider;
  let site: TestSite;
  let userCount = 0;

  beforeAll(async () => {
    provider = await startIdentityProvider(BASE);
    site = await openTestSite(engine, { ...provider.settings, OIDC_NAME: 'Keys & Co', OIDC_ADMIN_GROUP: 'admins' });
    await site.addUser('first@example.com');
  });
  afterAll(async () => {
    await site.close();
    await provider.stop();
  });

  /** A user of the provider. */
  function addProviderUser(user: ProviderUser = {}): { name: string; email: string } {
    userCount += 1;
    const name = `person${userCount}`;
    const email = user.email ?? `${name}@example.com`;
    provider.users.set(name, { email, email_verified: true, ...user });
    return { name, email };
  }

  /** Starts a sign-in, and logs in at the provider; returns the callback and the cookie of the browser. */
  async function goToProvider(name: string, query = '', headers: Record<string, string> = {}, on = site) {
    const started = await on.send('GET', `/api/session/oidc${query}`, { headers });
    expect(started.status).toBe(302);
    const back = await logInAtProvider(started.headers.get('Location') ?? '', name);
    return { callback: pathOf(back), cookie: [headers.Cookie, cookiesOf(started)].filter(Boolean).join('; ') };
  }

  async function signOn(name: string, on = site) {
    const { callback, cookie } = await goToProvider(name, '', {}, on);
    const answer = await on.send('GET', callback, { headers: { Cookie: cookie } });
    const session = { Cookie: cookiesOf(answer), Origin: BASE, 'Content-Type': 'application/json' };
    return { answer, headers: session };
  }

  async function userOf(headers: Record<string, string>) {
    return (await site.send('GET', '/api/session', { headers })).json?.data;
  }

  test('the first sign-in creates an account without a password, whatever REGISTRATION says', async () => {
    const { name, email } = addProviderUser({ preferred_username: 'Person One' });
    const { answer, headers } = await signOn(name);
    expect({ status: answer.status, location: answer.headers.get('Location') }).toEqual({
      status: 302,
      location: '/app',
    });
    const user = await userOf(headers);
    expect(user).toMatchObject({ email, username: 'person-one', admin: false, password: false, oidc: true });
    const again = await userOf((await signOn(name)).headers);
    expect(again).toMatchObject({ userid: user.userid });
    const { json } = await site.send('GET', '/api/session/methods');
    expect(json.data).toEqual({ password: true, oidc: true, oidc_name: 'Keys & Co' });
    // A fresh sign-in is the proof that a change of keys needs.
    expect((await site.send('POST', '/api/key/add', { headers, body: { name: 'mine' } })).status).toBe(200);
    expect((await signIn(site, email)).answer.status).toBe(401);
  });

  test('two users with one name get two user names', async () => {
    const [one, two] = [
      addProviderUser({ preferred_username: 'same' }),
      addProviderUser({ preferred_username: 'same' }),
    ];
    const names = [];
    for (const { name } of [one, two]) names.push((await userOf((await signOn(name)).headers)).username);
    expect(names[0]).toBe('same');
    expect(names[1]).toMatch(/^same-.+/);
  });

  test('an account is joined by a verified address, in any case, and keeps its password', async () => {
    const { id } = await site.addUser('joined@example.com');
    const { name } = addProviderUser({ email: 'Joined@Example.com' });
    expect(await userOf((await signOn(name)).headers)).toMatchObject({ userid: id, password: true, oidc: true });
    expect((await signIn(site, 'joined@example.com')).answer.status).toBe(200);
    // One subject for each account.
    const second = addProviderUser({ email: 'joined@example.com' });
    const { answer } = await signOn(second.name);
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 409, code: 'account_joined' });
    expect(cookiesOf(answer)).toBe('');
  });

  test('an address that is not verified joins nothing', async () => {
    await site.addUser('unverified@example.com');
    const { name } = addProviderUser({ email: 'unverified@example.com', email_verified: false });
    const { answer } = await signOn(name);
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 403, code: 'email_not_verified' });
    expect(cookiesOf(answer)).toBe('');
    const without = addProviderUser();
    provider.users.set(without.name, {});
    expect((await signOn(without.name)).answer.json.code).toBe('provider_email_missing');
  });

  test('a disabled user does not get in', async () => {
    const { name } = addProviderUser();
    const { userid } = await userOf((await signOn(name)).headers);
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', userid).execute();
    const { answer } = await signOn(name);
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 403, code: 'account_disabled' });
  });

  test('a callback works once, and only in the browser that started it', async () => {
    const { name } = addProviderUser();
    const { callback, cookie } = await goToProvider(name);
    const other = await goToProvider(name);
    for (const Cookie of ['', other.cookie, cookie.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'))]) {
      const { status, json } = await site.send('GET', callback, { headers: { Cookie } });
      expect({ status, code: json.code }).toEqual({ status: 400, code: 'sign_in_outdated' });
    }
    expect((await site.send('GET', callback, { headers: { Cookie: cookie } })).status).toBe(302);
    const again = await site.send('GET', callback, { headers: { Cookie: cookie } });
    expect(again.json.code).toBe('sign_in_outdated');
    const late = await goToProvider(name);
    site.clock.now += 10 * MINUTE_MS;
    const { json } = await site.send('GET', late.callback, { headers: { Cookie: late.cookie } });
    expect(json.code).toBe('sign_in_outdated');
  });

  test('a wrong issuer, a wrong code and a refusal open no session', async () => {
    const { name } = addProviderUser();
    for (const [from, to, status, code] of [
      [/iss=[^&]+/, 'iss=http%3A%2F%2Fevil.example', 401, 'provider_response_invalid'],
      [/code=[^&]+/, 'code=guessed', 401, 'provider_response_invalid'],
      [/code=[^&]+/, 'error=access_denied', 403, 'provider_refused'],
    ] as const) {
      const { callback, cookie } = await goToProvider(name);
      const answer = await site.send('GET', callback.replace(from, to), { headers: { Cookie: cookie } });
      expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code });
    }
  });

  test('a browser gets a page in place of the error', async () => {
    const answer = await site.send('GET', '/api/session/oidc/callback?state=x', { headers: { Accept: 'text/html' } });
    expect(answer.headers.get('Location')).toBe('/app?problem=sign_in_outdated');
  });

  test('only pages of the dashboard can follow a sign-in', async () => {
    const { name } = addProviderUser();
    const page = '/app/links?filter[country]=x&url=https://a.example#top';
    const { callback, cookie } = await goToProvider(name, `?return=${encodeURIComponent(page)}`);
    const { headers } = await site.send('GET', callback, { headers: { Cookie: cookie } });
    expect(headers.get('Location')).toBe(page);
    const others = [
      'https://evil.example',
      '//evil.example',
      '/app//evil.example',
      '/app/..//evil.example',
      '/app/../x',
    ];
    for (const other of [...others, '/apps', '/app\\evil', '/\\evil.example', '/login', 'app', '']) {
      const { status, json } = await site.send('GET', `/api/session/oidc?return=${encodeURIComponent(other)}`);
      expect({ status, field: json.errors[0].field }).toEqual({ status: 400, field: 'return' });
    }
  });

  test('a group makes administrators and takes that away; what was given by hand stays, and so does the last one', async () => {
    const { name } = addProviderUser({ groups: ['admins'] });
    const isAdmin = async () => (await userOf((await signOn(name)).headers)).admin;
    const setGroups = (groups: string[]) => provider.users.set(name, { ...provider.users.get(name), groups });
    expect(await isAdmin()).toBe(true);
    setGroups([]);
    expect(await isAdmin()).toBe(false);
    setGroups(['admins']);
    const { userid } = await userOf((await signOn(name)).headers);
    const { db } = site.database;
    await db.updateTable('users').set({ is_disabled: 1 }).where('email', '=', 'first@example.com').execute();
    setGroups([]);
    expect(await isAdmin()).toBe(true);
    await db.updateTable('users').set({ is_disabled: 0 }).where('email', '=', 'first@example.com').execute();
    await site.site.services.users.updateAsOperator(userid, { admin: true });
    expect(await isAdmin()).toBe(true);
    await site.site.services.users.updateAsOperator(userid, { admin: false });
    expect(await isAdmin()).toBe(false);
  });

  test('an account with an authenticator app also needs its code', async () => {
    const { name } = addProviderUser();
    const { headers } = await signOn(name);
    const { secret } = (await site.send('POST', '/api/account/totp', { headers, body: {} })).json;
    const codeNow = () => totpCode(secret, Math.floor(site.clock.now / 30_000));
    expect((await site.send('PUT', '/api/account/totp', { headers, body: { code: codeNow() } })).status).toBe(200);
    site.clock.now += MINUTE_MS;
    const { answer, headers: waiting } = await signOn(name);
    expect(answer.headers.get('Location')).toBe('/app/second-factor');
    expect(waiting.Cookie).not.toContain('signpost_session');
    const send = (code: string) => site.send('POST', '/api/session/oidc', { headers: waiting, body: { code } });
    expect((await send('000000')).json.code).toBe('second_factor_wrong');
    const done = await send(codeNow());
    expect(done.json).toEqual({ error: 0, location: '/app' });
    expect(await userOf({ Cookie: cookiesOf(done) })).toMatchObject({ second_factor: true });
    site.clock.now += MINUTE_MS;
    expect((await send(codeNow())).json.code).toBe('sign_in_outdated');
  });

  test('a user without a password confirms a change at the provider', async () => {
    const [ada, grace] = [addProviderUser(), addProviderUser()];
    const { headers } = await signOn(ada.name);
    await signOn(grace.name);
    const addKey = () => site.send('POST', '/api/key/add', { headers, body: { name: 'later' } });
    site.clock.now += 11 * MINUTE_MS;
    expect((await addKey()).json.code).toBe('password_required');
    const started = await site.send('GET', '/api/session/oidc?confirm=1', { headers });
    expect(started.headers.get('Location')).toContain('prompt=login');
    for (const [name, code] of [
      [grace.name, 'other_identity'],
      [ada.name, undefined],
    ] as const) {
      const { callback, cookie } = await goToProvider(name, '?confirm=1', headers);
      const answer = await site.send('GET', callback, { headers: { Cookie: cookie } });
      expect(answer.json?.code).toBe(code);
      if (code === undefined) expect(answer.headers.get('Location')).toBe('/app/confirmed');
    }
    expect((await addKey()).status).toBe(200);
    expect((await site.send('GET', '/api/session/oidc?confirm=1')).status).toBe(401);
  });

  test('a new key of the provider is accepted at once; while it is away, sessions and passwords go on', async () => {
    const { name } = addProviderUser();
    const { headers } = await signOn(name);
    await provider.changeKey();
    expect((await signOn(name)).answer.status).toBe(302);
    const { callback, cookie } = await goToProvider(name);
    await provider.stop();
    const answer = await site.send('GET', callback, { headers: { Cookie: cookie } });
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 503, code: 'provider_unavailable' });
    const fresh = await openTestSite(engine, provider.settings);
    expect((await fresh.send('GET', '/api/session/oidc')).json.code).toBe('provider_unavailable');
    await fresh.close();
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(200);
    expect((await signIn(site, 'first@example.com')).answer.status).toBe(200);
    await provider.start();
  });

  test('OIDC_ONLY closes passwords, registration and resets, but not the link of the command line', async () => {
    const only = await openTestSite(engine, { ...provider.settings, OIDC_ONLY: 'on', REGISTRATION: 'open' });
    const { key, id } = await only.addUser('only@example.com');
    const { users } = only.site.services;
    const post = async (path: string, body: object, by?: string) => {
      const { status, json } = await only.send('POST', path, { body, ...(by && { key: by }) });
      return { status, code: json.code };
    };
    const closed = { status: 403, code: 'password_sign_in_closed' };
    expect(await post('/api/session', { email: 'only@example.com', password: PASSWORD })).toEqual(closed);
    expect(await post('/api/session', { email: 'nobody@example.com', password: PASSWORD })).toEqual(closed);
    expect(await post('/api/password/forgot', { email: 'only@example.com' })).toEqual(closed);
    expect(await post(`/api/user/${id}/reset`, {}, key)).toEqual(closed);
    const registration = { email: 'new@example.com', username: 'new', password: PASSWORD };
    expect(await post('/api/account/register', registration)).toEqual({ status: 403, code: 'registration_closed' });
    expect((await only.send('GET', '/api/session/methods')).json.data.password).toBe(false);
    const { link } = await users.makeOperatorLink(id);
    const token = link.slice(link.indexOf('#') + 1);
    expect((await post('/api/password/reset', { token, password: 'recovered 123' })).status).toBe(200);
    const { answer } = await signIn(only, 'only@example.com', {}, 'recovered 123');
    expect(answer.status).toBe(200);
    only.clock.now += 60 * MINUTE_MS;
    expect(await post('/api/session', { email: 'only@example.com', password: 'recovered 123' })).toEqual(closed);
    const { name } = addProviderUser({ email: 'only@example.com' });
    expect((await signOn(name, only)).answer.status).toBe(302);
    await only.close();
  });

  test('without a provider there is nothing to sign in with', async () => {
    const plain = await openTestSite(engine);
    const { status, json } = await plain.send('GET', '/api/session/oidc');
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'oidc_not_set_up' });
    await plain.close();
  });
});
