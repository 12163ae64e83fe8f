import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { openSignOnFixture, type SignOnFixture } from '../../../test/support/sign-on-fixture.ts';
import { type SmtpServer, startSmtpServer } from '../../../test/support/smtp-server.ts';
import { totpCode } from '../../lib/totp.ts';

const MINUTE_MS = 60_000;

onEachEngine('an address that nobody proved', (engine) => {
  let mail: SmtpServer;
  let fixture: SignOnFixture;
  let admin: { id: number; key: string };
  let count = 0;

  beforeAll(async () => {
    mail = startSmtpServer();
    fixture = await openSignOnFixture(engine, { OIDC_ADMIN_GROUP: 'admins', REGISTRATION: 'open', SMTP_URL: mail.url });
    admin = await fixture.site.addUser('first@example.com');
  });
  afterAll(async () => {
    await fixture.close();
    mail.stop();
  });

  const anyone = (path: string, body: object) => fixture.site.send('POST', path, { body });
  const statusOf = async (sent: object) => (await fixture.site.send('GET', '/api/keys', sent)).status;

  function newName(): string {
    count += 1;
    return `owner${count}`;
  }

  /** The next mail to an address. */
  async function mailTo(email: string): Promise<string> {
    const letter = (await mail.next()).replace(/=\n/g, '');
    return letter.includes(`To: ${email}`) ? letter : mailTo(email);
  }

  /** Registers without any proof of the address; returns the account and its first key. */
  async function register(email: string, more: object = {}) {
    const username = email.split('@')[0] ?? '';
    const { json } = await anyone('/api/account/register', { email, username, password: PASSWORD, ...more });
    return { id: json.id as number, key: json.apikey as string };
  }

  async function takeAddress(key: string, email: string): Promise<void> {
    const { status } = await fixture.site.send('PUT', '/api/account/update', { key, body: { email } });
    expect(status).toBe(200);
  }

  /** Gives an account every credential there is. */
  async function addCredentials(id: number, email: string, key: string) {
    const { site } = fixture;
    const { headers } = await signIn(site, email);
    const { secret } = (await site.send('POST', '/api/account/totp', { headers, body: {} })).json;
    const code = totpCode(secret, Math.floor(site.clock.now / 30_000));
    expect((await site.send('PUT', '/api/account/totp', { headers, body: { code } })).status).toBe(200);
    const passkey = { credential_id: `passkey of ${email}`, public_key: 'x', counter: 0, transports: '[]' };
    await site.database.db
      .insertInto('passkeys')
      .values({ ...passkey, user_id: id, is_synced: 0, name: 'Old', created_at: 1 })
      .execute();
    const { link } = (await site.send('POST', `/api/user/${id}/reset`, { key: admin.key })).json;
    return { headers, key, token: link.split('#')[1] as string };
  }

  for (const [how, claim] of [
    [
      'changing one’s own',
      async (email: string) => {
        const { id, key } = await fixture.site.addUser();
        await takeAddress(key, email);
        return { id, key };
      },
    ],
    ['registering with it', (email: string) => register(email)],
  ] as const) {
    test(`taken by ${how}, it gives nothing: the owner’s first sign-on ends every earlier credential`, async () => {
      guards('proved-addresses');
      const { site, addProviderUser, signOn, userOf } = fixture;
      const email = `${newName()}@corp.example`;
      const { id, key } = await claim(email);
      const old = await addCredentials(id, email, key);
      const { name } = addProviderUser({ email, groups: ['admins'] });
      const { answer, headers } = await signOn(name);
      // The second factor of whoever took the address is not asked for.
      expect(answer.headers.get('Location')).toBe('/app');
      expect(await userOf(headers)).toMatchObject({ userid: id, admin: true, password: false, second_factor: false });
      expect((await userOf(headers)).passkeys).toBe(0);
      expect(await statusOf({ key: old.key })).toBe(401);
      expect(await statusOf({ headers: old.headers })).toBe(401);
      expect((await signIn(site, email)).answer.status).toBe(401);
      const reset = await anyone('/api/password/reset', { token: old.token, password: PASSWORD });
      expect(reset.json.code).toBe('reset_link_spent');
      // What the owner adds now stays.
      const made = await site.send('POST', '/api/key/add', { headers, body: { name: 'mine' } });
      await signOn(name);
      expect(await statusOf({ key: made.json.apikey })).toBe(200);
    });
  }

  test('an account that an administrator added keeps its credentials, and groups apply to it', async () => {
    const { site, addProviderUser, signOn, userOf } = fixture;
    const email = `${newName()}@corp.example`;
    const { json } = await site.send('POST', '/api/user/add', { key: admin.key, body: { email, password: PASSWORD } });
    const { headers: old } = await signIn(site, email);
    const { headers } = await signOn(addProviderUser({ email, groups: ['admins'] }).name);
    expect(await userOf(headers)).toMatchObject({ userid: json.id, admin: true, password: true });
    expect(await statusOf({ headers: old })).toBe(200);
  });

  test('a mailed reset proves it only if no other credential is left', async () => {
    guards('proved-addresses', 'account-recovery');
    const { addProviderUser, signOn } = fixture;
    for (const isRevoking of [true, false]) {
      const email = `${newName()}@corp.example`;
      const { key } = await register(email);
      await anyone('/api/password/forgot', { email });
      const token = /\/app\/reset#([\w-]{43})/.exec(await mailTo(email))?.[1];
      const reset = await anyone('/api/password/reset', { token, password: 'proved 123', revoke_keys: isRevoking });
      expect(reset.status).toBe(200);
      await signOn(addProviderUser({ email }).name);
      const { answer } = await signIn(fixture.site, email, {}, 'proved 123');
      expect([answer.status, await statusOf({ key })]).toEqual([isRevoking ? 200 : 401, 401]);
    }
  });

  test('an account gives back an address that it took from a colleague, who gets an account of their own', async () => {
    guards('proved-addresses');
    const { site, addProviderUser, signOn, userOf } = fixture;
    const [one, two] = [newName(), newName()].map((name) => addProviderUser({ email: `${name}@corp.example` }));
    if (!one || !two) throw new Error('two users are needed');
    const { headers: first } = await signOn(one.name);
    const { userid } = await userOf(first);
    await site.send('PUT', '/api/account/update', { headers: first, body: { email: two.email } });
    const { answer, headers: second } = await signOn(two.name);
    expect(answer.status).toBe(302);
    const colleague = await userOf(second);
    expect(colleague).toMatchObject({ email: two.email });
    expect(colleague.userid).not.toBe(userid);
    expect(await userOf(first)).toMatchObject({ userid, email: one.email });
    expect(await userOf((await signOn(one.name)).headers)).toMatchObject({ userid });
  });

  test('in an account that was joined before addresses had proofs, only a group ends earlier credentials', async () => {
    guards('proved-addresses');
    const { provider, site, addProviderUser, signOn, userOf } = fixture;
    const email = `${newName()}@corp.example`;
    const { id } = await register(email);
    const { name } = addProviderUser({ email });
    await signOn(name);
    const { db } = site.database;
    await db.deleteFrom('account_proofs').where('user_id', '=', id).execute();
    const { apikey } = await site.site.services.keys.create(id, { name: 'Old', account: true });
    await signOn(name);
    expect(await statusOf({ key: apikey })).toBe(200);
    provider.users.set(name, { ...provider.users.get(name), groups: ['admins'] });
    const { headers } = await signOn(name);
    expect(await userOf(headers)).toMatchObject({ userid: id, admin: true });
    expect(await statusOf({ key: apikey })).toBe(401);
    site.clock.now += MINUTE_MS;
    expect(await userOf(headers)).toMatchObject({ admin: true });
  });
});
