import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import { migrations } from '../db/migrations/list.ts';

onEachEngine('the rate limit', (engine) => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '30' });
  });
  afterAll(() => site.close());

  test('exactly 30 of 100 parallel requests with one key succeed; another key is not affected', async () => {
    const [{ key }, other] = [await site.addUser(), await site.addUser()];
    const answers = await Promise.all(Array.from({ length: 100 }, () => site.send('GET', '/api/account', { key })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(70);
    for (const { headers, json } of refused) {
      expect(json).toMatchObject({ error: 1, message: 'Too many requests.' });
      expect(headers.get('X-RateLimit-Remaining')).toBe('0');
      expect(Number(headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    }
    expect((await site.send('GET', '/api/account', { key: other.key })).headers.get('X-RateLimit-Remaining')).toBe(
      '29',
    );
  });

  test('requests without a valid key count by address, and forged headers do not change the bucket', async () => {
    const peer = '198.51.100.7';
    const statuses: number[] = [];
    for (let index = 0; index < 32; index += 1) {
      const headers = { 'X-Forwarded-For': `10.1.1.${index}`, Authorization: `Bearer wrong${index}` };
      statuses.push((await site.send('GET', '/api/account', { headers, peer })).status);
    }
    expect(statuses).toEqual([...Array(30).fill(401), 429, 429]);
    expect((await site.send('GET', '/api/account', { peer: '198.51.100.8' })).status).toBe(401);
    const { key } = await site.addUser();
    expect((await site.send('GET', '/api/account', { peer, key })).status).toBe(200);
  });

  async function expectUnlimited(paths: string[]): Promise<void> {
    for (const path of paths) {
      for (let index = 0; index < 31; index += 1) {
        const { status, headers } = await site.send('GET', path, { peer: '198.51.100.9' });
        expect([path, status]).toEqual([path, 200]);
        expect(headers.get('X-RateLimit-Limit')).toBeNull();
      }
    }
  }

  test('readiness and the landing page are not limited', () => expectUnlimited(['/readyz', '/']));

  testWithoutStore(engine)('health and the documentation are not limited', () =>
    expectUnlimited(['/healthz', '/docs', '/api/openapi.json']),
  );
});

describe('health and metrics [sqlite]', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite('sqlite');
  });
  afterAll(() => site.close());

  test('metrics are for administrators and for the machine itself', async () => {
    const admin = await site.addUser();
    const user = await site.addUser();
    const statusOf = async (sent: object) => (await site.send('GET', '/metrics', sent)).status;
    expect(await statusOf({})).toBe(401);
    expect(await statusOf({ key: user.key })).toBe(401);
    expect(await statusOf({ key: admin.key })).toBe(200);
    expect(await statusOf({ peer: '127.0.0.1' })).toBe(200);
    expect(await statusOf({ peer: '127.0.0.1', headers: { Host: 'sgn.example' } })).toBe(401);
    expect(await statusOf({ peer: '127.0.0.1', headers: { 'X-Forwarded-Proto': 'https' } })).toBe(401);
    expect(await statusOf({ peer: '::ffff:127.0.0.1' })).toBe(200);
    expect(await statusOf({ peer: '127.0.0.1', headers: { 'X-Forwarded-For': '203.0.113.1' } })).toBe(401);
    const { text } = await site.send('GET', '/metrics', { peer: '127.0.0.1' });
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
  });

  test('readiness fails if the schema does not match this program', async () => {
    expect((await site.send('GET', '/readyz')).status).toBe(200);
    const last = migrations.at(-1)?.name ?? '';
    await site.database.db.deleteFrom('migrations').where('name', '=', last).execute();
    expect((await site.send('GET', '/readyz')).status).toBe(503);
    expect((await site.send('GET', '/healthz')).status).toBe(200);
  });
});
