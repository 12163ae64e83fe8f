import { expect, test } from 'bun:test';
import { readSource, statesOf } from '../../../test/support/read-source.ts';
import type { SourceBatch } from '../source.ts';
import { createSourceClient, type SendToSource } from '../source-client.ts';
import { openKutt } from './kutt-address.ts';
import { openYourls } from './yourls-address.ts';

const address = (url: string, send: SendToSource) => ({
  ...{ kind: 'address' as const, url, key: 'k' },
  client: createSourceClient({ send, sleep: async () => {} }),
});

function reply(body: unknown, status = 200) {
  return { status, headers: new Headers(), bytes: Buffer.from(JSON.stringify(body)) };
}

const TIME = '2024-01-02 03:04:05';
const logRow = (second: number) => ({
  click_time: `2024-02-01 00:00:${String(second).padStart(2, '0')}`,
  ...{ referrer: 'direct', user_agent: '-', ip_address: '', country_code: 'DE' },
});

/** The API of YOURLS. Without a log, it lacks the plugin. */
function createFakeYourls(keywords: string[], logs?: Record<string, object[]>) {
  const requests: string[] = [];
  const send: SendToSource = async (url) => {
    const { pathname, searchParams: query } = new URL(url);
    const action = query.get('action') ?? '';
    requests.push(`${pathname} ${action}`);
    if (query.get('signature') !== 'k') return reply({ message: 'Please log in', errorCode: '403' }, 403);
    const rows = keywords.map((keyword) => ({
      ...{ url: `https://example.com/${keyword}`, title: `T ${keyword}`, timestamp: TIME, ip: '', clicks: '5' },
    }));
    if (action === 'shlink-list' && logs)
      return reply({ result: rows.map((row, index) => ({ ...row, keyword: keywords[index] })) });
    if (action === 'shlink-link-visits' && logs) return reply({ result: logs[query.get('shortCode') ?? ''] ?? [] });
    if (action !== 'stats') return reply({ errorCode: '400', message: 'Unknown or missing "action" parameter' }, 400);
    const start = Number(query.get('start'));
    const links = rows.map((row, index) => ({ ...row, shorturl: `https://y.test/go/${keywords[index]}` }));
    const some = links.slice(start, start + Number(query.get('limit')));
    return reply({
      links: Object.fromEntries(some.map((link, index) => [`link_${index + 1}`, link])),
      stats: { total_links: String(keywords.length), total_clicks: '9' },
    });
  };
  return { send, requests };
}

const linksIn = (batches: SourceBatch[]) => batches.flatMap(({ links }) => links);
const historyIn = (batches: SourceBatch[]) => batches.flatMap(({ history }) => history);

test('YOURLS with the plugin: every click of the log, and later only new ones', async () => {
  const logs = { a: [logRow(1), logRow(1), { ...logRow(2), click_time: '0000-00-00 00:00:00' }], b: [] };
  const { send, requests } = createFakeYourls(['b', 'a'], logs);
  const batches = await readSource(await openYourls(address('https://y.test/yourls-api.php', send)));
  expect(requests[0]).toBe('/yourls-api.php shlink-list');
  expect(linksIn(batches)).toMatchObject([
    { domain: 'y.test', body: { url: 'https://example.com/a', custom: 'a', metatitle: 'T a', created: TIME } },
    { body: { custom: 'b' } },
  ]);
  const at = Date.parse('2024-02-01T00:00:01Z');
  const click = { at, isBot: false, country: 'DE' };
  expect(historyIn(batches)).toMatchObject([
    { clicks: [click, click], total: 5 },
    { clicks: [], total: 5 },
  ]);
  logs.a.push(logRow(1), logRow(9));
  const rows = createFakeYourls(['a', 'b'], logs);
  const states = new Map([...statesOf(batches)].map(([ref, state]) => [ref, state.replace(/ 5$/, ' 4')]));
  const later = historyIn(await readSource(await openYourls(address('https://y.test', rows.send)), states));
  expect(later.flatMap(({ clicks }) => clicks.map((one) => one.at - at))).toEqual([0, 8_000]);
  rows.requests.length = 0;
  await readSource(await openYourls(address('https://y.test', rows.send)), statesOf(batches));
  expect(rows.requests).toEqual(['/yourls-api.php shlink-list']);
});

test('YOURLS without the plugin: links and totals, page by page, resumed where it stopped', async () => {
  const keywords = Array.from({ length: 230 }, (_, index) => `k${index}`);
  const { send, requests } = createFakeYourls(keywords);
  const source = await openYourls(address('https://y.test/go', send));
  const batches = await readSource(source);
  expect(linksIn(batches).map(({ body }) => body.custom)).toEqual(keywords);
  expect(linksIn(batches)[0]).toMatchObject({ domain: 'y.test', body: { created: TIME } });
  expect(historyIn(batches).every(({ total, clicks }) => total === 5 && clicks.length === 0)).toBe(true);
  requests.length = 0;
  const known = { stateOf: async () => new Map(), missState: async () => undefined };
  const rest: SourceBatch[] = [];
  for await (const batch of source.read(batches[1]?.position, known)) rest.push(batch);
  expect([linksIn(rest).length, requests.length]).toEqual([30, 1]);
  await expect(openYourls({ ...address('https://y.test', send), key: 'x' })).rejects.toMatchObject({
    code: 'source_refused',
  });
});

test('Kutt: links with their totals; banned ones are disabled, and one with a password is a conflict', async () => {
  const links = Array.from({ length: 120 }, (_, index) => ({
    ...{
      id: `id-${index}`,
      address: `a${index}`,
      target: `https://example.com/${index}`,
      link: `https://k.test/a${index}`,
    },
    ...{ description: null, domain: index === 1 ? 'b.test' : null, password: index === 2, banned: index === 3 },
    ...{ visit_count: index, expire_in: null, created_at: '2024-01-02T03:04:05.000Z' },
  }));
  const paths: string[] = [];
  const send: SendToSource = async (url, headers) => {
    const { pathname, searchParams: query } = new URL(url);
    paths.push(pathname);
    if (headers['X-API-KEY'] !== 'k') return reply({ error: 'Unauthorized.' }, 401);
    const [limit, skip] = [Number(query.get('limit')), Number(query.get('skip'))];
    return reply({ total: links.length, limit, skip, data: links.slice(skip, skip + limit) });
  };
  const batches = await readSource(await openKutt(address('https://k.test', send)));
  expect(paths).toEqual(['/api/v2/links', '/api/v2/links', '/api/v2/links']);
  const found = linksIn(batches);
  expect(found.map(({ ref }) => ref)).toEqual(links.map(({ id }) => id));
  expect(found.slice(0, 4)).toMatchObject([
    { domain: 'k.test', body: { url: 'https://example.com/0', custom: 'a0', created: TIME }, problems: [] },
    { domain: 'b.test' },
    { problems: [{ field: 'password', code: 'password_unknown' }] },
    { body: { status: 'disabled' } },
  ]);
  expect(historyIn(batches).map(({ total }) => total)).toEqual(links.map(({ visit_count }) => visit_count));
});
