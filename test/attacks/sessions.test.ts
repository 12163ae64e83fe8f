import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { PASSWORD_COST } from '../../src/lib/password.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { PASSWORD, signIn } from '../support/sign-in.ts';
import { NOON, openTestSite, type TestSite } from '../support/test-site.ts';

const LINK = { url: 'https://example.com/' };

onEachEngine('keys and sessions', (engine) => {
  let site: TestSite;
  let userCount = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());
  // Each test starts with new windows for failed sign-ins.
  beforeEach(() => {
    site.clock.now += 600_000;
  });

  async function addUser() {
    userCount += 1;
    const email = `user${userCount}@attacked.example`;
    return { email, ...(await site.addUser(email)) };
  }

  test('40: a missing, empty or unknown session, or one in the query → 401 with one message', async () => {
    guards('authentication');
    const { email } = await addUser();
    const { cookie } = await signIn(site, email);
    const [name = '', token = ''] = cookie.split('=');
    const tries: [string, Record<string, string>][] = [
      ['/api/account', {}],
      ['/api/account', { Cookie: `${name}=` }],
      ['/api/account', { Cookie: `${name}=null` }],
      ['/api/account', { Cookie: `${name}=${'A'.repeat(43)}` }],
      ['/api/account', { Cookie: `${name}=${token}x` }],
      ['/api/account', { Cookie: `other=${token}` }],
      ['/api/account', { Authorization: `Bearer ${token}` }],
      ['/api/account', { Cookie: cookie, Authorization: 'Bearer null' }],
      ['/api/account', { Cookie: cookie, Authorization: 'Bearer' }],
      [`/api/account?${cookie}`, {}],
      [`/api/account?token=${token}`, {}],
    ];
    const texts = new Set<string>();
    for (const [path, headers] of tries) {
      const { status, text } = await site.send('GET', path, { headers });
      expect(status).toBe(401);
      texts.add(text);
    }
    expect(texts.size).toBe(1);
  });

  test('41: any value that is not text → 400, and no sign-in', async () => {
    guards('input-bounds');
    const { email } = await addUser();
    for (const odd of [true, ['x'], { $ne: null }, 0, null, { toString: 'x' }]) {
      const wrongPassword = await site.send('POST', '/api/session', { body: { email, password: odd } });
      const wrongEmail = await site.send('POST', '/api/session', { body: { email: odd, password: PASSWORD } });
      for (const { status, headers } of [wrongPassword, wrongEmail]) {
        expect(status).toBe(400);
        expect(headers.get('Set-Cookie')).toBeNull();
      }
      site.clock.now += 60_000;
    }
  });

  test('42: an ended session is refused at the next request', async () => {
    guards('authentication');
    const { email } = await addUser();
    const { headers, answer } = await signIn(site, email);
    const other = await signIn(site, email);
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(200);
    await site.send('DELETE', `/api/session/${answer.json.data.session}/delete`, { headers: other.headers });
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(401);
  });

  test('43: the store contains no usable token', async () => {
    guards('secrets');
    const { email } = await addUser();
    const { cookie } = await signIn(site, email);
    const [, token = ''] = cookie.split('=');
    const { db } = site.database;
    const stored = JSON.stringify([
      await db.selectFrom('sessions').selectAll().execute(),
      await db.selectFrom('users').selectAll().execute(),
    ]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
    expect(site.logLines.join()).not.toContain(token);
    expect(site.logLines.join()).not.toContain(PASSWORD);
  });

  test('44: an unknown account, a disabled account and a wrong password get the same response', async () => {
    guards('account-privacy');
    const [known, disabled] = [await addUser(), await addUser()];
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', disabled.id).execute();
    const wrong = (await signIn(site, known.email, {}, 'not the password')).answer;
    const unknown = (await signIn(site, 'nobody@attacked.example')).answer;
    const locked = (await signIn(site, disabled.email)).answer;
    expect(wrong.status).toBe(401);
    expect(unknown.text).toBe(wrong.text);
    expect(locked.text).toBe(wrong.text);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  const enter = (email: string, password: string, peer: string) =>
    site.send('POST', '/api/session', { body: { email, password }, peer });

  test('45: five failed sign-ins in a minute for an account from an address, then 429; successful ones do not count', async () => {
    guards('sign-in-limits');
    const { email } = await addUser();
    for (let turn = 0; turn < 6; turn += 1) expect((await signIn(site, email)).answer.status).toBe(200);
    const tries = Array.from({ length: 12 }, () => enter(email, 'wrong', '203.0.113.9'));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
    const right = (await signIn(site, email.toUpperCase())).answer;
    expect(right.status).toBe(429);
    expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(0);
    site.clock.now += 60_000;
    expect((await signIn(site, email)).answer.status).toBe(200);
  });

  test('45: a stranger who fails from other addresses does not lock the owner out', async () => {
    guards('sign-in-limits');
    const { email } = await addUser();
    for (let turn = 0; turn < 10; turn += 1) {
      const statuses: number[] = [];
      for (const peer of ['198.51.100.1', '198.51.100.2', '2001:db8:7::1', '2001:db8:7::2'])
        for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await enter(email, 'wrong', peer)).status);
      // Addresses in one IPv6 /64 count as one.
      expect(statuses.filter((status) => status === 401)).toHaveLength(turn < 6 ? 15 : turn === 6 ? 10 : 0);
      // Six times fifteen is less than the limit of a hundred.
      if (turn < 6) expect((await enter(email, PASSWORD, '203.0.113.50')).status).toBe(200);
      site.clock.now += 60_000;
    }
  });

  test('45: a hundred failed sign-ins in an hour for an account over all addresses, then 429', async () => {
    guards('sign-in-limits');
    const { email } = await addUser();
    const statuses: number[] = [];
    // The queue of password checks accepts 42 at once.
    for (let from = 0; from < 120; from += 40) {
      const tries = Array.from({ length: 40 }, (_, index) => enter(email, 'wrong', `198.51.100.${from + index}`));
      statuses.push(...(await Promise.all(tries)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    const refused = await enter(email, PASSWORD, '203.0.113.51');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBe(3600);
    site.clock.now += 3_600_000;
    expect((await enter(email, PASSWORD, '203.0.113.51')).status).toBe(200);
  });

  test('45: an account that does not exist is limited like any other', async () => {
    guards('sign-in-limits', 'account-privacy');
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn += 1)
      statuses.push((await signIn(site, 'nobody3@attacked.example')).answer.status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });

  test('45: twenty failed sign-ins in a minute from an address, over all accounts, then 429', async () => {
    guards('sign-in-limits');
    const wrong = (name: string, peer: string) =>
      site.send('POST', '/api/session', { body: { email: `${name}@x.example`, password: 'wrong' }, peer });
    for (let turn = 0; turn < 20; turn += 1) expect((await wrong(`a${turn}`, '2001:db8::1')).status).toBe(401);
    expect((await wrong('b', '2001:db8::2')).status).toBe(429);
    expect((await wrong('b', '2001:db8:0:1::1')).status).toBe(401);
  });

  test('47: a new password ends all sessions except the one that set it; set with a key, it ends all', async () => {
    guards('account-recovery');
    const { email, key } = await addUser();
    const [here, there] = [await signIn(site, email), await signIn(site, email)];
    const update = (body: object, sent: object) => site.send('PUT', '/api/account/update', { body, ...sent });
    expect((await update({ email: `new-${email}` }, { headers: here.headers })).status).toBe(200);
    expect((await site.send('GET', '/api/account', { headers: there.headers })).status).toBe(200);
    expect((await update({ password: 'another horse 9' }, { headers: here.headers })).status).toBe(200);
    expect((await site.send('GET', '/api/account', { headers: there.headers })).status).toBe(401);
    expect((await site.send('GET', '/api/account', { headers: here.headers })).status).toBe(200);
    expect((await signIn(site, `new-${email}`)).answer.status).toBe(401);
    expect((await update({ password: 'a third horse 9' }, { key })).status).toBe(200);
    expect((await site.send('GET', '/api/account', { headers: here.headers })).status).toBe(401);
  });

  test('public pages neither set nor read the session', async () => {
    const { email, key } = await addUser();
    const { cookie } = await signIn(site, email);
    await site.send('POST', '/api/url/add', { key, body: { ...LINK, custom: `page${userCount}`, password: 'sesame' } });
    for (const path of ['/', `/page${userCount}`, `/page${userCount}+`, '/docs', '/nothing-here', '/app']) {
      const [plain, signed] = [
        await site.send('GET', path),
        await site.send('GET', path, { headers: { Cookie: cookie } }),
      ];
      expect(signed.text).toBe(plain.text);
      expect(signed.headers.get('Set-Cookie')).toBeNull();
    }
  });

  test('a session has its own window of 600, besides those of keys and of its address', async () => {
    const limited = await openTestSite(engine, { RATE_LIMIT: '3' });
    const { key } = await limited.addUser('a@b.example');
    const { headers } = await signIn(limited, 'a@b.example');
    const statuses = new Map<number, number>();
    for (let turn = 0; turn < 601; turn += 1) {
      const { status } = await limited.send('GET', '/api/pixels', { headers });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, 600],
      [429, 1],
    ]);
    expect((await limited.send('GET', '/api/pixels', { key })).status).toBe(200);
    expect(limited.clock.now).toBe(NOON);
    await limited.close();
  });
});

onEachEngine('sign-ins at the cost of production', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine, {}, { passwordCost: PASSWORD_COST });
  });
  afterAll(() => site.close());

  test('44: an unknown account and a wrong password cost one password check', async () => {
    guards('account-privacy');
    const email = 'known@attacked.example';
    await site.addUser(email);
    const verify = Bun.password.verify;
    const hashes: string[] = [];
    Bun.password.verify = (password, hash, ...rest) => {
      hashes.push(String(hash));
      return verify(password, hash, ...rest);
    };
    try {
      await signIn(site, email, {}, 'not the password');
      await signIn(site, 'nobody2@attacked.example');
    } finally {
      Bun.password.verify = verify;
    }
    const costs = hashes.map((hash) => hash.split('$').slice(0, 4).join('$'));
    expect(costs).toEqual(['$argon2id$v=19$m=19456,t=2,p=1', '$argon2id$v=19$m=19456,t=2,p=1']);
  });
});
