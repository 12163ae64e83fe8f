import { describe, expect, test } from 'bun:test';
import { NOON, OWN, PLAIN, type TestVisitor, visitorOf } from '../../test/support/plain-link.ts';
import type { DeviceName } from '../agent/device.ts';
import type { Link } from '../resources/links/link.ts';
import type { RouteName } from '../resources/links/rules/route.ts';
import type { LinkRule, RuleOf } from '../resources/links/rules/rule-kinds.ts';
import { type Decision, decide } from './decide.ts';
import { snapshotOfLink } from './snapshot.ts';
import type { LinkVisitor } from './visitor.ts';

/** A decision as one line. */
function write(decision: Decision): string {
  switch (decision.kind) {
    case 'redirect':
      return `${decision.code} ${decision.url}`;
    case 'gone':
      return `gone ${decision.reason}`;
    case 'password':
    case 'limited':
    case 'unknown':
      return decision.kind;
    default:
      return `${decision.kind} ${decision.url}`;
  }
}

function rules(...list: LinkRule[]): Pick<Link, 'rules'> {
  return { rules: list };
}
function place(where: string): RuleOf<'location'> {
  const [country = '', region = ''] = where.split('-');
  return {
    kind: 'location',
    country,
    region,
    location: where.toLowerCase(),
    link: `https://${where.toLowerCase()}.example/`,
  };
}
const device = (name: DeviceName): LinkRule => ({ kind: 'device', device: name, link: `https://${name}.example/` });
const language = (name: string): LinkRule => ({
  kind: 'language',
  language: name,
  link: `https://${name}.example/`,
});
const parameter = (name: string, value: string) => ({ name, value });

const DISABLED: Partial<Link> = { status: 'disabled' };
const LATER: Partial<Link> = { startsAt: NOON + 1 };
const ENDED: Partial<Link> = { expiresAt: NOON };
const SPENT: Partial<Link> = { maxClicks: 3, spentClicks: 3 };
const LIMITED: Partial<Link> = { maxClicks: 3, spentClicks: 2 };
const LOCKED: Partial<Link> = { passwordHash: 'hash' };
const META: Partial<Link> = { metaTitle: 'Sale' };
const AFTER: Partial<Link> = { expiryUrl: 'https://after.example/' };
const OPENED: TestVisitor = { opened: '7:hash' };
const ALL = rules(place('CA'), device('iphone'), device('windows'), language('de'), language('fr'));
const TRACKED: Partial<Link> = { parameters: [parameter('utm', 'x')] };

type Row = [rule: string, link: Partial<Link>, visitor: TestVisitor, expected: string];

const times: Row[] = [
  ['a plain link redirects', {}, {}, `302 ${OWN}`],
  ['a disabled one is gone', DISABLED, {}, 'gone disabled'],
  ['a disabled one never leads to expiry_url', { ...DISABLED, ...AFTER }, {}, 'gone disabled'],
  ['before its start a link is unknown', LATER, {}, 'unknown'],
  ['at its start it redirects', { startsAt: NOON }, {}, `302 ${OWN}`],
  ['after its start it redirects', { startsAt: NOON - 1 }, {}, `302 ${OWN}`],
  ['before its expiry it redirects', { expiresAt: NOON + 1 }, {}, `302 ${OWN}`],
  ['at its expiry it has ended', ENDED, {}, 'gone expired'],
  ['after its expiry it has ended', { expiresAt: NOON - 1 }, {}, 'gone expired'],
  ['an ended one leads to expiry_url', { ...ENDED, ...AFTER }, {}, '302 https://after.example/'],
  ['to expiry_url always by 302', { ...ENDED, ...AFTER, redirectCode: 301 }, {}, '302 https://after.example/'],
  ['the visitor’s query is not for expiry_url', { ...ENDED, ...AFTER }, { query: 'a=1' }, '302 https://after.example/'],
  ['parameters are not for expiry_url', { ...ENDED, ...AFTER, ...TRACKED }, {}, '302 https://after.example/'],
  ['expiry_url alone ends nothing', AFTER, {}, `302 ${OWN}`],
  ['with a click left it redirects', { maxClicks: 3, spentClicks: 2 }, {}, `302 ${OWN}`],
  ['with all clicks spent it has ended', SPENT, {}, 'gone expired'],
  ['with more spent than there are now it has ended', { maxClicks: 3, spentClicks: 9 }, {}, 'gone expired'],
  ['a spent one leads to expiry_url', { ...SPENT, ...AFTER }, {}, '302 https://after.example/'],
  ['clicks without a limit end nothing', { spentClicks: 9 }, {}, `302 ${OWN}`],
  ['a link may use up its clicks before its expiry', { ...SPENT, expiresAt: NOON + 1 }, {}, 'gone expired'],
];

