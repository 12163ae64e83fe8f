import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { guards } from '../../test/support/guards.ts';
import { proves } from '../../test/support/proves.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { fieldError } from '../core/errors.ts';

const PIXEL = { type: 'bing', name: 'n', tag: '12345678' };

describe('every API response [sqlite]', () => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite('sqlite');
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  const requests: [string, string, string, number, boolean, unknown?][] = [
    ['a success', 'GET', '/api/account', 200, true],
    ['a list', 'GET', '/api/pixels', 200, true],
    ['an unknown path with a key', 'GET', '/api/nothing', 404, true],
    ['an unknown path without a key', 'GET', '/api/nothing', 404, false],
    ['the bare root of the API', 'GET', '/api', 404, false],
    ['a wrong method', 'PATCH', '/api/pixels', 405, true],
    ['a missing key', 'GET', '/api/account', 401, false],
    ['bad input', 'POST', '/api/pixel/add', 400, true, {}],
    ['malformed JSON', 'POST', '/api/pixel/add', 400, true, '{"type":'],
    ['a body that is too large', 'POST', '/api/pixel/add', 413, true, { ...PIXEL, name: 'x'.repeat(70_000) }],
  ];
  for (const [what, method, path, status, hasKey, body] of requests) {
    test(`${what} is JSON with the rate headers, a request id and nosniff`, async () => {
      proves('errors', 'error', 'message', 'status');
      proves('envelope', 'error on failures', 'message');
      proves('limits', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
      const answer = await site.send(method, path, { ...(hasKey && { key }), body, headers: { Accept: 'text/html' } });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(answer.headers.get('X-Request-Id')).toMatch(/^[\w-]{16}$/);
      expect(answer.headers.get('X-RateLimit-Limit')).toBe('1000000');
      expect(answer.headers.get('X-RateLimit-Remaining')).toMatch(/^\d+$/);
      expect(answer.headers.get('X-RateLimit-Reset')).toBe(String(NOON / 1000 + 60));
      if (status !== 200)
        expect(answer.json).toMatchObject({ error: 1, message: expect.any(String), code: expect.any(String) });
      expect(answer.text).not.toContain('    at ');
    });
  }

  test('a wrong method is 405 with the allowed ones', async () => {
    expect((await site.send('PATCH', '/api/pixels', { key })).headers.get('Allow')).toBe('GET, HEAD');
    expect((await site.send('GET', '/api/pixel/add', { key })).headers.get('Allow')).toBe('POST');
    for (const path of ['/api/url/add', '/api/qr/add', '/api/campaign/add', '/api/overlay/add']) {
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const { status, headers } = await site.send(method, path, { key });
        expect([path, method, status, headers.get('Allow')]).toEqual([path, method, 405, 'POST']);
      }
    }
    const { status, headers, json } = await site.send('PUT', '/api/openapi.json');
    expect([status, headers.get('Allow'), json]).toEqual([
      405,
      'GET, HEAD',
      { error: 1, message: 'Method not allowed.', code: 'method_not_allowed' },
    ]);
  });

  test('HEAD responds like GET without a body', async () => {
    const answer = await site.send('HEAD', '/api/pixels', { key });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('');
  });

  test('a trailing slash changes nothing', async () => {
    expect((await site.send('GET', '/api/pixels/', { key })).status).toBe(200);
  });

  test('slashes in strings are escaped', async () => {
    proves('values', 'escaped slashes');
    await site.send('POST', '/api/pixel/add', { key, body: { ...PIXEL, name: 'a/b', tag: 'c/d' } });
    const { text } = await site.send('GET', '/api/pixels', { key });
    expect(text).toContain('"name":"a\\/b"');
    expect(text).toContain('"tag":"c\\/d"');
  });

  for (const [what, header] of [
    ['no header', undefined],
    ['an empty one', ''],
    ['a scheme without a key', 'Bearer'],
    ['null', 'Bearer null'],
    ['an unknown key', `Bearer sp_${'A'.repeat(43)}`],
    ['a key with something before it', `Bearer x sp_${'A'.repeat(43)}`],
    ['another scheme', 'Basic YTpi'],
    ['a key of 10,000 characters', `Bearer ${'k'.repeat(10_000)}`],
  ] as const) {
    test(`${what} as authorization is 401 with one fixed message`, async () => {
      proves('authentication', 'no key');
      proves('errors', 'no key');
      const headers = header === undefined ? {} : { Authorization: header };
      const { status, json } = await site.send('GET', '/api/account', { headers });
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
    });
  }

  test('the scheme is case-insensitive, and a key in the query is ignored', async () => {
    proves('authentication', 'Authorization');
    for (const scheme of ['bearer', 'BEARER', 'Bearer ']) {
      expect((await site.send('GET', '/api/account', { headers: { Authorization: `${scheme} ${key}` } })).status).toBe(
        200,
      );
    }
    expect((await site.send('GET', `/api/account?key=${key}&apikey=${key}`)).status).toBe(401);
  });

  const deep = (levels: number) => `{"name":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
  for (const [what, body, code] of [
    ['half an object', '{"type":', 'malformed_json'],
    ['a list', '[1,2]', 'malformed_json'],
    ['a string', '"x"', 'malformed_json'],
    ['null', 'null', 'malformed_json'],
    ['a form', 'type=bing&name=n', 'malformed_json'],
    ['21 levels', deep(21), 'malformed_json'],
    ['20 levels, which are allowed,', deep(20), 'invalid_input'],
    ['60,000 brackets', '['.repeat(60_000), 'malformed_json'],
  ] as const) {
    test(`${what} as a body is 400 ${code}`, async () => {
      const { status, json } = await site.send('POST', '/api/pixel/add', { key, body });
      expect(status).toBe(400);
      expect(json.code).toBe(code);
    });
  }

  test('a body that is not UTF-8 is malformed', async () => {
    const request = new Request('http://localhost:3000/api/pixel/add', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
    });
    expect((await site.site.handle(request, { requestIP: () => null })).status).toBe(400);
  });

  test('a stream above the size limit is cut off, also without Content-Length', async () => {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(0x20));
        if (sent > 10_000_000) controller.close();
      },
    });
    const request = new Request('http://localhost:3000/api/pixel/add', {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body,
    });
    expect((await site.site.handle(request, { requestIP: () => null })).status).toBe(413);
    expect(sent).toBeLessThan(1_000_000);
  });

  const WRONG: [path: string, body: object, errors: object[]][] = [
    ['/api/url/add', { url: '' }, [fieldError('url', 'required')]],
    ['/api/url/add', { url: null }, [fieldError('url', 'required')]],
    ['/api/url/add', {}, [fieldError('url', 'required')]],
    ['/api/url/add', { url: 7 }, [fieldError('url', 'not_text')]],
    ['/api/url/add', { url: 'https://a.example', password: [] }, [fieldError('password', 'not_text')]],
    ['/api/url/add', { url: 'https://a.example', type: 2 ** 60 }, [fieldError('type', 'not_a_link_type')]],
    ['/api/qr/add', { type: 'text', data: '' }, [fieldError('data', 'required')]],
    ['/api/channel/add', { name: '' }, [fieldError('name', 'required')]],
    ['/api/bio/add', { name: '' }, [fieldError('name', 'required')]],
    ['/api/splash/add', { name: 'x', picture: 'http://x' }, [fieldError('picture', 'not_a_file_id')]],
  ];
  test.each(WRONG)('%s of %j reports each problem once, in words', async (path, body, errors) => {
    const { status, json } = await site.send('POST', path, { key, body });
    expect([status, json.errors]).toEqual([400, errors]);
  });

  for (const query of [
    'limit=0',
    'limit=-1',
    'limit=abc',
    'limit=1e9',
    'limit=',
    'limit=1.5',
    'page=0',
    'page=-3',
    'page=1e12',
  ]) {
    test(`?${query} is refused with the name of the field`, async () => {
      const { status, json } = await site.send('GET', `/api/pixels?${query}`, { key });
      expect(status).toBe(400);
      expect(json.errors[0].field).toBe(query.split('=')[0]);
    });
  }

  test('the log has one line for each request and no secrets', async () => {
    guards('log-lines');
    site.logLines.length = 0;
    await site.send('GET', `/api/account?apikey=${key}`, { key });
    await site.send('PUT', '/api/account/update', { key, body: { password: 'a very secret word' } });
    await site.send('GET', '/api/%0a%1b[31m"evil', { key });
    expect(site.logLines).toHaveLength(3);
    const log = site.logLines.join('');
    expect(log).not.toContain(key);
    expect(log).not.toContain('secret word');
    for (const line of site.logLines) expect(JSON.parse(line)).toMatchObject({ level: 'info', message: 'request' });
  });

  test('a bug is a 500 with the request id and no stack trace, and its cause is in the log', async () => {
    const { pixels } = site.site.services;
    const list = pixels.list;
    pixels.list = () => {
      throw new TypeError('secret internals');
    };
    site.logLines.length = 0;
    const answer = await site.send('GET', '/api/pixels', { key });
    pixels.list = list;
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual({
      error: 1,
      message: expect.any(String),
      code: 'internal_error',
      request_id: answer.headers.get('X-Request-Id'),
    });
    expect(answer.text).not.toContain('internals');
    expect(site.logLines.join('')).toContain('secret internals');
  });
});
