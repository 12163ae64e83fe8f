import { answerForm } from '../../demo/answer-form.ts';
import type { ServerProcess } from './server-process.ts';

/** The environment in which the stores of released versions were made and are opened. */
export const FIXTURE_ENVIRONMENT = {
  BASE_URL: 'http://sgn.example',
  SECRET: 'the secret of the store fixtures',
  TRUST_PROXY: 'loopback',
  RATE_LIMIT: '1000000',
  // Clicks of an old version must not be deleted because the fixture has become old.
  CLICK_RETENTION_DAYS: '3650',
};

/** The request headers of an account. */
export type Credentials = Record<string, string>;

const FAR = '2099-12-31 23:59:59';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

// In this order, because ids count from 1 and later requests refer to them.
const requests: [path: string, body: object][] = [
  ['/api/user/add', { email: 'bo@example.com', username: 'bo', password: 'a long password' }],
  ['/api/pixel/add', { type: 'gtmpixel', name: 'Shop', tag: 'GTM-A1B2C3D' }],
  ['/api/splash/add', { name: 'Tour', title: 'The tour', text: 'Twelve days.', button: 'See the dates' }],
  ['/api/overlay/add', { type: 'poll', name: 'Drinks', question: 'Tea or coffee?', answers: ['Tea', 'Coffee'] }],
  ['/api/domain/add', { domain: 'https://go.example.com', redirectroot: 'https://example.com/root' }],
  ['/api/channel/add', { name: 'Print', color: '#b45309', starred: true }],
  ['/api/campaign/add', { name: 'Spring', slug: 'spring-sale', public: true }],
  ['/api/utm-template/add', { name: 'Newsletter', utm_source: 'newsletter', utm_medium: 'email' }],
  ['/api/url/add', { url: 'https://example.com/plain', custom: 'plain', tags: ['a', 'b'], channel: 1 }],
  [
    '/api/url/add',
    {
      url: 'https://example.com/rules',
      custom: 'rules',
      geotarget: [{ location: 'Germany', link: 'https://example.com/germany' }],
      devicetarget: [{ device: 'iphone', link: 'https://example.com/iphone' }],
      languagetarget: [{ language: 'fr', link: 'https://example.com/french' }],
      parameters: [{ name: 'utm_source', value: 'poster' }],
    },
  ],
  ['/api/url/add', { url: 'https://example.com/secret', custom: 'secret', password: 'open sesame', expiry: FAR }],
  ['/api/url/add', { url: 'https://example.com/limited', custom: 'limited', max_clicks: 1000 }],
  ['/api/url/add', { url: 'https://example.com/off', custom: 'off', status: 'disabled' }],
  ['/api/url/add', { url: 'https://example.com/pixel', custom: 'pixel', pixels: [1] }],
  ['/api/url/add', { url: 'https://example.com/splash', custom: 'splash', type: 1 }],
  ['/api/url/add', { url: 'https://example.com/overlay', custom: 'overlay', type: 'overlay-1' }],
  ['/api/url/add', { url: 'https://example.com/branded', custom: 'plain', domain: 'go.example.com' }],
  [
    '/api/urls/import',
    { links: [{ url: 'https://example.com/old', custom: 'old', created: '2023-04-05 06:07:08', clicks: 41 }] },
  ],
  ['/api/campaign/1/assign/1', { weight: 3 }],
  ['/api/url/1/share', { password: 'open sesame', expiry: FAR }],
  ['/api/campaign/1/share', {}],
  ['/api/qr/add', { type: 'link', name: 'Menu', data: 'https://example.com/menu', style: 'rounded', channel: 1 }],
  ['/api/qr/add', { type: 'wifi', name: 'Guests', data: { ssid: 'Guests', encryption: 'WPA', pass: 'teaandcake' } }],
  [
    '/api/bio/add',
    {
      name: 'Ada Lovelace',
      slug: 'ada',
      theme: 'paper',
      accent: '#8a2432',
      blocks: [
        { type: 'heading', text: 'Say hello' },
        { type: 'link', title: 'Notes', url: 'https://example.com/notes', featured: true },
      ],
    },
  ],
  ['/api/bio/add', { name: 'Branded', slug: 'team', domain: 'go.example.com', blocks: [] }],
];

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A visit; with a form, the form is sent. */
export interface FixtureVisit {
  path: string;
  headers: Record<string, string>;
  form?: Record<string, string>;
}

function visit(path: string, headers: Record<string, string> = {}): FixtureVisit {
  return { path, headers: { 'User-Agent': FIREFOX, 'Accept-Language': 'en', ...headers } };
}

