import { expect, test } from 'bun:test';
import { NOON, OWN, PLAIN, visitorOf as plainVisitor } from '../../test/support/plain-link.ts';
import type { VisitedLink } from '../resources/links/link.ts';
import { decide, isFollowed } from './decide.ts';
import { bytesOfLink, carriesPixel, snapshotOfLink } from './snapshot.ts';
import type { LinkVisitor, PixelChoice } from './visitor.ts';

const PIXELS: Partial<VisitedLink> = {
  pixels: [
    { id: 3, type: 'fbpixel', tag: '123456789012345' },
    { id: 5, type: 'socialapixel', tag: '999999999999999' },
    { id: 9, type: 'reddit', tag: 't2_a1b2c3d4' },
  ],
};
const CANADA = {
  kind: 'location' as const,
  country: 'CA',
  region: '',
  location: 'canada',
  link: 'https://ca.example/',
};
const UNFRAMED: Partial<VisitedLink> = { type: 'frame', unframed: [CANADA.link] };

/** A visitor from a country for whom pixels fire or not, or who must be asked. */
function visitorOf(pixels: PixelChoice, country = 'US', asked: string[] = []): LinkVisitor {
  return {
    ...plainVisitor({ place: country, query: 'a=1' }),
    pixelChoice(vendors) {
      asked.push(...vendors);
      return pixels;
    },
  };
}

/** The decision as one line: kind, destination, and the ids that fire or are asked about. */
function write(link: Partial<VisitedLink>, visitor: LinkVisitor): string {
  const decision = decide(snapshotOfLink({ ...PLAIN, ...link }), visitor, NOON);
  const { kind, url = '', pixels = [] } = { url: undefined, pixels: undefined, ...decision };
  return [kind, url.replace('?a=1', ''), ...pixels.map(({ tag }) => tag.slice(0, 3))].filter(Boolean).join(' ');
}

const FIRING = '123 999 t2_';

test.each<[string, Partial<VisitedLink>, PixelChoice, string]>([
  ['pixels fire in a page of their own', PIXELS, 'fire', `pixels ${OWN} ${FIRING}`],
  ['or not at all', PIXELS, 'skip', `redirect ${OWN}`],
  ['or the visitor is asked', PIXELS, 'ask', `consent ${OWN} ${FIRING}`],
  ['they fire in a frame', { ...PIXELS, type: 'frame' }, 'fire', `frame ${OWN} ${FIRING}`],
  ['they fire in a splash page', { ...PIXELS, type: 'splash' }, 'fire', `splash ${OWN} ${FIRING}`],
  ['a frame without them stays a frame', { ...PIXELS, type: 'frame' }, 'skip', `frame ${OWN}`],
  ['the question comes before a splash page', { ...PIXELS, type: 'splash' }, 'ask', `consent ${OWN} ${FIRING}`],
  ['a link without pixels asks nothing', {}, 'ask', `redirect ${OWN}`],
  ['a password comes before them', { ...PIXELS, passwordHash: 'hash' }, 'fire', 'password'],
  ['and before the question', { ...PIXELS, passwordHash: 'hash' }, 'ask', 'password'],
  ['a disabled link fires nothing', { ...PIXELS, status: 'disabled' }, 'fire', 'gone'],
  ['nor does one that has ended', { ...PIXELS, expiresAt: NOON, expiryUrl: OWN }, 'fire', `redirect ${OWN}`],
  ['what cannot be framed is redirected to', { type: 'frame', unframed: [OWN] }, 'fire', `redirect ${OWN}`],
  ['by a page where pixels fire', { ...PIXELS, type: 'frame', unframed: [OWN] }, 'fire', `pixels ${OWN} ${FIRING}`],
  ['another unframeable destination changes nothing', UNFRAMED, 'fire', `frame ${OWN}`],
  ['nor does it to a splash page', { type: 'splash', unframed: [OWN] }, 'fire', `splash ${OWN}`],
])('%s', (_, link, choice, expected) => {
  expect(write(link, visitorOf(choice))).toBe(expected);
});

test('each destination has its own framing result', () => {
  const link = { ...UNFRAMED, rules: [CANADA] };
  expect(write(link, visitorOf('skip', 'US'))).toBe(`frame ${OWN}`);
  expect(write(link, visitorOf('skip', 'CA'))).toBe(`redirect ${CANADA.link}`);
});

test('a visitor is asked about vendors by the names of the API reference', () => {
  const asked: string[] = [];
  write(PIXELS, visitorOf('ask', 'US', asked));
  expect(asked).toEqual(['socialapixel', 'socialapixel', 'forum']);
});

test('a question is not a click; a page that fires pixels is one', () => {
  const snapshot = snapshotOfLink({ ...PLAIN, ...PIXELS });
  const counted = (['fire', 'skip', 'ask'] as const).map((choice) =>
    isFollowed(decide(snapshot, visitorOf(choice), 0)),
  );
  expect(counted).toEqual([true, true, false]);
});

test('a snapshot has its pixels and counts their size; a plain link has no options', () => {
  const plain = snapshotOfLink(PLAIN);
  const carrying = snapshotOfLink({ ...PLAIN, ...PIXELS });
  expect(plain.options).toBeNull();
  expect([3, 5, 9, 4].map((id) => carriesPixel(carrying, id))).toEqual([true, true, true, false]);
  expect(carriesPixel(plain, 3)).toBe(false);
  expect(bytesOfLink(carrying)).toBeGreaterThan(bytesOfLink(snapshotOfLink({ ...PLAIN, type: 'splash' })));
});
