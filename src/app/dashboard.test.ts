import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gunzipSync } from 'node:zlib';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { createLog } from '../lib/log.ts';
import { languages } from '../texts/texts.ts';
import { createDashboard } from './dashboard.ts';

const NO_PEERS = { requestIP: () => null };

describe('the dashboard [sqlite]', () => {
  let site: TestSite;

  beforeAll(async () => {
    site = await openTestSite('sqlite', { BASE_URL: 'https://sgn.example' });
  });
  afterAll(() => site.close());

  const headers = { Host: 'sgn.example' };

  async function assetPaths(): Promise<string[]> {
    const { text } = await site.send('GET', '/app', { headers });
    return [...text.matchAll(/"(\/app\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
  }

  test('every path below /app is the same page, which is not cached', async () => {
    const { text: first } = await site.send('GET', '/app', { headers });
    expect(first).toContain('<div id="root">');
    for (const path of ['/app/', '/app/links', '/app/links/7', '/app/no/such/screen?x=1']) {
      const { status, text, headers: sent } = await site.send('GET', path, { headers });
      expect(status).toBe(200);
      expect(text).toBe(first);
      expect(sent.get('Cache-Control')).toBe('no-store');
      expect(sent.get('Content-Type')).toBe('text/html; charset=utf-8');
    }
  });

  test('the policy forbids inline scripts and other origins', async () => {
    const { text, headers: sent } = await site.send('GET', '/app', { headers });
    const policy = sent.get('Content-Security-Policy') ?? '';
    for (const part of ["default-src 'none'", "script-src 'self'", "connect-src 'self'", "frame-ancestors 'none'"])
      expect(policy.split('; ')).toContain(part);
    expect(policy).not.toContain('unsafe');
    expect(text).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\son\w+=|https?:\/\/(?!www\.w3\.org)/);
  });

  test('it can be installed as an app that receives shared pages', async () => {
    const { text } = await site.send('GET', '/app', { headers });
    const [, path = ''] = /rel="manifest" href="([^"]+)"/.exec(text) ?? [];
    const manifest = await site.send('GET', path, { headers });
    expect(manifest.headers.get('Content-Type')).toBe('application/manifest+json');
    const { share_target, icons } = JSON.parse(manifest.text);
    expect(share_target).toEqual({
      action: '/app/share',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    });
    for (const { src, type } of icons)
      expect((await site.send('GET', src, { headers })).headers.get('Content-Type')).toBe(type);
  });

  test('the page for previews runs no scripts, and only our own pages can frame it', async () => {
    const { status, text, headers: sent } = await site.send('GET', '/app/blank', { headers });
    const policy = (sent.get('Content-Security-Policy') ?? '').split('; ');
    expect([status, text.includes('<script')]).toEqual([200, false]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain('sandbox allow-same-origin');
    expect(policy.filter((part) => /^(script|connect|frame)-src/.test(part))).toEqual([]);
  });

  test('its files have a content hash in their names and are cached for a year', async () => {
    const paths = await assetPaths();
    expect(paths.map((path) => path.replace(/-[a-z0-9]{8}\./, '-HASH.'))).toEqual([
      ...languages.map((language) => `/app/assets/texts-${language}-HASH.json`),
      '/app/assets/boot-HASH.js',
      '/app/assets/outline-HASH.css',
      '/app/assets/main-HASH.js',
      '/app/assets/style-HASH.css',
    ]);
    for (const path of paths) {
      const { status, headers: sent } = await site.send('GET', path, { headers });
      expect(status).toBe(200);
      expect(sent.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
      expect(sent.get('X-Content-Type-Options')).toBe('nosniff');
    }
  });

  test('its files are sent in the best encoding that the browser accepts', async () => {
    const main = (await assetPaths()).find((path) => path.includes('/main-')) ?? '';
    const codingOf = async (accepted?: string) => {
      const extra: Record<string, string> = accepted === undefined ? {} : { 'Accept-Encoding': accepted };
      const request = new Request(`https://sgn.example${main}`, { headers: { ...headers, ...extra } });
      const response = await site.site.handle(request, { requestIP: () => null });
      expect(response.headers.get('Vary')).toBe('Accept-Encoding');
      return { coding: response.headers.get('Content-Encoding'), bytes: Buffer.from(await response.arrayBuffer()) };
    };
    const plain = await codingOf();
    expect(plain.coding).toBeNull();
    const gzip = await codingOf('gzip, deflate');
    expect(gzip.coding).toBe('gzip');
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect((await codingOf('gzip, br;q=0.5')).coding).toBe('br');
    expect((await codingOf('gzip;q=0, br;q=0')).coding).toBeNull();
  });

  test('a missing file is 404, and other methods are refused', async () => {
    expect((await site.send('GET', '/app/assets/main-00000000.js', { headers })).status).toBe(404);
    expect((await site.send('GET', '/app/assets/../../package.json', { headers })).text).not.toContain('dependencies');
    const { status, headers: sent } = await site.send('POST', '/app', { headers });
    expect({ status, allow: sent.get('Allow') }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  test('it exists only on the main host', async () => {
    expect((await site.send('GET', '/app', { headers: { Host: 'other.example' } })).status).toBe(404);
    expect((await site.send('GET', '/apple', { headers })).status).toBe(404);
  });
});

describe('serving the dashboard', () => {
  const log = createLog('silent', () => {});
  const request = new Request('http://localhost/app');

  function bundleOf(version: string) {
    const file = { type: 'text/javascript', plain: btoa(version), gzip: '', br: '' };
    return { page: version, files: [{ path: `/app/assets/main-${version}.js`, ...file }] };
  }

  test('a new version is served at once, and files of the old one stay available to open pages', async () => {
    let version = 'one';
    const answer = createDashboard({ version: () => version, load: async () => bundleOf(version) }, log);
    expect(await (await answer(request, NO_PEERS, '/app'))?.text()).toBe('one');
    version = 'two';
    expect(await (await answer(request, NO_PEERS, '/app'))?.text()).toBe('two');
    expect(await (await answer(request, NO_PEERS, '/app/assets/main-one.js'))?.text()).toBe('one');
  });

  test('concurrent requests bundle once; after a failure the next request tries again', async () => {
    let loads = 0;
    const load = async () => {
      loads += 1;
      if (loads === 1) throw new Error('broken');
      return bundleOf('ok');
    };
    const answer = createDashboard({ version: () => '', load }, log);
    expect((await answer(request, NO_PEERS, '/app'))?.status).toBe(503);
    const all = await Promise.all(Array.from({ length: 10 }, () => answer(request, NO_PEERS, '/app')));
    expect(all.map((response) => response?.status)).toEqual(Array(10).fill(200));
    expect(loads).toBe(2);
  });
});
