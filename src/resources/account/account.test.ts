import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { fieldError } from '../../core/errors.ts';
import { suggestUsername } from './account.ts';

const GOOD = { email: 'Ada@Example.com', username: 'ada', password: 'correct horse 9' };

onEachEngine('account', (engine) => {
  let site: TestSite;
  let unchanged: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    unchanged = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  test('the account is returned with the reference fields and no others', async () => {
    proves('account.get', 'answer.error', 'answer.data');
    proves('account.data', 'id', 'email', 'username', 'avatar', 'status', 'expires', 'registered');
    const { id, key } = await site.addUser('Grace@Example.com');
    const { json } = await site.send('GET', '/api/account', { key });
    expect(json).toEqual({
      error: 0,
      data: {
        id,
        email: 'grace@example.com',
        username: 'grace',
        avatar: 'http://localhost:3000/avatar/grace.svg',
        status: 'active',
        expires: '9999-12-31 23:59:59',
        registered: '2026-11-16 12:00:00',
        timezone: '',
      },
    });
  });

  test('the time zone is changed without the password, and a wrong one is refused by its field', async () => {
    const { key } = await site.addUser();
    const change = (timezone: string) => site.send('PUT', '/api/account/preferences', { key, body: { timezone } });
    const zoneOf = async (path: string) => (await site.send('GET', path, { key })).json.data.timezone;
    expect((await change('europe/berlin')).status).toBe(200);
    expect([await zoneOf('/api/account'), await zoneOf('/api/session')]).toEqual(['Europe/Berlin', 'Europe/Berlin']);
    const { status, json } = await change('Mars/Olympus');
    expect([status, json.errors]).toEqual([400, [fieldError('timezone', 'not_a_time_zone')]]);
    expect(await zoneOf('/api/account')).toBe('Europe/Berlin');
    await change('');
    expect(await zoneOf('/api/account')).toBe('');
    expect((await site.send('PUT', '/api/account/preferences', { body: { timezone: '' } })).status).toBe(401);
  });

  test('an expired account is reported as expired', async () => {
    proves('account.data', 'status', 'expires');
    const { id, key } = await site.addUser();
    await site.database.db.updateTable('users').set({ expires_at: site.clock.now }).where('id', '=', id).execute();
    const { data } = (await site.send('GET', '/api/account', { key })).json;
    expect(data).toMatchObject({ status: 'expired', expires: '2026-11-16 12:00:00' });
  });

  test('the avatar of the account exists', async () => {
    const { headers, text, status } = await site.send('GET', '/avatar/grace.svg');
    expect(status).toBe(200);
    expect(headers.get('Content-Type')).toBe('image/svg+xml');
    expect(text).toContain('>GR<');
    expect((await site.send('GET', '/avatar/%3Cscript%3E.svg')).status).toBe(404);
  });

  test('email and password change together or separately, with the reference message', async () => {
    proves('account.update', 'email', 'password', 'answer.error', 'answer.message');
    const { id, key } = await site.addUser();
    const hashOf = async () => {
      const row = await site.database.db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.password_hash ?? '';
    };
    const before = await hashOf();
    const byMail = await site.send('PUT', '/api/account/update', { key, body: { email: `New${id}@example.com` } });
    expect(byMail.json).toEqual({ error: 0, message: 'Account has been successfully updated.' });
    expect(await hashOf()).toBe(before);
    await site.send('PUT', '/api/account/update', { key, body: { password: 'another horse 10' } });
    expect(await Bun.password.verify('another horse 10', await hashOf())).toBe(true);
    expect((await site.send('GET', '/api/account', { key })).json.data.email).toBe(`new${id}@example.com`);
  });

  test('a taken email address is refused without naming its owner', async () => {
    const [{ key }, other] = [await site.addUser(), await site.addUser(`other-${engine}@example.com`)];
    const { status, json } = await site.send('PUT', '/api/account/update', {
      key,
      body: { email: `OTHER-${engine}@example.com` },
    });
    expect(status).toBe(409);
    expect(json).toEqual({ error: 1, message: 'This email address is already in use.', code: 'email_taken' });
    expect(other.id).toBeGreaterThan(0);
  });

  for (const [what, body, field] of [
    ['neither email address nor password', {}, 'email'],
    ['an email address without a host', { email: 'ada@' }, 'email'],
    ['an email address without a dot', { email: 'ada@localhost' }, 'email'],
    ['an email address with a newline', { email: 'ada@example.com\nBcc: x@example.com' }, 'email'],
    ['an empty email address', { email: '' }, 'email'],
    ['an email address with an escape code', { email: '\u001b[31mx@example.com' }, 'email'],
    ['an email address with a NUL', { email: 'a\u0000b@example.com' }, 'email'],
    ['an email address of 300 characters', { email: `${'a'.repeat(60)}@${'b.'.repeat(120)}com` }, 'email'],
    ['a short password', { password: '1234567' }, 'password'],
    ['a password of 129 characters', { password: 'x'.repeat(129) }, 'password'],
    ['a password that is true', { password: true }, 'password'],
    ['a password that is a list', { password: ['correct horse'] }, 'password'],
    ['a password that is a query', { password: { $ne: null } }, 'password'],
    ['a password that is a number', { password: 0 }, 'password'],
  ] as const) {
    testWithoutStore(engine)(`${what} is refused with the field named, and nothing changes`, async () => {
      const { status, json } = await site.send('PUT', '/api/account/update', { key: unchanged, body });
      expect(status).toBe(400);
      expect(json.errors[0].field).toBe(field);
    });
  }

  testWithoutStore(engine)('without a key there is no account', async () => {
    expect((await site.send('GET', '/api/account')).status).toBe(401);
    expect((await site.send('PUT', '/api/account/update', { body: { email: 'x@example.com' } })).status).toBe(401);
  });

  test('the store holds no usable key and no usable password', async () => {
    const { key } = await site.addUser();
    const { rows: users } = await sql`select * from users`.execute(site.database.db);
    const { rows: keys } = await sql`select * from keys`.execute(site.database.db);
    const dump = JSON.stringify([users, keys]);
    expect(dump).toContain('$argon2id$');
    expect(dump).not.toContain('correct horse');
    expect(dump).not.toContain(key);
  });

  test('users whose email addresses start alike get different names', async () => {
    const names: string[] = [];
    for (const host of ['a.example', 'b.example']) {
      const { key } = await site.addUser(`same@${host}`);
      names.push((await site.send('GET', '/api/account', { key })).json.data.username);
    }
    expect(names[0]).toBe('same');
    expect(names[1]).toMatch(/^same-[\w-]+$/);
  });
});

