import { afterAll, expect, test } from 'bun:test';
import { openTestSite } from '../../test/support/test-site.ts';

const site = await openTestSite('sqlite');
afterAll(site.close);

const pages = new Map<string, string>();

async function read(path: string): Promise<string> {
  const known = pages.get(path);
  if (known !== undefined) return known;
  const { status, text } = await site.send('GET', path);
  expect([path, status]).toEqual([path, 200]);
  pages.set(path, text);
  return text;
}

function attributesOf(text: string, name: 'href' | 'src' | 'id'): string[] {
  return [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

/** Follows the links of a page to other pages of the documentation, and checks that their sections and pictures exist. */
async function checkLinks(path: string): Promise<string[]> {
  const text = await read(path);
  for (const picture of attributesOf(text, 'src')) await read(picture);
  const links = attributesOf(text, 'href').filter((href) => /^[#/]/.test(href) && !/^\/(app|assets)/.test(href));
  for (const link of links) {
    const [page = '', section] = link.split('#');
    const target = await read(page === '' ? path : page);
    if (section !== undefined)
      expect([path, link, attributesOf(target, 'id')]).toEqual([path, link, expect.arrayContaining([section])]);
  }
  return links.map((link) => link.split('#')[0] ?? '').filter((page) => /^\/docs(\/|$)/.test(page));
}

test('every page that the documentation links to is served, with its sections and pictures', async () => {
  const seen = new Set(['/docs']);
  for (const path of seen) {
    if (/\.\w+$/.test(path) || /^\/docs\/deploy\/\w+$/.test(path)) continue;
    for (const next of await checkLinks(path)) seen.add(next);
  }
  expect([...seen]).toEqual(expect.arrayContaining(['/docs/api', '/docs/installing', '/docs/errors', '/docs/deploy']));
  expect(seen.size).toBeGreaterThan(20);
});

test('a page loads nothing from other hosts, runs its own script only, and leads to the API reference', async () => {
  const { text, headers } = await site.send('GET', '/docs/statistics');
  expect(headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+'; connect-src 'self'; font-src 'self'; img-src 'self' data:/,
  );
  expect(text).toContain('<a class="doc-aside" href="/docs/api">API reference</a>');
  expect(text).toContain('<a href="/docs/statistics" aria-current="page">Statistics</a>');
  expect(text).toMatch(/<a rel="prev" href="\/docs\/rules">.*<a rel="next" href="\/docs\/qr-codes">/s);
  expect(text).not.toContain('<!-- ');
});

test('the search index has the sections of all pages and the requests of the API', async () => {
  const { json, headers } = await site.send('GET', '/docs/search.json');
  expect(headers.get('Content-Type')).toBe('application/json');
  expect(json).toContainEqual(
    expect.objectContaining({ url: '/docs/statistics#how-we-count', page: 'Statistics', heading: 'How we count' }),
  );
  expect(json).toContainEqual({
    url: expect.stringMatching(/^\/docs\/api#/),
    page: 'API',
    heading: 'Create a link',
    text: 'POST /api/url/add',
  });
  for (const { url } of json) {
    const [page = '', section = ''] = url.split('#');
    if (section !== '') expect(attributesOf(await read(page), 'id')).toContain(section);
  }
});

test('unknown pages and files outside of the documentation are not found, and nothing can be sent', async () => {
  for (const path of ['/docs/nothing', '/docs/openapi.json', '/docs/../package.json', '/docs/%2e%2e/package.json']) {
    expect([path, (await site.send('GET', path)).status]).toEqual([path, 404]);
  }
  expect((await site.send('GET', '/docs/')).status).toBe(200);
  expect((await site.send('POST', '/docs/links')).status).toBe(405);
});