const order: Row[] = [
  ['disabled comes before starts', { ...DISABLED, ...LATER }, {}, 'gone disabled'],
  ['disabled comes before expiry', { ...DISABLED, ...ENDED }, {}, 'gone disabled'],
  ['disabled comes before the password', { ...DISABLED, ...LOCKED }, {}, 'gone disabled'],
  ['starts comes before expiry', { ...LATER, ...ENDED }, {}, 'unknown'],
  ['starts comes before the clicks', { ...LATER, ...SPENT }, {}, 'unknown'],
  ['starts comes before the password', { ...LATER, ...LOCKED }, {}, 'unknown'],
  ['expiry comes before the password', { ...ENDED, ...LOCKED }, {}, 'gone expired'],
  ['the clicks come before the password', { ...SPENT, ...LOCKED }, {}, 'gone expired'],
  ['an unlocked link also ends', { ...ENDED, ...LOCKED }, OPENED, 'gone expired'],
  ['the password comes before rules', { ...LOCKED, ...ALL }, { place: 'CA' }, 'password'],
  ['the password comes before the type', { ...LOCKED, type: 'frame' }, {}, 'password'],
  ['the password comes before the crawler’s page', { ...LOCKED, ...META }, { isCrawler: true }, 'password'],
  ['a locked link asks', LOCKED, {}, 'password'],
  ['an unlocked one redirects', LOCKED, OPENED, `302 ${OWN}`],
  ['the cookie of another link unlocks nothing', LOCKED, { opened: '8:hash' }, 'password'],
  ['the cookie of another password unlocks nothing', LOCKED, { opened: '7:older' }, 'password'],
];

const targets: Row[] = [
  [
    'geo comes before device and language',
    ALL,
    { place: 'CA', device: 'iphone', reads: ['de'] },
    '302 https://ca.example/',
  ],
  ['device comes before language', ALL, { device: 'windows', reads: ['de'] }, '302 https://windows.example/'],
  ['language comes last', ALL, { device: 'linux', reads: ['de'] }, '302 https://de.example/'],
  ['without a match the link’s own destination counts', ALL, { device: 'linux', reads: ['es'] }, `302 ${OWN}`],
  ['the visitor’s order of languages decides', ALL, { reads: ['fr', 'de'] }, '302 https://fr.example/'],
  [
    'of two matching devices the first in the list counts',
    rules(device('mobile'), device('iphone')),
    { device: 'iphone' },
    '302 https://mobile.example/',
  ],
  [
    'a region comes before its country, whatever their order',
    rules(place('CA'), place('CA-quebec')),
    { place: 'CA-quebec' },
    '302 https://ca-quebec.example/',
  ],
  [
    'a country matches visitors whom no region matches',
    rules(place('CA-quebec'), place('CA')),
    { place: 'CA-ontario' },
    '302 https://ca.example/',
  ],
  [
    'a region alone does not match the rest of its country',
    rules(place('CA-quebec')),
    { place: 'CA-ontario' },
    `302 ${OWN}`,
  ],
  [
    'a region’s name in another country is another region',
    rules(place('CA-quebec')),
    { place: 'FR-quebec' },
    `302 ${OWN}`,
  ],
  ['an unknown place is in no country', rules(place('CA')), { place: '' }, `302 ${OWN}`],
  ['a location rule gets the parameters', { ...ALL, ...TRACKED }, { place: 'CA' }, '302 https://ca.example/?utm=x'],
  [
    'a device rule gets the visitor’s query',
    ALL,
    { device: 'iphone', query: 'a=1' },
    '302 https://iphone.example/?a=1',
  ],
  ['a rule has the link’s redirect code', { ...ALL, redirectCode: 307 }, { place: 'CA' }, '307 https://ca.example/'],
];

