import { describe, expect, test } from 'bun:test';
import { escapeHtml } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { apiDocsPage } from './api-docs.ts';
import { appPage, escapePage } from './app.ts';
import { campaignPage } from './campaign.ts';
import { consentPage } from './consent.ts';
import { interFont } from './fonts.ts';
import { framePage } from './frame.ts';
import { gonePage } from './gone.ts';
import { landingPage } from './landing.ts';
import { notFoundPage } from './not-found.ts';
import { type OverlayFacts, overlayBeforePage, overlayPage, overlaySentPage } from './overlay.ts';
import type { OverlayContent } from './overlay-content.ts';
import { passwordPage } from './password.ts';
import { previewPage } from './preview.ts';
import { setupDonePage, setupPage } from './setup.ts';
import { socialPage } from './social.ts';
import { splashPage } from './splash.ts';
import { tooManyPage } from './too-many.ts';
import { unavailablePage } from './unavailable.ts';

const DESTINATION = 'https://www.example.com/spring?x=1';
const HOSTILE = [
  '</title><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `' onload='alert(1)`,
  '$' + '{7*7}',
  '{{7*7}}',
  "'",
];

/** Builds a page from the value of one field, with valid values for the others. */
type Build = (language: Language, value: string) => Response;

const date = '2027-03-01 09:30:00';
const splash = { destination: DESTINATION, title: 'Sale', seconds: 5 };
const parts = { before: 'www.', domain: 'example.com', after: ':8443', path: '/spring' };
const preview = { shortUrl: 'https://sgn.co/s', title: 'Sale', destination: DESTINATION, date, warning: false, parts };
const social = {
  title: 'Sale',
  description: 'All of it',
  image: 'https://e.com/i.png',
  destination: DESTINATION,
  shortUrl: 'x',
};
const app = { system: 'ios' as const, appUrl: 'myapp://x', destination: DESTINATION, title: 'Sale' };
const escaped = { system: 'android' as const, target: DESTINATION, canStay: true, title: 'Sale' };
const row = { shortUrl: 'https://sgn.co/s', title: 'Sale', host: 'example.com', isProtected: false };
const list = { name: 'Spring', username: 'ada', rows: [row], page: 2, hasMore: true };
const consent = { action: '/s', vendors: ['Meta', 'X'], from: 'https://news.example/' };
const form = { token: 't', email: 'a@b.c', username: 'ada', problems: [] };

const colors = { background: 'rgb(20,40,120)', foreground: null, accent: null };
const shown = { src: '/file/x.png', width: 300, height: 200 };
const look = { title: 'T', text: 'x', button: 'Go', colors, picture: shown, logo: shown };
const destination = { destination: DESTINATION, title: 'Sale' };

function withOverlay(content: OverlayContent, name = 'Mine'): OverlayFacts {
  const rest = { delaySeconds: 3, isDismissable: false, picture: shown, logo: shown };
  const form = { action: '/cta/s', address: 'http://localhost:3000/cta/s', token: 'm' };
  return { ...destination, form, look: { name, content, position: 'center', colors, ...rest } };
}

const message = (text: string | null) =>
  withOverlay({ type: 'message', text, button: text, button_url: DESTINATION }, 'M');
const poll = (question: string) => withOverlay({ type: 'poll', question, answers: [question, 'b'], thanks: null });
const coupon = (text: string) => withOverlay({ type: 'coupon', text, code: text, button: text, button_url: null });
const image = (alt: string) => withOverlay({ type: 'image', alt, link: `${DESTINATION}&${alt}` });
const contact = (text: string) =>
  withOverlay({ type: 'contact', text, fields: ['name', 'email', 'message'], button: text, thanks: null });
const wrong = (value: string): OverlayFacts => {
  const form = { action: `/cta/s?${value}`, address: `${DESTINATION}/cta/s`, token: value, problem: 'email' as const };
  return { ...contact('x'), form: { ...form, values: { name: value, email: value, message: value } } };
};
const ORIGIN = 'https://www.example.com';

