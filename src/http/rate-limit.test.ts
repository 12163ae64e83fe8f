import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { guards } from '../../test/support/guards.ts';
import { proves } from '../../test/support/proves.ts';
import { findService } from '../../test/support/services.ts';
import { signIn } from '../../test/support/sign-in.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { MemoryWindows } from '../bus/memory-windows.ts';
import { settings } from '../config/settings.ts';
import { personalWorkspace } from '../core/principal.ts';
import { takeRequest } from './rate-limit.ts';

describe('the default rate limit [sqlite]', () => {
  let site: TestSite;

  beforeAll(async () => {
    const { rateLimit, rateWindowSeconds } = settings;
    site = await openTestSite('sqlite', { RATE_LIMIT: rateLimit.fallback, RATE_WINDOW: rateWindowSeconds.fallback });
  });
  afterAll(() => site.close());

  test('30 requests succeed in a minute, and the next one after it', async () => {
    proves('limits', '30 in a minute', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
    const { key } = await site.addUser();
    const ask = async () => {
      const { status, headers } = await site.send('GET', '/api/account', { key });
      return {
        status,
        limit: Number(headers.get('X-RateLimit-Limit')),
        remaining: Number(headers.get('X-RateLimit-Remaining')),
        reset: Number(headers.get('X-RateLimit-Reset')),
      };
    };
    const start = site.clock.now;
    const reset = start / 1000 + 60;
    for (let count = 1; count <= 30; count += 1) {
      expect(await ask()).toEqual({ status: 200, limit: 30, remaining: 30 - count, reset });
      site.clock.now += 1_000;
    }
    expect(await ask()).toEqual({ status: 429, limit: 30, remaining: 0, reset });
    site.clock.now = start + 59_999;
    expect((await ask()).status).toBe(429);
    site.clock.now = start + 60_000;
    expect(await ask()).toEqual({ status: 200, limit: 30, remaining: 29, reset: reset + 60 });
  });
});

for (const [where, environment] of [
  ['sqlite', async () => ({})],
  ['redis', async () => ({ REDIS_URL: await findService('redis') })],
] as const) {
  describe(`the limit for all keys of a user together [${where}]`, () => {
    let site: TestSite;
    const keys: string[] = [];
    let other: { id: number; key: string };

    beforeAll(async () => {
      site = await openTestSite('sqlite', { RATE_LIMIT: '3', ...(await environment()) });
      const { id } = await site.addUser('owner@example.com');
      for (let count = 0; count < 20; count += 1)
        keys.push((await site.site.services.keys.create(id, { name: `Key ${count}` })).apikey);
      other = await site.addUser('other@example.com');
    });
    afterAll(() => site.close());

    const ask = (key: string) => site.send('GET', '/api/pixels', { key });

    test('twenty keys at once get exactly ten windows; sessions and other users have their own', async () => {
      guards('rate-limits');
      const answers = await Promise.all(keys.flatMap((key) => [ask(key), ask(key), ask(key)]));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(30);
      for (const { headers } of refused) {
        expect(headers.get('X-RateLimit-Limit')).toBe('30');
        expect(headers.get('X-RateLimit-Remaining')).toBe('0');
        expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      }
      expect((await ask(other.key)).status).toBe(200);
      const { headers } = await signIn(site, 'owner@example.com');
      expect((await site.send('GET', '/api/pixels', { headers })).status).toBe(200);
    });
  });
}

describe('the windows of sessions', () => {
  test('a session has 600 requests, and all sessions of a user together have three windows', async () => {
    guards('rate-limits');
    const windows = new MemoryWindows(() => 0);
    const holder = {
      userId: 7,
      ...personalWorkspace(7),
      isAdmin: false,
      name: 'ada',
      provedAt: 0,
      hasSecondFactor: false,
    };
    const takeAll = async (sessionId: number, userId = 7) => {
      let allowed = 0;
      for (let count = 0; count < 601; count += 1) {
        const principal = { ...holder, userId, sessionId };
        allowed += (await takeRequest(windows, { limit: 30, windowMs: 60_000 }, principal, '203.0.113.9')).isAllowed
          ? 1
          : 0;
      }
      return allowed;
    };
    expect([await takeAll(1), await takeAll(2), await takeAll(3), await takeAll(4)]).toEqual([600, 600, 600, 0]);
    expect(await takeAll(5, 8)).toBe(600);
  });
});

describe('the windows of a key and of its user [sqlite]', () => {
  test('a key that its own window refuses does not count for its user, and the headers describe the key’s window', async () => {
    guards('rate-limits');
    const site = await openTestSite('sqlite', { RATE_LIMIT: '2' });
    const { id, key } = await site.addUser();
    for (let turn = 0; turn < 50; turn += 1) await site.send('GET', '/api/pixels', { key });
    const refused = await site.send('GET', '/api/pixels', { key });
    expect([refused.status, refused.headers.get('X-RateLimit-Limit')]).toEqual([429, '2']);
    for (let count = 0; count < 9; count += 1) {
      const { apikey } = await site.site.services.keys.create(id, { name: 'More' });
      const first = await site.send('GET', '/api/pixels', { key: apikey });
      expect([first.status, first.headers.get('X-RateLimit-Remaining')]).toEqual([200, '1']);
      expect((await site.send('GET', '/api/pixels', { key: apikey })).status).toBe(200);
    }
    const { apikey } = await site.site.services.keys.create(id, { name: 'Too much' });
    for (let turn = 0; turn < 3; turn += 1) {
      // A request that the user's window refuses does not count for the key.
      const { status, headers } = await site.send('GET', '/api/pixels', { key: apikey });
      expect([status, headers.get('X-RateLimit-Limit')]).toEqual([429, '20']);
    }
    await site.close();
  });
});