onEachEngine('registration', (engine) => {
  async function withSite(environment: Record<string, string>, work: (site: TestSite) => Promise<void>) {
    const site = await openTestSite(engine, environment);
    await work(site).finally(() => site.close());
  }

  function register(site: TestSite, fields: object = {}, peer = '203.0.113.9') {
    return site.send('POST', '/api/account/register', { body: { ...GOOD, ...fields }, peer });
  }

  test('the first account needs the setup token and is the administrator', () =>
    withSite({}, async (site) => {
      proves('authentication', 'key of a registration');
      const token = site.site.services.accounts.setupToken;
      const without = await register(site);
      expect(without.status).toBe(403);
      expect(without.json.code).toBe('setup_token_required');
      expect((await register(site, { token: `${token}x` })).status).toBe(403);
      const { status, json } = await register(site, { token });
      expect(status).toBe(200);
      expect(json).toEqual({ error: 0, id: expect.any(Number), apikey: expect.stringMatching(/^sp_/) });
      expect((await site.send('GET', '/api/account', { key: json.apikey })).json.data.id).toBe(json.id);
      expect((await site.site.services.accounts.get(json.id)).isAdmin).toBe(true);
      expect((await register(site, { email: 'b@example.com', username: 'b', token })).json.code).toBe(
        'registration_closed',
      );
    }));

  test('with open registration only the first account needs the token', () =>
    withSite({ REGISTRATION: 'open' }, async (site) => {
      expect((await register(site)).status).toBe(403);
      await site.addUser('admin@example.com');
      const { json } = await register(site, { role: 'admin', isAdmin: true, is_admin: 1, id: 1 });
      expect(json.error).toBe(0);
      expect((await site.site.services.accounts.get(json.id)).isAdmin).toBe(false);
    }));

  test('ten simultaneous registrations with the token create one administrator', () =>
    withSite({}, async (site) => {
      const token = site.site.services.accounts.setupToken;
      const all = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          register(site, { email: `u${n}@example.com`, username: `u${n}`, token }, `203.0.113.${n}`),
        ),
      );
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(await site.site.services.accounts.list()).toHaveLength(1);
    }));

  test('a taken email address or user name is a conflict', () =>
    withSite({ REGISTRATION: 'open' }, async (site) => {
      await site.addUser('ada@example.com');
      expect((await register(site, { username: 'b' })).json.code).toBe('email_taken');
      expect((await register(site, { email: 'b@example.com', username: 'ADA' })).json.code).toBe('username_taken');
      expect(await site.site.services.accounts.list()).toHaveLength(1);
    }));

  test('a client address may try ten times an hour', () =>
    withSite({ REGISTRATION: 'open' }, async (site) => {
      await site.addUser('admin@example.com');
      const statuses: number[] = [];
      for (let n = 0; n < 12; n += 1) statuses.push((await register(site, { username: '' })).status);
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
      expect((await register(site, { username: '' }, '203.0.113.77')).status).toBe(400);
    }));

  test('all invalid fields are named, and no account is created', () =>
    withSite({ REGISTRATION: 'open' }, async (site) => {
      await site.addUser('admin@example.com');
      const { json, status } = await register(site, { email: 'x', username: 'a b', password: 'short' });
      expect(status).toBe(400);
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'username', 'password']);
      expect(await site.site.services.accounts.list()).toHaveLength(1);
    }));

  test('the setup page creates the administrator without JavaScript, once', () =>
    withSite({}, async (site) => {
      const token = site.site.services.accounts.setupToken;
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      expect((await site.send('GET', '/setup')).status).toBe(404);
      expect((await site.send('GET', '/setup?token=wrong')).status).toBe(404);
      const form = await site.send('GET', `/setup?token=${token}`);
      expect(form.status).toBe(200);
      expect(form.text).toContain('<form method="post"');
      const bad = await site.send('POST', '/setup', {
        headers,
        body: `token=${token}&email=%22%3E%3Cscript%3E&username=ada&password=short`,
      });
      expect(bad.status).toBe(400);
      expect(bad.text).not.toContain('"><script>');
      expect(bad.text).toContain('Must have at least 8 characters');
      const done = await site.send('POST', '/setup', {
        headers,
        body: `token=${token}&email=ada@example.com&username=ada&password=correct+horse+9`,
      });
      const key = /sp_[\w-]{43}/.exec(done.text)?.[0] ?? '';
      expect((await site.send('GET', '/api/account', { key })).json.data.username).toBe('ada');
      const [cookie = ''] = (done.headers.get('Set-Cookie') ?? '').split(';');
      expect((await site.send('GET', '/api/session', { headers: { Cookie: cookie } })).json.data.admin).toBe(true);
      expect(bad.headers.get('Set-Cookie')).toBeNull();
      expect((await site.send('GET', `/setup?token=${token}`)).status).toBe(404);
    }));
});

describe('user names', () => {
  for (const [email, name] of [
    ['ada.lovelace@example.com', 'ada-lovelace'],
    ['Ada+Tag@example.com', 'ada-tag'],
    ['ünïcode@example.com', 'n-code'],
    ['...@example.com', 'user'],
  ] as const) {
    test(`${email} suggests ${name}`, () => expect(suggestUsername(email)).toBe(name));
  }
});