const fields: [name: string, status: number, build: Build][] = [
  ['custom splash, title', 200, (l, title) => splashPage(l, { ...splash, look: { ...look, title } })],
  ['custom splash, text', 200, (l, text) => splashPage(l, { ...splash, look: { ...look, text } })],
  ['custom splash, button', 200, (l, button) => splashPage(l, { ...splash, look: { ...look, button } })],
  ['overlay, message', 200, (l, value) => overlayPage(l, message(value), ORIGIN)],
  [
    'overlay, name',
    200,
    (l, name) => overlayPage(l, { ...message(null), look: { ...message(null).look, name } }, ORIGIN),
  ],
  ['overlay, poll', 200, (l, value) => overlayPage(l, poll(value), ORIGIN)],
  ['overlay, coupon', 200, (l, value) => overlayPage(l, coupon(value), ORIGIN)],
  ['overlay, image', 200, (l, value) => overlayPage(l, image(value), ORIGIN)],
  ['overlay, contact', 200, (l, value) => overlayPage(l, contact(value), ORIGIN)],
  ['overlay, title', 200, (l, title) => overlayPage(l, { ...poll('x'), title }, ORIGIN)],
  ['overlay before, message', 200, (l, value) => overlayBeforePage(l, message(value))],
  ['overlay before, wrong values', 400, (l, value) => overlayBeforePage(l, wrong(value), 400)],
  ['overlay sent, thanks', 409, (l, value) => overlaySentPage(l, contact('x'), value, 409)],
  ['password, action', 200, (l, value) => passwordPage(l, { action: `/a?${value}`, from: '' })],
  ['password, from', 200, (l, value) => passwordPage(l, { action: '/a', from: value })],
  ['wrong password, action', 403, (l, value) => passwordPage(l, { action: value, from: '', problem: 'wrong' })],
  [
    'password tried too often, action',
    429,
    (l, value) => passwordPage(l, { action: value, from: '', problem: 'too_many' }),
  ],
  ['consent, action', 200, (l, action) => consentPage(l, { ...consent, action })],
  ['consent, vendor', 200, (l, value) => consentPage(l, { ...consent, vendors: [value] })],
  ['consent, referrer', 200, (l, from) => consentPage(l, { ...consent, from })],
  ['splash, title', 200, (l, title) => splashPage(l, { ...splash, title })],
  [
    'splash, destination',
    200,
    (l, value) => splashPage(l, { ...splash, destination: `https://example.com/?${value}` }),
  ],
  ['app, title', 200, (l, title) => appPage(l, { ...app, title })],
  ['app, URL', 200, (l, value) => appPage(l, { ...app, appUrl: `myapp:${value}` })],
  ['app, store', 200, (l, value) => appPage(l, { ...app, store: `https://example.com/?${value}` })],
  ['app, destination', 200, (l, value) => appPage(l, { ...app, destination: `https://example.com/?${value}` })],
  ['escape, title', 200, (l, title) => escapePage(l, { ...escaped, title })],
  ['escape, target', 200, (l, value) => escapePage(l, { ...escaped, target: `https://example.com/?${value}` })],
  ['frame, title', 200, (l, title) => framePage(l, { destination: DESTINATION, title })],
  ['frame, destination', 200, (l, value) => framePage(l, { destination: `https://example.com/?${value}`, title: '' })],
  ['preview, title', 200, (l, title) => previewPage(l, { ...preview, title })],
  ['preview, short URL', 200, (l, shortUrl) => previewPage(l, { ...preview, shortUrl })],
  ['preview, date', 200, (l, value) => previewPage(l, { ...preview, date: value })],
  ['preview, before', 200, (l, before) => previewPage(l, { ...preview, parts: { ...parts, before } })],
  ['preview, domain', 200, (l, domain) => previewPage(l, { ...preview, parts: { ...parts, domain } })],
  ['preview, after', 200, (l, after) => previewPage(l, { ...preview, parts: { ...parts, after } })],
  ['preview, path', 200, (l, path) => previewPage(l, { ...preview, warning: true, parts: { ...parts, path } })],
  [
    'protected preview, short URL',
    200,
    (l, shortUrl) => previewPage(l, { ...preview, shortUrl, destination: undefined }),
  ],
  ['social, title', 200, (_, title) => socialPage({ ...social, title })],
  ['social, description', 200, (_, description) => socialPage({ ...social, description })],
  ['social, image', 200, (_, image) => socialPage({ ...social, image })],
  ['social, destination', 200, (_, destination) => socialPage({ ...social, destination })],
  ['social, short URL', 200, (_, shortUrl) => socialPage({ ...social, shortUrl })],
  ['campaign, name', 200, (l, name) => campaignPage(l, { ...list, name })],
  ['campaign, title', 200, (l, title) => campaignPage(l, { ...list, rows: [{ ...row, title }] })],
  ['campaign, host', 200, (l, host) => campaignPage(l, { ...list, rows: [{ ...row, host }] })],
  ['campaign, short URL', 200, (l, shortUrl) => campaignPage(l, { ...list, rows: [{ ...row, shortUrl }] })],
  ['setup, token', 400, (_, token) => setupPage(400, { ...form, token })],
  ['setup, email address', 400, (_, email) => setupPage(400, { ...form, email })],
  ['setup, problem', 400, (_, field) => setupPage(400, { ...form, problems: [{ field, message: 'is wrong' }] })],
  ['setup done, key', 200, (_, key) => setupDonePage(key)],
  ['documentation, base URL', 200, (_, address) => apiDocsPage([], address, 30)],
];

