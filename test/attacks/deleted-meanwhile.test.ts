import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newPostgresUrl } from '../support/engines.ts';
import { HoldingProxy } from '../support/holding-proxy.ts';
import { fillPath, operations } from '../support/operations.ts';
import { describeWith } from '../support/services.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';

// A deletion that waits for a lock of the request goes on after it.
const LOCKED_MS = 100;

const target = 'https://example.com/';

/** A new row of each noun, and what its operations take. The paths of a noun begin with its name. */
const nouns: Record<string, { body: object; change: object }> = {
  url: {
    body: { url: target, custom: '' },
    change: { url: `${target}2`, version: 1, at: '2030-01-01 00:00:00', name: 'n' },
  },
  qr: { body: { type: 'text', data: 'a', name: 'q' }, change: { type: 'text', data: 'b', name: 'r' } },
  bio: { body: { name: 'b' }, change: { name: 'c' } },
  pixel: { body: { type: 'gtmpixel', name: 'p', tag: 'GTM-A1B2C3D' }, change: { name: 'o', tag: 'GTM-A1B2C3E' } },
  campaign: { body: { name: 'c' }, change: { name: 'd' } },
  channel: { body: { name: 'c' }, change: { name: 'd' } },
  overlay: { body: { type: 'message', name: 'o', text: 't' }, change: { name: 'p', text: 'u' } },
  splash: { body: { name: 's', title: 't' }, change: { name: 'u', title: 'v' } },
  domain: { body: { domain: '' }, change: { redirectroot: target } },
  webhook: { body: { url: target, events: ['link.created'] }, change: { url: target, events: ['link.created'] } },
  'utm-template': { body: { name: 'u', utm_source: 'a' }, change: { name: 'v', utm_source: 'b' } },
};

describeWith('postgresql', 'a row that is deleted while a request about it runs [postgres]', () => {
  let site: TestSite;
  let proxy: HoldingProxy;
  let key: string;
  let added = 0;

  beforeAll(async () => {
    proxy = await HoldingProxy.open(await newPostgresUrl());
    site = await openTestSite('postgres', { DATABASE_URL: proxy.url, COMPATIBLE: 'all' });
    key = (await site.addUser()).key;
  });
  afterAll(async () => {
    await site.close();
    proxy.close();
  });

  async function add(noun: string, body: object): Promise<number> {
    added += 1;
    const unique = {
      ...('name' in body && { name: `${noun} ${added}` }),
      ...('custom' in body && { custom: `c${added}` }),
      ...('domain' in body && { domain: `https://d${added}.example` }),
    };
    const { json } = await site.send('POST', `/api/${noun}/add`, { key, body: { ...body, ...unique } });
    if (json.error !== 0) throw new Error(`${noun}: ${JSON.stringify(json)}`);
    return json.id;
  }

  /** Sends a request whose row is deleted before its statement after `count` others; undefined if it has fewer. */
  async function race(noun: string, ask: (id: number) => Promise<Received>, count: number) {
    const id = await add(noun, nouns[noun]?.body ?? {});
    let deletion: Promise<Received> | undefined;
    proxy.holdAfter(count, () => {
      deletion = site.send('DELETE', `/api/${noun}/${id}/delete`, { key });
      return Promise.race([deletion, Bun.sleep(LOCKED_MS)]);
    });
    const { status, text } = await ask(id);
    if (proxy.isStillWaiting()) return undefined;
    const deleted = (await deletion)?.status ?? 0;
    return {
      statuses: [status, deleted],
      isBroken: status >= 500 || deleted >= 500 || text.includes('internal_error'),
    };
  }

  /** The statuses with which a request about a row failed, whatever statement the row was deleted before. */
  async function listBroken(noun: string, name: string, ask: (id: number) => Promise<Received>): Promise<string[]> {
    const broken = new Set<string>();
    for (let count = 0; ; count += 1) {
      const found = await race(noun, ask, count);
      if (!found) return [...broken];
      if (found.isBroken) broken.add(`${name}: ${found.statuses}`);
    }
  }

  test.each(Object.keys(nouns))('%s: the request finds it or answers that there is none', async (noun) => {
    const own = operations.filter(
      ({ path, method, operation }) =>
        path.startsWith(`/api/${noun}/{id}`) &&
        method !== 'DELETE' &&
        operation.responses['200']?.content?.['text/event-stream'] === undefined,
    );
    expect(own).not.toBeEmpty();
    const change = nouns[noun]?.change ?? {};
    const broken: string[] = [];
    for (const { method, path } of own) {
      const sent = method === 'GET' ? { key } : { key, body: change };
      const ask = (id: number) => site.send(method, fillPath(path, String(id)), sent);
      broken.push(...(await listBroken(noun, `${method} ${path}`, ask)));
    }
    expect(broken).toEqual([]);
  });

  const rules = [{ longUrl: target, conditions: [{ type: 'device', matchKey: null, matchValue: 'android' }] }];
  const foreign: [method: string, path: string, body?: object][] = [
    ['GET', '/rest/v3/short-urls/ALIAS'],
    ['PATCH', '/rest/v3/short-urls/ALIAS', { title: 't', tags: ['a'] }],
    ['GET', '/rest/v3/short-urls/ALIAS/visits'],
    ['DELETE', '/rest/v3/short-urls/ALIAS/visits'],
    ['GET', '/rest/v3/short-urls/ALIAS/redirect-rules'],
    ['POST', '/rest/v3/short-urls/ALIAS/redirect-rules', { redirectRules: rules }],
    ['GET', '/rest/v3/short-urls'],
    ['GET', '/yourls-api.php?signature=KEY&action=url-stats&format=json&shorturl=ALIAS'],
    ['GET', '/yourls-api.php?signature=KEY&action=stats&format=json&filter=last&limit=3'],
    ['GET', '/api/v2/links?limit=3'],
    ['POST', '/v4/expand', { bitlink_id: 'localhost:3000/ALIAS' }],
    ['PATCH', '/v4/bitlinks/localhost:3000/ALIAS', { title: 't' }],
    ['GET', '/v4/bitlinks/localhost:3000/ALIAS/clicks'],
    ['GET', '/dub/links/link_ID'],
    ['PATCH', '/dub/links/link_ID', { comments: 'c' }],
    ['GET', '/dub/links/info?domain=localhost:3000&key=ALIAS'],
    ['GET', '/dub/analytics?linkId=link_ID'],
    ['GET', '/dub/links'],
    ['GET', '/api/v2/action/lookup?key=KEY&url_ending=ALIAS'],
    ['GET', '/api/v2/data/link?key=KEY&response_type=json&url_ending=ALIAS&stats_type=day'],
  ];

  test('the APIs of other products answer in the same way', async () => {
    const headers = { 'X-Api-Key': key, 'X-API-KEY': key };
    const broken: string[] = [];
    for (const [method, path, body] of foreign) {
      const fill = (text: string, id: number) =>
        text.replaceAll('ALIAS', `c${added}`).replaceAll('link_ID', `link_${id}`).replace('KEY', key);
      const ask = (id: number) =>
        site.send(method, fill(path, id), {
          ...{ key, headers },
          ...(body && { body: JSON.parse(fill(JSON.stringify(body), id)) }),
        });
      broken.push(...(await listBroken('url', `${method} ${path}`, ask)));
    }
    expect(broken).toEqual([]);
  });
});
