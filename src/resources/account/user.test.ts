import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { PASSWORD, signIn } from '../../../test/support/sign-in.ts';
import { type SmtpServer, startSmtpServer } from '../../../test/support/smtp-server.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { HANDED_LINK_MS, MAILED_LINK_MS } from './user.ts';

const NEW_PASSWORD = 'a new horse 10';

onEachEngine('users', (engine) => {
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
  const anyone = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    site.send('POST', path, { body, headers });
  const tokenIn = (text: string) => /\/app\/reset#([\w-]{43})/.exec(text.replace(/=\n/g, ''))?.[1] ?? '';

  test('administrators list all users, newest first, without secrets', async () => {
    const { json, text } = await ask('GET', '/api/users?limit=1');
    expect(json).toEqual({
      error: '0',
      data: {
        result: 2,
        perpage: 1,
        currentpage: 1,
        nextpage: 2,
        maxpage: 2,
        users: [
          {
            id: user.id,
            email: 'grace@example.com',
            username: 'grace',
            admin: false,
            disabled: false,
            date: '2026-11-16 12:00:00',
            deleting: false,
          },
        ],
      },
    });
    expect(text).not.toContain('argon2');
  });

  test('other users can use none of these endpoints, for any user', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/users', undefined],
      ['POST', '/api/user/add', { email: 'x@example.com' }],
      ['PUT', `/api/user/${admin.id}/update`, { disabled: true }],
      ['PUT', `/api/user/${user.id}/update`, { admin: true }],
      ['DELETE', `/api/user/${admin.id}/delete`, { content: 'delete' }],
      ['POST', `/api/user/${admin.id}/reset`, undefined],
      ['POST', '/api/user/999999/reset', undefined],
    ] as const) {
      const { status, json } = await ask(method, path, body, user.key);
      expect({ status, code: json.code }).toEqual({ status: 403, code: 'admin_required' });
      expect((await site.send(method, path, { body })).status).toBe(401);
    }
    expect((await ask('GET', '/api/users')).json.data.result).toBe(2);
  });

  test('a user is added with a password, or with a link to set one', async () => {
    const withOne = await ask('POST', '/api/user/add', { email: 'One@example.com', password: NEW_PASSWORD });
    expect(withOne.json).toEqual({ error: 0, id: expect.any(Number) });
    expect((await signIn(site, 'one@example.com', {}, NEW_PASSWORD)).answer.status).toBe(200);
    const invited = await ask('POST', '/api/user/add', { email: 'two@example.com', username: 'two', admin: true });
    expect(invited.json.link).toStartWith('https://sgn.example/app/reset#');
    const token = tokenIn(invited.json.link);
    expect((await anyone('/api/password/reset', { token, password: NEW_PASSWORD })).status).toBe(200);
    const { answer } = await signIn(site, 'two@example.com', {}, NEW_PASSWORD);
    expect(answer.json.data).toMatchObject({ username: 'two', admin: true });
  });

  for (const [what, body, status, code] of [
    ['an address in use', { email: 'grace@example.com' }, 409, 'email_taken'],
    ['a name in use', { email: 'new@example.com', username: 'grace' }, 409, 'username_taken'],
  ] as const) {
    test(`${what} adds no user`, async () => {
      const before = (await ask('GET', '/api/users')).json.data.result;
      const answer = await ask('POST', '/api/user/add', body);
      expect({ status: answer.status, code: answer.json.code }).toEqual({ status, code });
      expect((await ask('GET', '/api/users')).json.data.result).toBe(before);
    });
  }

  for (const [what, body] of [
    ['no address', {}],
    ['a short password', { email: 'new@example.com', password: 'short' }],
    ['an administrator flag that is not a boolean', { email: 'new@example.com', admin: 'yes' }],
  ] as const) {
    testWithoutStore(engine)(`${what} adds no user`, async () => {
      const answer = await ask('POST', '/api/user/add', body);
      expect({ status: answer.status, code: answer.json.code }).toEqual({ status: 400, code: 'invalid_input' });
    });
  }

  test('disabling a user ends keys and sessions at once; after enabling, the user must sign in again', async () => {
    const { id, key } = await site.addUser('out@example.com');
    const { headers } = await signIn(site, 'out@example.com');
    const { link } = (await ask('POST', `/api/user/${id}/reset`)).json;
    const update = await ask('PUT', `/api/user/${id}/update`, { disabled: true });
    expect(update.json).toEqual({ error: 0, message: 'User has been updated successfully.' });
    expect((await ask('GET', '/api/account', undefined, key)).status).toBe(401);
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(401);
    const reset = await anyone('/api/password/reset', { token: tokenIn(link), password: NEW_PASSWORD });
    expect(reset.json.code).toBe('reset_link_spent');
    await ask('PUT', `/api/user/${id}/update`, { disabled: false });
    expect((await ask('GET', '/api/account', undefined, key)).status).toBe(200);
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(401);
    expect((await signIn(site, 'out@example.com')).answer.status).toBe(200);
  });

  test('administrators cannot disable or demote themselves, so one always remains', async () => {
    for (const body of [{ disabled: true }, { admin: false }]) {
      const { status, json } = await ask('PUT', `/api/user/${admin.id}/update`, body);
      expect({ status, code: json.code }).toEqual({ status: 409, code: 'own_account' });
    }
    expect((await ask('PUT', `/api/user/${user.id}/update`, {})).status).toBe(400);
    expect((await ask('PUT', '/api/user/999999/update', { disabled: true })).status).toBe(404);
    expect((await ask('POST', '/api/user/999999/reset')).status).toBe(404);
  });

  test('a reset link works once, ends every session, and invalidates the other links', async () => {
    const { id } = await site.addUser('once@example.com');
    const { headers } = await signIn(site, 'once@example.com');
    const [first, second] = [
      (await ask('POST', `/api/user/${id}/reset`)).json,
      (await ask('POST', `/api/user/${id}/reset`)).json,
    ];
    expect(first.expiry).toBe('2026-11-19 12:00:00');
    const use = (link: string) => anyone('/api/password/reset', { token: tokenIn(link), password: NEW_PASSWORD });
    const statuses = (await Promise.all([use(first.link), use(first.link), use(first.link)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 400, 400]);
    expect((await use(second.link)).json.code).toBe('reset_link_spent');
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(401);
    expect((await signIn(site, 'once@example.com')).answer.status).toBe(401);
    expect((await signIn(site, 'once@example.com', {}, NEW_PASSWORD)).answer.status).toBe(200);
  });

  test('an expired or forged reset link, or one from before a change of password, is refused', async () => {
    const { id, key } = await site.addUser('old@example.com');
    const makeToken = async () => tokenIn((await ask('POST', `/api/user/${id}/reset`)).json.link);
    const [old, overtaken] = [await makeToken(), await makeToken()];
    const began = site.clock.now;
    site.clock.now += HANDED_LINK_MS;
    for (const token of [old, 'x'.repeat(43), ''])
      expect((await anyone('/api/password/reset', { token, password: NEW_PASSWORD })).json.code).toBe(
        'reset_link_spent',
      );
    site.clock.now = began;
    await ask('PUT', '/api/account/update', { password: PASSWORD }, key);
    expect((await anyone('/api/password/reset', { token: overtaken, password: NEW_PASSWORD })).status).toBe(400);
    const left = tokenIn((await ask('POST', `/api/user/${id}/reset`)).json.link);
    await ask('PUT', '/api/account/update', { email: 'moved@example.com' }, key);
    expect((await anyone('/api/password/reset', { token: left, password: NEW_PASSWORD })).status).toBe(400);
    await ask('PUT', '/api/account/update', { email: 'old@example.com' }, key);
    // Both old addresses get a mail about the change.
    await Promise.all([mail.next(), mail.next()]);
    expect((await signIn(site, 'old@example.com')).answer.status).toBe(200);
  });

  test('48: a mailed link uses BASE_URL, ignores the Host header, and is valid for an hour', async () => {
    const { status, json } = await anyone(
      '/api/password/forgot',
      { email: 'Grace@example.com' },
      { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', 'Accept-Language': 'de' },
    );
    expect(status).toBe(200);
    expect(json.message).toBe('If there is such an account, a mail with a link is on its way to it.');
    const letter = await mail.next();
    expect(letter).toContain('To: grace@example.com');
    expect(letter).toContain('From: signpost@sgn.example');
    expect(letter.replace(/=\n/g, '')).toContain('https://sgn.example/app/reset#');
    expect(letter).not.toContain('evil');
    const began = site.clock.now;
    site.clock.now += MAILED_LINK_MS;
    const token = tokenIn(letter);
    expect(token).toHaveLength(43);
    expect((await anyone('/api/password/reset', { token, password: NEW_PASSWORD })).status).toBe(400);
    site.clock.now = began;
    expect((await anyone('/api/password/reset', { token, password: NEW_PASSWORD })).status).toBe(200);
    const stored = JSON.stringify(await site.database.db.selectFrom('password_resets').selectAll().execute());
    expect(stored + site.logLines.join()).not.toContain(token);
  });

  test('44: a reset request does not reveal whether the account exists', async () => {
    const before = mail.mailCount();
    const unknown = await anyone('/api/password/forgot', { email: 'nobody@example.com' });
    const known = await anyone('/api/password/forgot', { email: 'grace@example.com' });
    expect(unknown.text).toBe(known.text);
    await mail.next();
    expect(mail.mailCount()).toBe(before + 1);
  });

  test('45: three mails an hour for an account from one address, twenty in total, then 429', async () => {
    guards('sign-in-limits', 'account-privacy');
    site.clock.now += 2 * MAILED_LINK_MS;
    const ask = async (peer: string) =>
      (await site.send('POST', '/api/password/forgot', { body: { email: 'nobody@example.com' }, peer })).status;
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push(await ask('203.0.113.9'));
    expect(statuses).toEqual([200, 200, 200, 429]);
    // Requests from other addresses do not lock the owner out.
    const elsewhere = await Promise.all(Array.from({ length: 16 }, (_, index) => ask(`198.51.100.${index}`)));
    expect(elsewhere).toEqual(Array(16).fill(200));
    expect([await ask('198.51.100.200'), await ask('198.51.100.201')]).toEqual([200, 429]);
    site.clock.now += MAILED_LINK_MS;
    expect(await ask('198.51.100.201')).toBe(200);
  });

  test('without a mail server every reset request gets the same error', async () => {
    const silent = await openTestSite(engine);
    await silent.addUser('grace@example.com');
    for (const email of ['grace@example.com', 'nobody@example.com']) {
      const { status, json } = await silent.send('POST', '/api/password/forgot', { body: { email } });
      expect({ status, code: json.code }).toEqual({ status: 409, code: 'mail_not_set_up' });
    }
    await silent.close();
  });
});