const queries: Row[] = [
  ['parameters are set', TRACKED, {}, `302 ${OWN}?utm=x`],
  ['parameters replace the destination’s', { ...TRACKED, url: `${OWN}?utm=old&b=2` }, {}, `302 ${OWN}?b=2&utm=x`],
  ['parameters replace the visitor’s', TRACKED, { query: 'utm=visitor' }, `302 ${OWN}?utm=x`],
  ['the visitor’s query is forwarded', {}, { query: 'a=1&b=2' }, `302 ${OWN}?a=1&b=2`],
  ['but not a name that the destination has', { url: `${OWN}?a=0` }, { query: 'a=1&b=2' }, `302 ${OWN}?a=0&b=2`],
  ['the visitor’s comes after the parameters', TRACKED, { query: 'b=2' }, `302 ${OWN}?utm=x&b=2`],
  ['it goes before the fragment', { url: `${OWN}#part` }, { query: 'a=1' }, `302 ${OWN}?a=1#part`],
  ['with forward_query off it is not forwarded', { isQueryForwarded: false }, { query: 'a=1' }, `302 ${OWN}`],
  ['off leaves the parameters', { ...TRACKED, isQueryForwarded: false }, { query: 'a=1' }, `302 ${OWN}?utm=x`],
  [
    'a destination in the query is only a value',
    {},
    { query: 'url=//evil.example' },
    `302 ${OWN}?url=%2F%2Fevil.example`,
  ],
  ['an unlocked link forwards the query too', LOCKED, { ...OPENED, query: 'a=1' }, `302 ${OWN}?a=1`],
];

const kinds: Row[] = [
  ['301 stays 301', { redirectCode: 301 }, {}, `301 ${OWN}`],
  ['307 stays 307', { redirectCode: 307 }, {}, `307 ${OWN}`],
  ['308 stays 308', { redirectCode: 308 }, {}, `308 ${OWN}`],
  ['a code with options stays', { redirectCode: 308, expiresAt: NOON + 1 }, {}, `308 ${OWN}`],
  ['frame shows the destination', { type: 'frame' }, {}, `frame ${OWN}`],
  ['splash shows the destination', { type: 'splash' }, {}, `splash ${OWN}`],
  ['without its splash page a link redirects', { type: 'splash', interstitialId: 5 }, {}, `302 ${OWN}`],
  ['without its overlay a link redirects', { type: 'overlay', interstitialId: 5 }, {}, `302 ${OWN}`],
  [
    'frame shows the chosen destination with its query',
    { ...ALL, type: 'frame' },
    { place: 'CA', query: 'a=1' },
    'frame https://ca.example/?a=1',
  ],
  ['splash shows the parameters', { ...TRACKED, type: 'splash' }, {}, `splash ${OWN}?utm=x`],
  ['an ended frame is gone', { ...ENDED, type: 'frame' }, {}, 'gone expired'],
  ['an ended splash redirects to expiry_url', { ...ENDED, ...AFTER, type: 'splash' }, {}, '302 https://after.example/'],
  ['a crawler reads the page of a link with a title', META, { isCrawler: true }, `social ${OWN}`],
  ['with a description', { metaDescription: 'd' }, { isCrawler: true }, `social ${OWN}`],
  ['with a picture', { metaImage: 'https://img.example/a.png' }, { isCrawler: true }, `social ${OWN}`],
  ['a crawler is redirected without preview texts', {}, { isCrawler: true }, `302 ${OWN}`],
  ['the private description is not for crawlers', { description: 'mine' }, { isCrawler: true }, `302 ${OWN}`],
  ['a person is redirected by a link with a title', META, {}, `302 ${OWN}`],
  ['a crawler reads the page of a frame', { ...META, type: 'frame' }, { isCrawler: true }, `social ${OWN}`],
  ['a crawler finds an ended link gone', { ...META, ...ENDED }, { isCrawler: true }, 'gone expired'],
  ['a crawler finds a disabled link gone', { ...META, ...DISABLED }, { isCrawler: true }, 'gone disabled'],
];