const plain: [name: string, status: number, build: Build][] = [
  ['disabled', 410, (l) => gonePage(l, 'disabled')],
  ['expired', 410, (l) => gonePage(l, 'expired')],
  ['not found', 404, (l) => notFoundPage(l)],
  ['too many', 429, (l) => tooManyPage(l, 42)],
  ['unavailable', 503, (l) => unavailablePage(l)],
  ['gone preview', 200, (l) => previewPage(l, { ...preview, destination: undefined, reason: 'gone' })],
  ['empty campaign', 200, (l) => campaignPage(l, { ...list, rows: [], page: 1, hasMore: false })],
  ['landing', 200, () => landingPage()],
];

/** Names of all elements and of their attributes, in order. */
async function structureOf(response: Response): Promise<string[]> {
  const seen: string[] = [];
  const rewriter = new HTMLRewriter().on('*', {
    element({ tagName, attributes }) {
      seen.push([tagName, ...[...attributes].map(([name]) => name)].join(' '));
    },
  });
  await rewriter.transform(response).text();
  return seen;
}

function hashOf(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;
}

function hashesOf(page: string, tag: string): string[] {
  return [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text = '']) => hashOf(text));
}

function sourcesOf(policy: string, directive: string): string[] {
  const [, list = ''] = new RegExp(`(?:^|; )${directive} ([^;]*)`).exec(policy) ?? [];
  return list.split(' ').filter((source) => source !== '');
}

for (const language of ['en', 'de'] as const) {
  describe(`public pages in ${language}`, () => {
    test.each([...fields, ...plain])('%s: status, headers, size, and a policy that fits', async (_, status, build) => {
      const response = build(language, 'harmless');
      const page = await response.text();
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      expect(response.status).toBe(status);
      expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response.headers.get('Cache-Control')).toBe('no-store');
      expect(response.headers.get('Referrer-Policy')).toBeString();
      expect(policy).toStartWith("default-src 'none'; ");
      expect(policy).not.toContain('unsafe');
      expect(sourcesOf(policy, 'style-src')).toEqual(hashesOf(page, 'style'));
      expect(sourcesOf(policy, 'script-src')).toEqual(hashesOf(page, 'script'));
      expect(page).not.toMatch(/ (style|on\w+)=/);
      expect(Buffer.byteLength(page)).toBeLessThan(20_000);
    });

    test.each(fields)('%s: hostile text stays text', async (_, __, build) => {
      const expected = await structureOf(build(language, 'harmless'));
      for (const value of HOSTILE) {
        expect(await build(language, value).text()).toContain(escapeHtml(value));
        expect(await structureOf(build(language, value))).toEqual(expected);
      }
    });
  });
}

test('browsers cache the font forever', async () => {
  const response = interFont();
  expect(response.headers.get('Content-Type')).toBe('font/woff2');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
  expect(await landingPage().text()).toContain('url(/assets/inter.woff2)');
});
