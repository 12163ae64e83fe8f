import { describe, expect, test } from 'bun:test';
import { framePage } from './frame.ts';
import { gonePage } from './gone.ts';
import { notFoundPage } from './not-found.ts';
import { passwordPage } from './password.ts';
import { previewPage } from './preview.ts';
import { socialPage } from './social.ts';
import { splashPage } from './splash.ts';
import { tooManyPage } from './too-many.ts';
import { unavailablePage } from './unavailable.ts';

const DESTINATION = 'https://www.example.com/spring?x=1';
const preview = { shortUrl: 'https://sgn.co/s', title: 'Sale', date: '2027-03-01 09:30:00', warning: false };

describe('password', () => {
  test('the field has the focus, and the form posts to the given URL', async () => {
    const page = await passwordPage('en', { action: '/s?a=1&b=2', from: '' }).text();
    expect(page).toContain('<form method="post" action="/s?a=1&amp;b=2">');
    expect(page).toMatch(/<input [^>]*name="password" type="password"[^>]* autofocus>/);
  });

  test('its policy allows a redirect to any host after the form, and robots do not index it', () => {
    const { headers } = passwordPage('en', { action: '/s', from: '' });
    expect(headers.get('Content-Security-Policy')).toContain('form-action http: https:;');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
  });
});

test.each([
  ['password', passwordPage('en', { action: '/s', from: '', problem: 'too_many' }), '60'],
  ['too many', tooManyPage('en', 41.2), '42'],
  ['too many, wait just over', tooManyPage('en', 0), '1'],
  ['unavailable', unavailablePage('en'), '5'],
])('%s says when to try again', (_, response, seconds) => {
  expect(response.headers.get('Retry-After')).toBe(seconds);
});

test('gone and not found have different texts, and so do the two reasons for gone', async () => {
  const pages = [gonePage('en', 'disabled'), gonePage('en', 'expired'), notFoundPage()];
  const titles = await Promise.all(pages.map(async (page) => /<title>(.*)<\/title>/.exec(await page.text())?.[1]));
  expect(titles).toEqual(['This link is disabled', 'This link has expired', 'Link not found']);
});

describe('splash', () => {
  test('the script is the same for every link, and reads its data from the anchor', async () => {
    const [one = '', two = ''] = await Promise.all(
      [5, 9].map((seconds) => splashPage('en', { destination: DESTINATION, title: '', seconds }).text()),
    );
    expect(one).toContain(`<a class="go" href="${DESTINATION}" rel="nofollow" data-seconds="5"`);
    expect(one).toContain('<script>');
    expect(one.split('<script>')[1]).toBe(two.split('<script>')[1] ?? '');
  });

  test('the destination gets our origin as referrer', () => {
    const { headers } = splashPage('en', { destination: DESTINATION, title: '', seconds: 5 });
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
  });
});

describe('frame', () => {
  test('only the origin of the destination may be framed', () => {
    const { headers } = framePage('en', { destination: 'https://example.com:8443/a?b', title: '' });
    expect(headers.get('Content-Security-Policy')).toContain('; frame-src https://example.com:8443;');
  });

  test.each(['http://a;sandbox/', 'http://a,b/', 'http://*/', "http://'self'/", 'http://[::1]:3000/', 'http://a_b.c/'])(
    'a host that would break the policy gets a redirect instead: %s',
    (destination) => {
      const { status, headers } = framePage('en', { destination, title: '' });
      expect(status).toBe(302);
      expect(headers.get('Location')).toBe(destination);
      expect(headers.get('Content-Security-Policy')).toBeNull();
    },
  );
});

describe('preview', () => {
  test('the registrable domain is bold, the path is separate, and the only link is the short link', async () => {
    const parts = { before: 'www.', domain: 'example.com', after: ':8443', path: '/spring' };
    const page = await previewPage('de', { ...preview, destination: DESTINATION, parts }).text();
    expect(page).toContain('www.<b>example.com</b>:8443</h1>');
    expect(page).toContain('<p class="path">/spring</p>');
    expect([...page.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['https://sgn.co/s']);
    expect(page).toContain('>1. März 2027</time>');
    expect(page).not.toContain('class="caution"');
  });

  test('without given parts the host is parsed from the destination', async () => {
    const page = await previewPage('en', { ...preview, destination: DESTINATION, warning: true }).text();
    expect(page).toContain('<b>www.example.com</b>');
    expect(page).toContain('class="caution"');
  });

  test.each(['password', 'gone'] as const)('a %s link shows neither destination nor title', async (reason) => {
    const parts = { before: 'www.', domain: 'example.com', after: '', path: '/spring' };
    const page = await previewPage('en', { ...preview, destination: undefined, parts, reason, warning: true }).text();
    expect(page).not.toContain('example.com');
    expect(page).not.toContain('Sale');
    expect(page.includes('class="button"')).toBe(reason === 'password');
  });
});

describe('social', () => {
  const facts = { title: 'Sale', description: 'All of it', image: 'https://e.com/i.png', destination: DESTINATION };

  test('crawlers find every tag and may index the page', async () => {
    const response = socialPage({ ...facts, shortUrl: 'https://sgn.co/s' });
    const page = await response.text();
    const tags = [...page.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)">/g)].map(([, ...tag]) => tag);
    expect(tags).toEqual([
      ['description', 'All of it'],
      ['og:title', 'Sale'],
      ['og:description', 'All of it'],
      ['og:image', 'https://e.com/i.png'],
      ['og:url', 'https://sgn.co/s'],
      ['twitter:card', 'summary_large_image'],
    ]);
    expect(page).toContain(`<a href="${DESTINATION}">Sale</a>`);
    expect(response.headers.get('X-Robots-Tag')).toBeNull();
  });

  test('an empty field has no tag', async () => {
    const page = await socialPage({
      title: '',
      description: '',
      image: '',
      destination: DESTINATION,
      shortUrl: 'x',
    }).text();
    expect(page).not.toMatch(/<title|description|og:title|og:image/);
    expect(page).toContain('content="summary"');
  });
});
