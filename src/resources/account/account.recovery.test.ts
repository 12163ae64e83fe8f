import { afterAll, beforeAll, expect, test } from 'bun:test';
import { setImmediate } from 'node:timers/promises';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { signIn } from '../../../test/support/sign-in.ts';
import { type SmtpServer, startSmtpServer } from '../../../test/support/smtp-server.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { waitUntil } from '../../../test/support/wait.ts';
import { getTexts } from '../../texts/texts.ts';

const NEW_PASSWORD = 'a new horse 10';

onEachEngine('account recovery', (engine) => {
  let site: TestSite;
  let mail: SmtpServer;
  let admin: { id: number; key: string };
  let user: { id: number; key: string };

  beforeAll(async () => {
    mail = startSmtpServer();
    site = await openTestSite(engine, { SMTP_URL: mail.url, BASE_URL: 'https://sgn.example' });
    admin = await site.addUser('admin@example.com');
    user = await site.addUser('grace@example.com');
  });
  afterAll(async () => {
    await site.close();
    mail.stop();
  });

  const ask = (method: string, path: string, body?: unknown, key: string = admin.key) =>
    site.send(method, path, { key, ...(body !== undefined && { body }) });
  const reset = (body: object) => site.send('POST', '/api/password/reset', { body });
  const makeToken = async (id: number) =>
    (await ask('POST', `/api/user/${id}/reset`)).json.link.split('#')[1] as string;

  test('a reset deletes the API keys on request, and keeps them otherwise', async () => {
    guards('account-recovery');
    const { id, key } = await site.addUser('lost-keys@example.com');
    const more = (await ask('POST', '/api/key/add', { name: 'Second' }, key)).json.apikey;
    const { headers } = await signIn(site, 'lost-keys@example.com');
    const resetWith = async (fields: object) =>
      reset({ token: await makeToken(id), password: NEW_PASSWORD, ...fields });
    const statusOf = async (one: string) => (await ask('GET', '/api/account', undefined, one)).status;
    for (const odd of ['true', 1, null]) expect((await resetWith({ revoke_keys: odd })).status).toBe(400);
    expect((await resetWith({})).status).toBe(200);
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(401);
    expect([await statusOf(key), await statusOf(more)]).toEqual([200, 200]);
    expect((await resetWith({ revoke_keys: false })).status).toBe(200);
    expect([await statusOf(key), await statusOf(more)]).toEqual([200, 200]);
    expect((await resetWith({ revoke_keys: true })).json).toEqual({ error: 0, message: 'The new password is set.' });
    expect([await statusOf(key), await statusOf(more)]).toEqual([401, 401]);
    expect(await statusOf(user.key)).toBe(200);
    const { headers: own } = await signIn(site, 'lost-keys@example.com', {}, NEW_PASSWORD);
    expect((await site.send('GET', '/api/keys', { headers: own })).json.data).toMatchObject({ result: 0, keys: [] });
  });

  test('a key that is created while a reset revokes all keys does not survive', async () => {
    guards('account-recovery', 'permission-after-body');
    for (let round = 0; round < 3; round += 1) {
      const { id, key } = await site.addUser(`racing${round}@example.com`);
      const body = { token: await makeToken(id), password: NEW_PASSWORD, revoke_keys: true };
      let isReset = false;
      const resetting = reset(body).finally(() => {
        isReset = true;
      });
      while (!isReset) {
        await ask('POST', '/api/key/add', { name: 'Hidden', account: true }, key);
        await setImmediate();
      }
      expect((await resetting).status).toBe(200);
      const left = await site.database.db.selectFrom('keys').select('id').where('user_id', '=', id).execute();
      expect(left).toEqual([]);
    }
  });

  test('a new email address is reported to the old one, in the language of the client; other changes are not', async () => {
    guards('account-recovery');
    const { key } = await site.addUser('before@example.com');
    const update = (body: object, language: string) =>
      site.send('PUT', '/api/account/update', { key, body, headers: { 'Accept-Language': language } });
    const before = mail.mailCount();
    expect((await update({ password: NEW_PASSWORD }, 'en')).status).toBe(200);
    expect((await update({ email: 'BEFORE@example.com' }, 'en')).status).toBe(200);
    expect((await update({ email: 'grace@example.com' }, 'en')).status).toBe(409);
    expect((await update({ email: 'after@example.com' }, 'en')).status).toBe(200);
    const english = await mail.next();
    expect(english).toContain('To: before@example.com');
    expect(english).toContain(`Subject: ${getTexts('mails', 'en').emailChanged.subject}`);
    expect(english).toContain('https://sgn.example');
    expect(english).not.toContain('after@example.com');
    expect((await update({ email: 'later@example.com' }, 'de-AT')).status).toBe(200);
    const german = await mail.next();
    expect(german).toContain('To: after@example.com');
    // A mail encodes letters outside ASCII, so only the ASCII start of the text is compared.
    const [beginning = ''] = getTexts('mails', 'de').emailChanged.change({ server: '' }).split(' bei ');
    expect(german.replace(/=\n/g, '')).toContain(beginning);
    expect(mail.mailCount()).toBe(before + 2);
  });

  test('a mail server that does not respond neither delays nor prevents a change of address', async () => {
    guards('account-recovery');
    const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } });
    const otherSite = await openTestSite(engine, { SMTP_URL: `smtp://127.0.0.1:${silent.port}` });
    const { key } = await otherSite.addUser('first@example.com');
    const body = { email: 'second@example.com' };
    expect((await otherSite.send('PUT', '/api/account/update', { key, body })).status).toBe(200);
    // The mail has not failed yet, so nothing has waited for it.
    const failed = 'could not be sent to the old address';
    expect(otherSite.logLines.join('')).not.toContain(failed);
    silent.stop(true);
    await waitUntil('the mail has failed', () => otherSite.logLines.join('').includes(failed));
    await otherSite.close();
  });
});
