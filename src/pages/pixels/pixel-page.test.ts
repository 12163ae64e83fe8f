import { describe, expect, test } from 'bun:test';
import { escapeHtml } from '../../lib/html.ts';
import { consentPage } from '../consent.ts';
import { framePage } from '../frame.ts';
import { splashPage } from '../splash.ts';
import { pixelPage } from './pixel-page.ts';
import { buildTags } from './pixel-tags.ts';

const DESTINATION = 'https://www.example.com/a?b=1&c=2';
const TAGS = buildTags([
  { vendor: 'socialapixel', tag: '123456789012345' },
  { vendor: 'imageboard', tag: '2612345678901' },
]);

function policyOf({ headers }: Response): string {
  return headers.get('Content-Security-Policy') ?? '';
}

describe('the pixel page', () => {
  test('without JavaScript it redirects at once, and has a link to click', async () => {
    const page = await pixelPage('en', { destination: DESTINATION, title: '' }, TAGS).text();
    const href = escapeHtml(DESTINATION);
    expect(page).toContain(`<noscript><meta http-equiv="refresh" content="0;url=${href}"></noscript>`);
    expect(page).toContain(`<a id="go" href="${href}" rel="nofollow">Continue</a>`);
    expect(await pixelPage('de', { destination: DESTINATION, title: '' }, TAGS).text()).toContain('>Weiter</a>');
  });

  test('the timeout starts before any tag runs', async () => {
    const page = await pixelPage('en', { destination: DESTINATION, title: '' }, TAGS).text();
    expect(page.indexOf('setTimeout(')).toBeLessThan(page.indexOf('data-tags'));
    expect(page).toContain(',1500)');
  });

  test('its title is that of the link, or the host', async () => {
    const titleOf = async (title: string) =>
      /<title>(.*)<\/title>/.exec(await pixelPage('en', { destination: DESTINATION, title }, TAGS).text())?.[1];
    expect([await titleOf(''), await titleOf('Sale')]).toEqual(['www.example.com', 'Sale']);
  });

  test('it is neither cached nor indexed, and the destination gets our origin as referrer', () => {
    const { headers } = pixelPage('en', { destination: DESTINATION, title: '' }, TAGS);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
    const splash = splashPage('en', { destination: DESTINATION, title: '', seconds: 5 });
    expect(headers.get('Referrer-Policy')).toBe(splash.headers.get('Referrer-Policy'));
  });
});

describe.each([
  ['frame', (tags?: typeof TAGS) => framePage('en', { destination: DESTINATION, title: '' }, tags)],
  ['splash page', (tags?: typeof TAGS) => splashPage('en', { destination: DESTINATION, title: '', seconds: 5 }, tags)],
] as const)('a %s', (_, build) => {
  test('accepts the same tags, and its policy adds exactly what they need', async () => {
    const [bare, full] = [build(), build(TAGS)];
    const sourcesOf = (policy: string) => new Set(policy.split(/; | /));
    const added = sourcesOf(policyOf(full)).difference(sourcesOf(policyOf(bare)));
    const needed = Object.entries(TAGS.sources).flatMap(([name, sources]) => [`${name}-src`, ...sources]);
    expect(added).toEqual(new Set(needed).difference(sourcesOf(policyOf(bare))));
    expect(policyOf(bare)).not.toContain('connect-src');
    expect((await full.text()).replace(TAGS.content.text, '')).toBe(await bare.text());
  });

  test('without pixels it does not change', async () => {
    const [bare, empty] = [build(), build(buildTags([]))];
    expect(policyOf(empty)).toBe(policyOf(bare));
    expect(await empty.text()).toBe(await bare.text());
  });
});

describe('the consent page', () => {
  const facts = { action: '/s?a=1', vendors: ['Meta', 'Reddit', 'X'], from: 'https://news.example/today' };

  test('names every vendor and posts its answer to the same URL, with the referrer of the visit', async () => {
    const page = await consentPage('en', facts).text();
    expect(page).toContain('use Meta, Reddit, and X to measure');
    expect(page).toContain('<form method="post" action="/s?a=1">');
    expect(page).toContain('<input type="hidden" name="from" value="https://news.example/today">');
    expect(await consentPage('de', facts).text()).toContain('mit Meta, Reddit und X Besuche');
  });

  test('its two buttons differ only in their label', async () => {
    const page = await consentPage('en', facts).text();
    const buttons = [...page.matchAll(/<button ([^>]*)>([^<]*)<\/button>/g)].map(([, ...parts]) => parts);
    expect(buttons).toEqual([
      ['class="button" name="pixels" value="decline"', 'Decline'],
      ['class="button" name="pixels" value="allow"', 'Allow'],
    ]);
    expect(page).not.toContain('<script');
    expect(page).not.toContain('autofocus');
  });

  test('its form may redirect to any host, and sends our origin', () => {
    const { headers } = consentPage('en', facts);
    expect(headers.get('Content-Security-Policy')).toContain('form-action http: https:;');
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
  });
});
