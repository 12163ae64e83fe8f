import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { NOON, openTestSite, type Sent, type TestSite } from '../../../test/support/test-site.ts';
import { createLog } from '../../lib/log.ts';
import { MissRecorder } from './miss-recorder.ts';

const DAY_MS = 86_400_000;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

onEachEngine('missing aliases', (engine) => {
  let site: TestSite;
  let admin: string;
  let key: string;
  let id: number;
  let peerCount = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    admin = (await site.addUser()).key;
    key = (await site.addUser()).key;
    const body = { domain: 'https://go.brand.example', redirect404: 'https://example.com/lost' };
    id = (await site.send('POST', '/api/domain/add', { key, body })).json.id;
  });
  afterAll(() => site.close());

  /** Visits of other addresses, because one address may miss only a few aliases a minute. */
  function visit(Host: string, path: string, { headers, method = 'GET' }: Sent & { method?: string } = {}) {
    peerCount += 1;
    const peer = `10.${Math.floor(peerCount / 200)}.0.${1 + (peerCount % 200)}`;
    return site.send(method, path, { peer, headers: { Host, 'User-Agent': CHROME, ...headers } });
  }

  const onBrand = (path: string, sent?: Sent & { method?: string }) => visit('go.brand.example', path, sent);
  const list = async (query = '') => (await site.send('GET', `/api/domain/${id}/misses${query}`, { key })).json.data;

  test('are counted for people only, by their exact spelling, and also where the domain redirects', async () => {
    expect((await onBrand('/Spring')).headers.get('Location')).toBe('https://example.com/lost');
    for (const path of ['/spring', '/spring/', '/spring+', '/spring?x=1']) await onBrand(path);
    for (const path of ['/wp-login.php', '/a/b', '/.env', '/api', '/%20', `/${'x'.repeat(101)}`]) await onBrand(path);
    await onBrand('/spring', { method: 'HEAD' });
    await onBrand('/spring', { headers: { 'User-Agent': 'Googlebot/2.1' } });
    await onBrand('/spring', { headers: { 'Sec-Purpose': 'prefetch' } });
    await onBrand('/spring', { method: 'POST' });
    const last = '2026-11-16 12:00:00';
    expect(await list()).toEqual({
      misses: [
        { code: 'spring', count: 4, last },
        { code: 'Spring', count: 1, last },
      ],
      other: 0,
    });
  });

  test('are listed for the owner of the domain, and those of the main host for administrators', async () => {
    await visit('sgn.example', '/nowhere');
    await visit('sgn.example', '/login');
    expect((await site.send('GET', `/api/domain/${id}/misses`)).status).toBe(401);
    expect((await site.send('GET', `/api/domain/${id}/misses`, { key: admin })).status).toBe(404);
    expect((await site.send('GET', '/api/misses')).status).toBe(401);
    expect((await site.send('GET', '/api/misses', { key })).status).toBe(403);
    const { json } = await site.send('GET', '/api/misses', { key: admin });
    expect(json.data.misses.map(({ code }: { code: string }) => code)).toEqual(['nowhere']);
  });

  test('a link that exists, is disabled or begins later is not missing; one that was deleted is', async () => {
    const addLink = async (custom: string, rest = {}) =>
      (
        await site.send('POST', '/api/url/add', {
          key,
          body: { url: 'https://example.com/', domain: 'go.brand.example', custom, ...rest },
        })
      ).json.id;
    const deleted = await addLink('removed');
    await addLink('there');
    await addLink('off', { status: 'disabled' });
    await addLink('later', { starts: '2027-01-01 00:00:00' });
    await site.send('DELETE', `/api/url/${deleted}/delete`, { key });
    for (const path of ['/removed', '/there', '/off', '/later']) await onBrand(path);
    const { misses } = await list('?similar=1');
    expect(misses.map(({ code }: { code: string }) => code)).toEqual(['spring', 'Spring', 'removed']);
    await addLink('sprimg');
    const similar = (await list('?similar=1')).misses.map((miss: { similar: string | null }) => miss.similar);
    expect(similar).toEqual(['sprimg', 'sprimg', null]);
  });

  test('of the newest day come first, within the range and the limit, until they are too old', async () => {
    site.clock.now = NOON + 2 * DAY_MS;
    await onBrand('/newer');
    await onBrand('/spring');
    const codesOf = async (query: string) => (await list(query)).misses.map(({ code }: { code: string }) => code);
    expect(await codesOf('')).toEqual(['spring', 'newer', 'Spring', 'removed']);
    expect(await codesOf('?limit=1')).toEqual(['spring']);
    expect(await codesOf('?from=2026-11-17')).toEqual(['newer', 'spring']);
    expect(await codesOf('?to=2026-11-16')).toEqual(['spring', 'Spring', 'removed']);
    expect(await codesOf('?from=2026-11-17&to=2026-11-17')).toEqual([]);
    for (const [query, field] of [
      ['from=yesterday', 'from'],
      ['to=2026-02-30', 'to'],
      ['from=2026-11-18&to=2026-11-17', 'from'],
      ['limit=0', 'limit'],
      ['similar=2', 'similar'],
    ]) {
      const { status, json } = await site.send('GET', `/api/domain/${id}/misses?${query}`, { key });
      expect([status, json.errors[0].field]).toEqual([400, field]);
    }
    site.clock.now = NOON + 92 * DAY_MS;
    await onBrand('/newest');
    expect(await codesOf('')).toEqual(['newest', 'newer', 'spring']);
    const { db } = site.database;
    expect(await db.selectFrom('misses').select('code').where('day', '<', NOON).execute()).toEqual([]);
  });

  test('beyond 500 codes of a day are counted together, by all processes, and deleted with the domain', async () => {
    site.clock.now = NOON + 120 * DAY_MS;
    const now = () => site.clock.now;
    const { db } = site.database;
    const log = createLog('error', () => {});
    const recorders = [1, 2, 3].map(() => new MissRecorder({ db, now, log }));
    for (const [index, recorder] of recorders.entries()) {
      recorder.record(id, 'shared');
      for (let number = 0; number < 300; number += 1) recorder.record(id, `code-${index}-${number}`);
      recorder.record(9_999, 'of-no-domain');
    }
    await Promise.all(recorders.map((recorder) => recorder.close()));
    const { misses, other } = await list('?limit=1000&from=2027-03-16');
    expect(misses).toHaveLength(500);
    expect(misses[0]).toMatchObject({ code: 'shared', count: 3 });
    expect(other).toBe(1 + 900 - 500);
    const rows = () => db.selectFrom('misses').select('code').where('domain_id', 'in', [id, 9_999]).execute();
    expect((await rows()).length).toBeGreaterThan(500);
    await site.send('DELETE', `/api/domain/${id}/delete?force=1`, { key });
    expect(await rows()).toEqual([]);
  });
});