const limits: Row[] = [
  ['a person is redirected by a link with clicks left', LIMITED, {}, `302 ${OWN}`],
  ['a crawler is not redirected', LIMITED, { isCrawler: true }, 'limited'],
  ['nor any other bot', LIMITED, { isBot: true }, 'limited'],
  ['whatever the link would show', { ...LIMITED, ...META, type: 'frame' }, { isCrawler: true }, 'limited'],
  ['wherever it would lead', { ...LIMITED, ...ALL }, { isBot: true, place: 'CA' }, 'limited'],
  ['without a limit a bot is redirected', {}, { isBot: true }, `302 ${OWN}`],
  ['a bot finds a used-up link gone', SPENT, { isBot: true }, 'gone expired'],
  ['or is redirected to expiry_url', { ...SPENT, ...AFTER }, { isBot: true }, '302 https://after.example/'],
  ['before its start the link is unknown', { ...LIMITED, ...LATER }, { isBot: true }, 'unknown'],
  ['a bot is asked for the password', { ...LIMITED, ...LOCKED }, { isBot: true }, 'password'],
  ['and learns nothing with it', { ...LIMITED, ...LOCKED }, { ...OPENED, isBot: true }, 'limited'],
];

for (const [subject, rows] of Object.entries({ times, order, targets, queries, kinds, limits })) {
  describe(`decide: ${subject}`, () => {
    test.each(rows)('%s', (_, link, visitor, expected) => {
      expect(write(decide(snapshotOfLink({ ...PLAIN, ...link }), visitorOf(visitor), NOON))).toBe(expected);
    });
  });
}

test.each<[route: RouteName | undefined, link: Partial<Link>, visitor: TestVisitor]>([
  ['default', {}, {}],
  ['default', ALL, { device: 'linux', reads: ['es'] }],
  ['geo', ALL, { place: 'CA', device: 'iphone' }],
  ['device', { ...ALL, type: 'frame' }, { device: 'iphone', reads: ['de'] }],
  ['language', { ...ALL, type: 'splash' }, { reads: ['de'] }],
  ['language', { ...ALL, ...META }, { reads: ['fr'], isCrawler: true }],
  [undefined, { ...ALL, ...ENDED, ...AFTER }, { place: 'CA' }],
  [undefined, { ...ALL, ...LOCKED }, { place: 'CA' }],
])('the route is %p for %p and %p', (route, link, visitor) => {
  const decision = decide(snapshotOfLink({ ...PLAIN, ...link }), visitorOf(visitor), NOON);
  expect('route' in decision ? decision.route : undefined).toBe(route);
});

test('a plain link reads only the query of its visitor', () => {
  const refuse = () => {
    throw new Error('was asked');
  };
  const silent = {
    isIn: refuse,
    userAgent: refuse,
    prefers: refuse,
    isPerson: refuse,
    isSocialCrawler: refuse,
    hasUnlocked: refuse,
    pixelChoice: refuse,
    query: '',
  };
  expect(write(decide(snapshotOfLink(PLAIN), silent, NOON))).toBe(`302 ${OWN}`);
});

test('once a rule matches, no further properties of the visitor are read', () => {
  const asked: string[] = [];
  const visitor = visitorOf({ place: 'CA' });
  const watched: LinkVisitor = {
    ...visitor,
    userAgent: () => String(asked.push('user agent')),
    prefers: (languages) => asked.push(...languages),
  };
  expect(write(decide(snapshotOfLink({ ...PLAIN, ...ALL }), watched, NOON))).toBe('302 https://ca.example/');
  expect(asked).toEqual([]);
});
