import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { proves } from '../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { settings } from '../config/settings.ts';

describe('the rate limit where nothing is set [sqlite]', () => {
  let site: TestSite;

  beforeAll(async () => {
    const { rateLimit, rateWindowSeconds } = settings;
    site = await openTestSite('sqlite', { RATE_LIMIT: rateLimit.fallback, RATE_WINDOW: rateWindowSeconds.fallback });
  });
  afterAll(() => site.close());

  test('30 requests pass in a minute, the next one when it is over', async () => {
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