/** Visits of everything that the store publishes; clicks of these are counted when the fixture is made. */
export const fixtureVisits: FixtureVisit[] = [
  visit('/plain'),
  visit('/plain', { Referer: 'https://news.example/', 'X-Forwarded-For': '8.8.8.8' }),
  visit('/plain', { 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
  visit('/plain', { Host: 'go.example.com' }),
  visit('/', { Host: 'go.example.com' }),
  visit('/plain~'),
  visit('/rules'),
  visit('/rules', { 'Accept-Language': 'fr' }),
  visit('/rules', { 'User-Agent': IPHONE }),
  visit('/rules', { 'X-Forwarded-For': '217.160.0.1' }),
  visit('/secret'),
  { ...visit('/secret'), form: { password: 'open sesame' } },
  { ...visit('/secret'), form: { password: 'wrong' } },
  visit('/limited'),
  visit('/off'),
  visit('/pixel'),
  visit('/splash'),
  visit('/overlay'),
  visit('/old'),
  visit('/ada'),
  visit('/team', { Host: 'go.example.com' }),
  visit('/r/spring-sale'),
  visit('/nothing-here'),
];

/** What a newer version must repeat of a response. Pages may look different, so only their kind counts. */
export interface SeenVisit {
  path: string;
  status: number;
  location: string | null;
  kind: string | null;
}

/** Makes a visit without following its redirect. */
export async function readVisit(server: ServerProcess, { path, headers, form }: FixtureVisit): Promise<SeenVisit> {
  const body = form && String(new URLSearchParams(form));
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = form ? { method: 'POST', headers: { ...headers, ...type }, body } : { headers };
  const response = await server.fetch(path, { ...init, redirect: 'manual' } as RequestInit);
  await response.arrayBuffer();
  const kind = response.headers.get('Content-Type')?.split(';')[0] ?? null;
  return { path, status: response.status, location: response.headers.get('Location'), kind };
}

// The day on which the fixture of a version was made, and the days around it.
const DAYS = 'from=2026-11-01&to=2026-11-18';

/** Requests whose responses a newer version must repeat; it may add fields. */
export const fixtureReads: string[] = [
  '/api/account',
  '/api/users',
  '/api/pixels',
  '/api/splash',
  '/api/overlay',
  '/api/overlay/1',
  '/api/overlay/1/responses',
  '/api/domains',
  '/api/channels',
  '/api/channel/1',
  '/api/campaigns',
  '/api/campaign/1',
  '/api/campaign/1/share',
  '/api/utm-templates',
  '/api/tags',
  '/api/files',
  '/api/urls',
  ...Array.from({ length: 10 }, (_, index) => `/api/url/${index + 1}`),
  '/api/url/1/share',
  '/api/url/1/clicks',
  '/api/qr',
  '/api/qr/1',
  '/api/qr/2',
  '/api/bio',
  '/api/bio/1',
  '/api/bio/2',
  ...['/api/stats', '/api/url/1/stats', '/api/campaign/1/stats', '/api/bio/1/stats', '/api/qr/1/stats'].map(
    (path) => `${path}?${DAYS}&by=country,browser,referrer`,
  ),
];

/** Reads all of these as an account. */
export async function readResponses(server: ServerProcess, headers: Credentials): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of fixtureReads) found[path] = await (await server.fetch(path, { headers })).json();
  return found;
}

/** Fills the empty store of a server with every kind of content, through its API. */
export async function fillFixture(server: ServerProcess, headers: Credentials): Promise<void> {
  const json = { ...headers, 'Content-Type': 'application/json' };
  for (const [path, body] of requests) {
    const response = await server.fetch(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok || text.includes('"refused":1')) throw new Error(`${path}: ${text}`);
  }
  const picture = { method: 'POST', headers: { ...headers, 'Content-Type': 'image/png' } };
  const uploaded = await server.fetch('/api/file', { ...picture, body: Buffer.from(PIXEL, 'base64') });
  if (!uploaded.ok) throw new Error(`/api/file: ${await uploaded.text()}`);
  const code = (await (await server.fetch('/api/qr/1', { headers })).json()) as { details: { shorturl: string } };
  await readVisit(server, visit(new URL(code.details.shorturl).pathname));
  const poll = visit('/overlay', { Host: 'sgn.example' });
  const page = await (await server.fetch(poll.path, { headers: poll.headers })).text();
  const vote = answerForm(server.url, { at: 0, ...poll }, page, { answer: 'Tea' });
  const voted = vote && (await fetch(vote, { redirect: 'manual' }));
  if (!voted || voted.status >= 400) throw new Error(`the vote: ${await voted?.text()}`);
}
