import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { startIdentityProvider } from '../../../test/support/identity-provider.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { cookiesOf, openSignOnFixture, SITE_URL, type SignOnFixture } from '../../../test/support/sign-on-fixture.ts';
import { openTestSite } from '../../../test/support/test-site.ts';
import { totpCode } from '../../lib/totp.ts';

const MINUTE_MS = 60_000;

onEachEngine('proofs of the identity provider', (engine) => {
  let fixture: SignOnFixture;
  beforeAll(async () => {
    fixture = await openSignOnFixture(engine);
    await fixture.site.addUser('first@example.com');
  });
  afterAll(() => fixture.close());

  test('an account with an authenticator app also needs its code', async () => {
    const { site, addProviderUser, signOn, userOf } = fixture;
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
    const { site, addProviderUser, goToProvider, signOn } = fixture;
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
      const { callback, cookie } = await goToProvider(name, { query: '?confirm=1', headers });
      const answer = await site.send('GET', callback, { headers: { Cookie: cookie } });
      expect(answer.json?.code).toBe(code);
      if (code === undefined) expect(answer.headers.get('Location')).toBe('/app/confirmed');
    }
    expect((await addKey()).status).toBe(200);
    expect((await site.send('GET', '/api/session/oidc?confirm=1')).status).toBe(401);
  });

  test('a new key of the provider is accepted immediately; while the provider is down, sessions and passwords keep working', async () => {
    const { provider, site, addProviderUser, goToProvider, signOn } = fixture;
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

  test('OIDC_ONLY turns off passwords, registration and resets, but not the link of the command line', async () => {
    const { provider, addProviderUser, signOn } = fixture;
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

  test('REQUIRE_2FA is satisfied by a provider that has checked two factors', async () => {
    const { provider, addProviderUser, signOn, userOf } = fixture;
    const strict = await openTestSite(engine, { ...provider.settings, REQUIRE_2FA: 'on' });
    for (const [amr, status] of [
      [['pwd'], 403],
      [['pwd', 'mfa'], 200],
    ] as const) {
      const { headers } = await signOn(addProviderUser({ amr: [...amr] }).name, strict);
      expect((await strict.send('GET', '/api/urls', { headers })).status).toBe(status);
      expect(await userOf(headers, strict)).toMatchObject({ second_factor_missing: status === 403 });
    }
    await strict.close();
  });

  test('a provider may want the secret in the body, and gets PKCE in any case', async () => {
    const { addProviderUser, signOn } = fixture;
    const provider = await startIdentityProvider(SITE_URL, { token_endpoint_auth_method: 'client_secret_post' });
    const picky = await openTestSite(engine, provider.settings);
    const { name, email } = addProviderUser();
    provider.users.set(name, { email });
    expect((await signOn(name, picky)).answer.status).toBe(302);
    expect((await signOn(name, picky)).answer.status).toBe(302);
    const started = await picky.send('GET', '/api/session/oidc');
    expect(started.headers.get('Location')).toContain('code_challenge_method=S256');
    await picky.close();
    await provider.stop();
  });
});
