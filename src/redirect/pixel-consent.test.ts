import { describe, expect, test } from 'bun:test';
import type { VendorType } from '../pages/pixels/pixel-tags.ts';
import { readConsentForm, withConsentCookie } from './consent-form.ts';
import { consentCookie, type PixelRules, pixelChoiceFor, readConsent } from './pixel-consent.ts';
import type { PixelChoice } from './visitor.ts';

const BASE = 'https://sgn.example';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const VENDORS: VendorType[] = ['socialapixel', 'forum'];
const ALLOWED = 'signpost_pixels=allow.forum.socialapixel';

function visit(headers: Record<string, string> = {}, method = 'GET'): Request {
  return new Request(`${BASE}/spring`, { method, headers: { 'User-Agent': AGENT, ...headers } });
}

const OFF: PixelRules = { privacy: 'respect', consent: 'off' };
const EU: PixelRules = { privacy: 'respect', consent: 'eu' };
const ALL: PixelRules = { privacy: 'respect', consent: 'all' };
const CARELESS: PixelRules = { privacy: 'ignore', consent: 'off' };

type Row = [what: string, rules: PixelRules, headers: Record<string, string>, country: string, expected: PixelChoice];

const rows: Row[] = [
  ['by default pixels fire', OFF, {}, 'DE', 'fire'],
  ['Sec-GPC is respected', OFF, { 'Sec-GPC': '1' }, 'US', 'skip'],
  ['DNT is respected', OFF, { DNT: '1' }, 'US', 'skip'],
  ['DNT: 0 asks for nothing', OFF, { DNT: '0' }, 'US', 'fire'],
  ['nor does another Sec-GPC', OFF, { 'Sec-GPC': '?1' }, 'US', 'fire'],
  ['both can be ignored', CARELESS, { 'Sec-GPC': '1', DNT: '1' }, 'US', 'fire'],
  ['a visitor with Sec-GPC is not asked', ALL, { 'Sec-GPC': '1' }, 'DE', 'skip'],
  ['nor, having allowed before, fired at', ALL, { DNT: '1', Cookie: ALLOWED }, 'DE', 'skip'],
  ['where it is ignored they are asked', { privacy: 'ignore', consent: 'all' }, { DNT: '1' }, 'DE', 'ask'],
  ...['DE', 'FR', 'HR', 'NO', 'IS', 'LI', 'GB', 'CH', 'AX', 'RE'].map(
    (country): Row => [`eu asks in ${country}`, EU, {}, country, 'ask'],
  ),
  ...['US', 'CA', 'TR', 'RS', 'UA', 'RU', 'GL', 'JP'].map(
    (country): Row => [`eu does not ask in ${country}`, EU, {}, country, 'fire'],
  ),
  ['eu asks where the place is not known', EU, {}, '', 'ask'],
  ['all asks everywhere', ALL, {}, 'US', 'ask'],
  ['a visitor who allowed these is not asked again', ALL, { Cookie: `a=b; ${ALLOWED}; c=d` }, 'DE', 'fire'],
  ['a visitor who allowed one is asked about the other', ALL, { Cookie: 'signpost_pixels=allow.forum' }, 'DE', 'ask'],
  ['a visitor who declined is not asked again', ALL, { Cookie: 'signpost_pixels=decline' }, 'DE', 'skip'],
  ['even after consent is turned off', OFF, { Cookie: 'signpost_pixels=decline' }, 'DE', 'skip'],
  ['an invalid cookie allows nothing', ALL, { Cookie: 'signpost_pixels=' }, 'DE', 'ask'],
  ['nor does one of a like name', ALL, { Cookie: `x${ALLOWED}` }, 'DE', 'ask'],
  ['a crawler fires no pixels', OFF, { 'User-Agent': 'Googlebot/2.1' }, 'US', 'skip'],
  ['a preview fires no pixels', ALL, { 'User-Agent': 'Twitterbot/1.0' }, 'US', 'skip'],
  ['a monitor fires no pixels', OFF, { 'User-Agent': 'UptimeRobot/2.0' }, 'US', 'skip'],
  ['a prefetch fires no pixels', OFF, { 'Sec-Purpose': 'prefetch;prerender' }, 'US', 'skip'],
  ['nor does an older one', OFF, { Purpose: 'prefetch' }, 'US', 'skip'],
  ['a plain client is a person', OFF, { 'User-Agent': 'curl/8.5.0' }, 'US', 'fire'],
];
test.each(rows)('%s', (_, rules, headers, country, expected) => {
  expect(pixelChoiceFor(visit(headers), VENDORS, () => country, rules)).toBe(expected);
});

