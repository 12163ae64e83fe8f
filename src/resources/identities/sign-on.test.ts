import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { signIn } from '../../../test/support/sign-in.ts';
import { cookiesOf, openSignOnFixture, type SignOnFixture } from '../../../test/support/sign-on-fixture.ts';
import { openTestSite } from '../../../test/support/test-site.ts';

const MINUTE_MS = 60_000;

onEachEngine('single sign-on', (engine) => {
  let fixture: SignOnFixture;
  beforeAll(async () => {
    fixture = await openSignOnFixture(engine, { OIDC_NAME: 'Keys & Co' });
    await fixture.site.addUser('first@example.com');
  });
  afterAll(() => fixture.close());

  test('the first sign-in creates an account without a password, whatever REGISTRATION says', async () => {
    const { site, addProviderUser, signOn, userOf } = fixture;
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
    const { addProviderUser, signOn, userOf } = fixture;
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
    const { site, addProviderUser, signOn, userOf } = fixture;
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
    guards('single-sign-on');
    const { provider, site, addProviderUser, signOn } = fixture;
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
    const { site, addProviderUser, signOn, userOf } = fixture;
    const { name } = addProviderUser();
    const { userid } = await userOf((await signOn(name)).headers);
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', userid).execute();
    const { answer } = await signOn(name);
    expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 403, code: 'account_disabled' });
  });

  test('a callback works once, and only in the browser that started it', async () => {
    guards('single-sign-on');
    const { site, addProviderUser, goToProvider } = fixture;
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
    guards('single-sign-on');
    const { site, addProviderUser, goToProvider } = fixture;
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
    const { site } = fixture;
    const answer = await site.send('GET', '/api/session/oidc/callback?state=x', { headers: { Accept: 'text/html' } });
    expect(answer.headers.get('Location')).toBe('/app?problem=sign_in_outdated');
  });

  test('a browser gets a page whatever is wrong with its request; a program gets JSON', async () => {
    const { site } = fixture;
    const elsewhere = encodeURIComponent('https://elsewhere.example');
    for (const [query, page] of [
      [`?return=${elsewhere}`, '/app?problem=invalid_input'],
      [`?confirm=1&return=${elsewhere}`, '/app/confirmed?problem=invalid_input'],
      ['?confirm=2', '/app?problem=invalid_input'],
      [`/callback?code=${'x'.repeat(5_000)}`, '/app?problem=invalid_input'],
    ] as const) {
      const path = `/api/session/oidc${query}`;
      const shown = await site.send('GET', path, { headers: { Accept: 'text/html' } });
      expect([path, shown.status, shown.headers.get('Location')]).toEqual([path, 302, page]);
      expect((await site.send('GET', path)).json.code).toBe('invalid_input');
    }
    const limited = await openTestSite(engine, { ...fixture.provider.settings, RATE_LIMIT: '1' });
    const open = () => limited.send('GET', '/api/session/oidc', { headers: { Accept: 'text/html' } });
    expect((await open()).headers.get('Location')).toStartWith(fixture.provider.settings.OIDC_ISSUER ?? '');
    expect((await open()).headers.get('Location')).toBe('/app?problem=rate_limited');
    await limited.close();
  });

  test('only pages of the dashboard can follow a sign-in', async () => {
    guards('single-sign-on');
    const { site, addProviderUser, goToProvider } = fixture;
    const { name } = addProviderUser();
    const page = '/app/links?filter[country]=x&url=https://a.example#top';
    const { callback, cookie } = await goToProvider(name, { query: `?return=${encodeURIComponent(page)}` });
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

  test('without a provider there is nothing to sign in with', async () => {
    const plain = await openTestSite(engine);
    const { status, json } = await plain.send('GET', '/api/session/oidc');
    expect({ status, code: json.code }).toEqual({ status: 404, code: 'oidc_not_set_up' });
    await plain.close();
  });
});
