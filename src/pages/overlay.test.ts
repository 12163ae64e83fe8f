import { describe, expect, test } from 'bun:test';
import { type OverlayFacts, overlayBeforePage, overlayPage } from './overlay.ts';
import type { OverlayLook } from './overlay-card.ts';
import { type OverlayContent, overlayPositions } from './overlay-content.ts';
import { splashPage } from './splash.ts';

const DESTINATION = 'https://www.example.com/spring';
const ORIGIN = 'https://www.example.com';
const NO_COLORS = { background: null, foreground: null, accent: null };
const COLORS = { background: 'rgb(20,40,120)', foreground: 'rgb(255,255,255)', accent: 'rgb(255,200,0)' };
const PICTURE = { src: '/file/x.png', width: 300, height: 200 };

const MESSAGE: OverlayContent = { type: 'message', text: 'Look', button: null, button_url: null };
const NEWS: OverlayContent = { type: 'newsletter', text: null, button: null, thanks: null };
const IMAGE: OverlayContent = { type: 'image', alt: null, link: null };
const COUPON: OverlayContent = { type: 'coupon', text: 'x', code: 'SPRING', button: null, button_url: null };

function factsOf(content: OverlayContent, look: Partial<OverlayLook> = {}): OverlayFacts {
  const rest = { colors: NO_COLORS, delaySeconds: 0, isDismissable: true, picture: null, logo: null };
  const form = { action: '/cta/s', address: 'http://localhost:3000/cta/s', token: 'm' };
  return {
    destination: DESTINATION,
    title: '',
    form,
    look: { name: 'Mine', content, position: 'bottom', ...rest, ...look },
  };
}

function show(content: OverlayContent, look: Partial<OverlayLook> = {}) {
  const response = overlayPage('en', factsOf(content, look), ORIGIN);
  return { response, policy: response.headers.get('Content-Security-Policy') ?? '' };
}

async function dialogOf(content: OverlayContent, look: Partial<OverlayLook> = {}): Promise<string> {
  const text = await show(content, look).response.text();
  return /<dialog[\s\S]*<\/dialog>/.exec(text)?.[0] ?? '';
}