test('HEAD fires no pixels', () => {
  expect(pixelChoiceFor(visit({}, 'HEAD'), VENDORS, () => 'US', OFF)).toBe('skip');
});

test('the location is looked up only if the decision depends on it', () => {
  const refuse = () => {
    throw new Error('was asked');
  };
  for (const rules of [OFF, ALL]) pixelChoiceFor(visit(), VENDORS, refuse, rules);
  pixelChoiceFor(visit({ Cookie: ALLOWED }), VENDORS, refuse, EU);
  pixelChoiceFor(visit({ DNT: '1' }), VENDORS, refuse, EU);
});

test('the cookie has the same value for everyone, for this host, for 180 days', () => {
  const [value, ...attributes] = consentCookie(['forum', 'shortvideo'], true).split('; ');
  expect(value).toBe('signpost_pixels=allow.forum.shortvideo');
  expect(attributes).toEqual(['Path=/', 'Max-Age=15552000', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  expect(consentCookie('decline', false)).toBe(
    'signpost_pixels=decline; Path=/; Max-Age=15552000; HttpOnly; SameSite=Lax',
  );
});

describe('a reply', () => {
  const PIXELS = VENDORS.map((vendor) => ({ vendor, tag: 'x' }));
  const follow = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    readConsentForm(visit({ Origin: BASE, ...headers }, 'POST'), form, PIXELS, BASE);

  test('continues the visit by GET, with the cookie and the original referrer', () => {
    const { request } = follow({ pixels: 'allow', from: 'https://news.example/ä?b=1' }, { Cookie: 'other=1' }) ?? {};
    expect(request?.method).toBe('GET');
    expect(request?.url).toBe(`${BASE}/spring`);
    expect(request?.headers.get('Cookie')).toBe('signpost_pixels=allow.socialapixel.forum; other=1');
    expect(request?.headers.get('Referer')).toBe('https://news.example/%C3%A4?b=1');
    expect(request?.headers.get('User-Agent')).toBe(AGENT);
  });

  test.each([
    ['', ''],
    ['no url', ''],
    ['https://a b/', ''],
    ['android-app://com.example/', 'android-app://com.example/'],
    ['https://a.example/\r\nX-Evil: 1', 'https://a.example/X-Evil:%201'],
  ])('the original referrer %j is passed on as %j', (from, expected) => {
    expect(follow({ pixels: 'allow', from })?.request.headers.get('Referer')).toBe(expected);
  });

  test('allows the named vendors in addition to earlier ones, and revokes a decline', () => {
    const cookies = ['signpost_pixels=allow.shortvideo.forum', 'signpost_pixels=decline'];
    const consents = cookies.map((Cookie) => follow({ pixels: 'allow' }, { Cookie })?.consent);
    expect(consents).toEqual([['shortvideo', 'forum', 'socialapixel'], VENDORS]);
    const declined = follow({ pixels: 'decline' }, { Cookie: ALLOWED });
    expect(declined && readConsent(declined.request)).toBe('decline');
  });

  test.each<[string, string | undefined]>([
    ['our own page', BASE],
    ['our own page behind a proxy that speaks TLS', 'http://sgn.example'],
    ['no browser at all', undefined],
  ])('an allow is accepted from %s', (_, Origin) => {
    const request = visit(Origin === undefined ? {} : { Origin }, 'POST');
    expect(readConsentForm(request, { pixels: 'allow' }, PIXELS, BASE)?.consent).toEqual(VENDORS);
  });

  test.each(['https://evil.example', 'null', 'https://sgn.example.evil.example', 'https://sgn.example:8443'])(
    'an allow is not accepted from %s, a decline is',
    (Origin) => {
      expect(follow({ pixels: 'allow' }, { Origin })).toBeUndefined();
      expect(follow({ pixels: 'decline' }, { Origin })?.consent).toBe('decline');
    },
  );

  test.each([{}, { pixels: '' }, { pixels: 'yes' }, { password: 'x' }])('%j is not a reply', (form) => {
    expect(follow(form as Record<string, string>)).toBeUndefined();
  });

  test.each([301, 302, 307, 308])('a redirect with %d does not resend the form', (status) => {
    const response = new Response(null, { status, headers: { Location: 'https://example.com/', 'X-Kept': 'yes' } });
    const kept = withConsentCookie(response, 'decline', BASE);
    expect(kept.status).toBe(303);
    expect(kept.headers.get('Location')).toBe('https://example.com/');
    expect(kept.headers.get('X-Kept')).toBe('yes');
    expect(kept.headers.get('Set-Cookie')).toContain('signpost_pixels=decline;');
  });
});
