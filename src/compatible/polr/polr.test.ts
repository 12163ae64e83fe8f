import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const SHORT = /^http:\/\/localhost:3000\/\w+$/;
const PERSON = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140' };

onEachEngine('Polr', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'polr' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  function call(path: string, parameters: Record<string, string>, headers = {}) {
    return site.send('GET', `/api/v2/${path}?${new URLSearchParams({ key, ...parameters })}`, { headers });
  }
  const ask = (path: string, parameters: Record<string, string>) =>
    call(path, { response_type: 'json', ...parameters });

  async function countLinks(): Promise<number> {
    return (await site.send('GET', '/api/urls', { key })).json.data.result;
  }

  test('shorten answers with text, or with JSON if asked, to GET, forms and JSON', async () => {
    const url = 'https://example.com/?a=1&b=2';
    const text = await call('action/shorten', { url });
    expect([text.status, text.text]).toEqual([200, expect.stringMatching(SHORT)]);
    expect(text.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect((await site.send('GET', new URL(text.text).pathname)).headers.get('Location')).toBe(url);
    const json = await ask('action/shorten', { url, custom_ending: 'polr-1' });
    expect(json.json).toEqual({ action: 'shorten', result: 'http://localhost:3000/polr-1' });
    const form = new FormData();
    for (const [name, value] of Object.entries({ key, url, response_type: 'json' })) form.set(name, value);
    const posted = await site.send('POST', '/api/v2/action/shorten', { body: form });
    expect(posted.json).toEqual({ action: 'shorten', result: 'http://localhost:3000/polr-1' });
    const headers = { 'Content-Type': 'application/json' };
    const body = { key, url, response_type: 'json', is_secret: false };
    expect((await site.send('POST', '/api/v2/action/shorten', { body, headers })).json).toEqual(posted.json);
  });

  test('failures have Polr’s codes, as JSON and as text, and store nothing', async () => {
    await ask('action/shorten', { url: 'https://example.com/', custom_ending: 'taken' });
    const before = await countLinks();
    const expected: [string, Record<string, string>, number, string][] = [
      ['action/shorten', { url: 'https://example.com/', key: 'sp_x' }, 401, 'AUTH_ERROR'],
      ['action/shorten', {}, 400, 'MISSING_PARAMETERS'],
      ['action/shorten', { url: 'javascript:alert(1)' }, 400, 'MISSING_PARAMETERS'],
      ['action/shorten', { url: 'https://example.com/\ufffd' }, 400, 'MISSING_PARAMETERS'],
      ['action/shorten', { url: 'http://localhost:3000/taken' }, 400, 'CREATION_ERROR'],
      ['action/lookup', { url_ending: 'a\0b' }, 400, 'CREATION_ERROR'],
      ['action/shorten', { url: 'https://example.com/', custom_ending: 'taken' }, 400, 'CREATION_ERROR'],
      ['action/shorten', { url: 'https://example.com/', custom_ending: 'a b' }, 400, 'CREATION_ERROR'],
      ['action/shorten', { url: 'https://example.com/', is_secret: 'true' }, 400, 'CREATION_ERROR'],
      ['action/shorten', { url: 'https://example.com/', is_secret: 'on' }, 400, 'CREATION_ERROR'],
      ['action/lookup', {}, 400, 'MISSING_PARAMETERS'],
      ['action/lookup', { url_ending: 'nothing' }, 404, 'NOT_FOUND'],
      ['action/other', {}, 404, 'NOT_FOUND'],
      ['data/link', { url_ending: 'taken', stats_type: 'moon' }, 400, 'INVALID_ANALYTICS_TYPE'],
      ['data/link', { url_ending: 'taken', stats_type: 'day', left_bound: 'x' }, 400, 'ANALYTICS_ERROR'],
      ['data/link', { url_ending: 'taken', stats_type: 'day', left_bound: '2001-01-01' }, 400, 'ANALYTICS_ERROR'],
    ];
    for (const [path, parameters, status, code] of expected) {
      const answer = await ask(path, parameters);
      expect([path, parameters, answer.status, answer.json]).toEqual([
        ...[path, parameters, status],
        { status_code: status, error_code: code, error: expect.any(String) },
      ]);
    }
    const text = await call('action/shorten', { url: 'https://example.com/', key: '' });
    expect([text.status, text.text]).toEqual([401, '401 Authentication token invalid.']);
    expect(text.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect((await call('data/link', { url_ending: 'taken', stats_type: 'day' })).text).toStartWith('401 ');
    expect(await countLinks()).toBe(before);
  });

  test('shorten_bulk creates all links or none', async () => {
    const bulk = (links: object[]) => ask('action/shorten_bulk', { data: JSON.stringify({ links }) });
    const before = await countLinks();
    const [one, two] = [{ url: 'https://example.com/b1' }, { url: 'https://example.com/b2', custom_ending: 'b2' }];
    for (const wrong of [
      { url: 'nothing' },
      { url: 'https://example.com/', is_secret: true },
      { ...one, custom_ending: 'b!' },
    ]) {
      const refused = await bulk([one, two, wrong]);
      expect([wrong, refused.status]).toEqual([wrong, 400]);
    }
    expect((await ask('action/shorten_bulk', { data: '[' })).status).toBe(400);
    expect(await countLinks()).toBe(before);
    expect((await bulk([one, two])).json).toEqual({
      action: 'shorten_bulk',
      result: {
        shortened_links: [
          { long_url: 'https://example.com/b1', short_url: expect.stringMatching(SHORT) },
          { long_url: 'https://example.com/b2', short_url: 'http://localhost:3000/b2' },
        ],
      },
    });
  });

  test('lookup and data/link read own links only', async () => {
    await ask('action/shorten', { url: 'https://example.com/seen', custom_ending: 'seen' });
    await site.send('GET', '/seen', { headers: { ...PERSON, Referer: 'https://news.example/x' }, peer: '1.1.1.1' });
    await site.send('GET', '/seen', { headers: PERSON, peer: '1.1.1.2' });
    const date = { date: '2026-11-16 12:00:00.000000', timezone_type: 3, timezone: 'UTC' };
    expect((await ask('action/lookup', { url_ending: 'seen' })).json).toEqual({
      action: 'lookup',
      result: { long_url: 'https://example.com/seen', created_at: date, clicks: '2', updated_at: date },
    });
    expect((await call('action/lookup', { url_ending: 'seen' })).text).toBe('https://example.com/seen');
    const read = async (stats_type: string) =>
      (await ask('data/link', { url_ending: 'seen', stats_type, left_bound: '2026-11-10 00:00:00' })).json;
    expect(await read('day')).toEqual({
      action: 'data_link_day',
      result: { url_ending: 'seen', data: [{ x: '2026-11-16', y: 2 }] },
    });
    expect((await read('country')).result.data).toEqual([{ label: 'AU', clicks: 2 }]);
    expect((await read('referer')).result.data).toEqual([
      { label: 'news.example', clicks: 1 },
      { label: 'Direct', clicks: 1 },
    ]);
    const { key: other } = await site.addUser();
    for (const path of ['action/lookup', 'data/link'])
      expect((await ask(path, { key: other, url_ending: 'seen', stats_type: 'day' })).status).toBe(404);
  });

  test('a key that may only read creates nothing', async () => {
    const { json } = await site.send('POST', '/api/key/add', { key, body: { name: 'Reader', scopes: ['read'] } });
    const refused = await ask('action/shorten', { key: json.apikey, url: 'https://example.com/' });
    expect([refused.status, refused.json.error_code]).toEqual([401, 'ACCESS_DENIED']);
  });
});

onEachEngine('Polr over its limit', (engine) => {
  test('the quota is exceeded', async () => {
    const site = await openTestSite(engine, { COMPATIBLE: 'polr', RATE_LIMIT: '1' });
    const { key } = await site.addUser();
    await site.send('GET', '/api/account', { key });
    const path = `/api/v2/action/lookup?key=${key}&url_ending=x&response_type=json`;
    const { status, json, headers } = await site.send('GET', path);
    expect([status, json.error_code, headers.get('Retry-After')]).toEqual([429, 'QUOTA_EXCEEDED', '60']);
    await site.close();
  });
});