describe('an overlay', () => {
  test('has an accessible name, works without JavaScript, and has a close button', async () => {
    for (const position of overlayPositions) {
      const dialog = await dialogOf(MESSAGE, { position });
      expect(dialog).toContain(`<dialog open class="overlay ${position} of-message" aria-labelledby="says"`);
      expect(dialog).toContain('id="says">Look</p>');
      expect(dialog).toMatch(/<form class="shut" method="dialog"><button value="close" aria-label="Close">/);
      expect(dialog.includes('data-modal')).toBe(position === 'center');
    }
  });

  test('that cannot be closed still offers a way to the destination', async () => {
    const look = { isDismissable: false, position: 'center' as const };
    const dialog = await dialogOf(NEWS, look);
    expect(dialog).not.toContain('class="shut"');
    expect(dialog).toContain('data-fixed');
    expect(dialog).toContain(`<p class="past"><a href="${DESTINATION}"`);
    expect(await dialogOf(NEWS, { ...look, position: 'top' })).not.toContain('class="past"');
  });

  test('passes only the delay to its script', async () => {
    const scriptOf = async (look: Partial<OverlayLook>) =>
      (await show(MESSAGE, look).response.text()).split('<script>')[1] ?? '';
    expect(await dialogOf(MESSAGE, { delaySeconds: 9 })).toContain('data-delay="9"');
    expect(await scriptOf({ delaySeconds: 9 })).toBe(await scriptOf({ position: 'top' }));
  });

  test('allows connections only if it has a form, and pictures only if it has some', () => {
    expect(show(MESSAGE).policy).not.toMatch(/connect-src|img-src 'self'/);
    expect(show(MESSAGE).policy).toContain("form-action 'none'");
    expect(show(NEWS).policy).toMatch(/connect-src http:\/\/localhost:3000\/cta\/\w+;/);
    expect(show(NEWS).policy).toContain("form-action 'self'");
    expect(show(MESSAGE, { logo: PICTURE }).policy).toContain("img-src 'self' data:;");
  });

  test('has a button with a link, a button that closes it, or none', async () => {
    const withButton = (button: string | null, button_url: string | null) =>
      dialogOf({ ...MESSAGE, button, button_url } as OverlayContent);
    expect(await withButton('Go', 'https://shop.example/')).toContain(
      '<a class="button" href="https://shop.example/" rel="nofollow">Go</a>',
    );
    expect(await withButton(null, 'https://shop.example/')).toContain('>Learn more</a>');
    expect(await withButton('Got it', null)).toContain('<button class="button" value="seen">Got it</button>');
    expect(await withButton(null, null)).not.toContain('class="button"');
  });

  test('an overlay before its destination has no button that only closes it', async () => {
    const facts = factsOf({ ...MESSAGE, button: 'Got it', button_url: null } as OverlayContent);
    const text = await overlayBeforePage('en', facts).text();
    expect(text).not.toContain('Got it');
    expect(text).toContain(`<a class="button" href="${DESTINATION}" rel="nofollow">Continue</a>`);
  });

  test('an image has an alternative text, and is a link if it has a URL', async () => {
    const plain = await dialogOf(IMAGE, { picture: PICTURE });
    expect(plain).toContain('<img class="poster" src="/file/x.png" width="300" height="200" alt="Mine">');
    const linked = await dialogOf({ ...IMAGE, alt: 'A hill', link: 'https://shop.example/' } as OverlayContent, {
      picture: PICTURE,
    });
    expect(linked).toMatch(/<a class="posted" href="https:\/\/shop\.example\/"[^>]*><img [^>]*alt="A hill">/);
  });

  test('a coupon code can be copied by hand, and with a button once the script runs', async () => {
    const dialog = await dialogOf(COUPON);
    expect(dialog).toMatch(/<code class="code">SPRING<\/code><button class="copy" type="button" hidden/);
  });

  test('has German texts for German readers', async () => {
    const text = await overlayPage('de', factsOf(NEWS), ORIGIN).text();
    for (const word of ['Schließen', 'Newsletter abonnieren', 'Abonnieren']) expect(text).toContain(word);
  });
});

describe('the largest pages', () => {
  const long = 'Wörter '.repeat(142);
  const answers = Array.from({ length: 10 }, (_, index) => `${index}${'ä'.repeat(99)}`);
  const all = { colors: COLORS, picture: PICTURE, logo: PICTURE };
  const poll = factsOf({ type: 'poll', question: 'q'.repeat(200), answers, thanks: null }, all);
  const contact = factsOf(
    { type: 'contact', text: long, fields: ['name', 'email', 'message'], button: 'b'.repeat(40), thanks: null },
    all,
  );
  const look = { title: 't'.repeat(120), text: long, button: 'b'.repeat(40), ...all };
  const builds: [name: string, build: () => Response][] = [
    ['overlay with a poll', () => overlayPage('de', poll, ORIGIN)],
    ['overlay with a contact form', () => overlayPage('de', contact, ORIGIN)],
    ['overlay before its destination', () => overlayBeforePage('de', contact)],
    ['splash page', () => splashPage('de', { destination: DESTINATION, title: 'x', seconds: 60, look })],
  ];

  test.each(builds)('%s is at most 20 KB', async (_, build) => {
    expect(Buffer.byteLength(await build().text())).toBeLessThan(20_000);
  });

  test.each(builds)('%s is built in less than 200 microseconds of processor time', (_, build) => {
    const times = 300;
    // The fastest round, because a shared processor core makes the others slower.
    const costs = Array.from({ length: 10 }, () => {
      const before = process.cpuUsage();
      for (let count = 0; count < times; count += 1) build();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / times;
    });
    expect(Math.min(...costs)).toBeLessThan(200);
  });
});
