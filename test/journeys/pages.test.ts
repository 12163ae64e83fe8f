import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { addAccount } from '../support/add-account.ts';
import { openBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { DESTINATION, stubRedirectedDestination, visitPage } from '../support/visit-page.ts';
import { words, wordsInGerman } from '../support/words.ts';

const LINKS = [
  { custom: 'secret', url: `${DESTINATION}/treasure`, password: 'open sesame', metatitle: 'Map of the treasure' },
  { custom: 'framed', url: `${DESTINATION}/inside`, type: 'frame', metatitle: 'Spring at our place' },
  { custom: 'splash', url: `${DESTINATION}/later`, type: 'splash', metatitle: 'A title of the link’s own' },
  { custom: 'off', url: `${DESTINATION}/off`, status: 'disabled' },
  { custom: 'over', url: `${DESTINATION}/over`, expiry: '2020-01-01 00:00:00' },
  { custom: 'shop', url: 'https://www.shop.example.co.uk:8443/spring/sale?color=green', metatitle: 'Spring sale' },
  { custom: 'lookalike', url: 'https://xn--pple-43d.com/login' },
  {
    custom: 'social',
    url: `${DESTINATION}/story`,
    metatitle: 'A story with "quotes" & <signs>',
    metadescription: 'What it is about',
    metaimage: 'https://pictures.example/story.png',
  },
];

let browser: Browser;
let server: ServerProcess;

beforeAll(async () => {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000' };
  const apikey = await addAccount(environment);
  [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
  for (const link of LINKS) {
    const headers = { Authorization: `Bearer ${apikey}` };
    const answer = await server.fetch('/api/url/add', { method: 'POST', headers, body: JSON.stringify(link) });
    expect(await answer.json()).toMatchObject({ error: 0 });
  }
});
afterAll(() => server.end());

/** Waits until the destination itself is shown. */
async function arrive(page: Page, path: string): Promise<void> {
  await page.waitForURL(DESTINATION + path);
  expect(await page.textContent('h1')).toBe('The destination itself');
}

function visit(
  path: string,
  options: BrowserContextOptions,
  look: (page: Page, response: Response) => Promise<void>,
): Promise<void> {
  return visitPage(browser, server.url, path, { ...options, prepare: stubRedirectedDestination }, look);
}

const WITHOUT_SCRIPT = { javaScriptEnabled: false };

/** Headers and body of a response: everything that a visitor could read. */
async function sourceOf(response: Response): Promise<string> {
  return JSON.stringify(await response.allHeaders()) + (await response.text());
}

test('a password opens a link without JavaScript, and nothing before that reveals the destination', async () => {
  await visit('/secret', WITHOUT_SCRIPT, async (page, first) => {
    expect(first.status()).toBe(200);
    expect(await sourceOf(first)).not.toMatch(/destination\.example|treasure/);
    await page.locator('#password:focus').waitFor();

    await page.keyboard.type('open Sesame');
    const [second] = await Promise.all([page.waitForResponse(`${server.url}/secret`), page.keyboard.press('Enter')]);
    expect(second.status()).toBe(403);
    expect(await page.textContent('[role=alert]')).toContain(words.pages.password.wrong);
    await page.locator('#password:focus').waitFor();
    expect(await sourceOf(second)).not.toMatch(/destination\.example|treasure/);

    await page.fill('#password', 'open sesame');
    await page.click('button');
    await arrive(page, '/treasure');

    // The browser now has a cookie that opens this link.
    await page.goto(`${server.url}/secret`);
    await arrive(page, '/treasure');
  });
  await visit('/secret+', WITHOUT_SCRIPT, async (page, response) => {
    expect(await sourceOf(response)).not.toMatch(/destination\.example|treasure/);
    expect(await page.textContent('h1')).toBe(words.pages.preview.protected.heading);
  });
});

test('a frame shows the destination under our title and URL', async () => {
  await visit('/framed', {}, async (page) => {
    expect(await page.frameLocator('iframe').locator('h1').textContent()).toBe('The destination itself');
    expect(await page.title()).toBe('Spring at our place');
    expect(page.url()).toBe(`${server.url}/framed`);
    const { width, height } = (await page.locator('iframe').boundingBox()) ?? {};
    expect({ width, height }).toEqual(page.viewportSize() as { width: number; height: number });
  });
});

test('a splash page counts down and redirects automatically', async () => {
  await visit('/splash', {}, async (page) => {
    expect(await page.textContent('h1')).toBe('destination.example');
    expect(await page.textContent('.count')).toBe('10');
    await page.locator('.count', { hasText: /^9$/ }).waitFor();
    await page.evaluate('document.getAnimations().forEach((clock) => clock.updatePlaybackRate(20))');
    await arrive(page, '/later');
  });
});

test('a visitor can stay on a splash page', async () => {
  await visit('/splash', {}, async (page) => {
    await page.click('.stay');
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    expect(await page.isVisible('.count')).toBe(false);
    await page.locator('.go:focus').waitFor();
    await page.keyboard.press('Enter');
    await arrive(page, '/later');
  });
});

test('the button of a splash page works without JavaScript', async () => {
  await visit('/splash', WITHOUT_SCRIPT, async (page) => {
    expect(await page.isVisible('.count')).toBe(false);
    expect(await page.isVisible('.stay')).toBe(false);
    await page.click('.go');
    await arrive(page, '/later');
  });
});

for (const [path, status, heading] of [
  ['/off', 410, words.pages.disabled.heading],
  ['/over', 410, words.pages.expired.heading],
  ['/no-such-link', 404, words.pages.notFound.heading],
] as const) {
  test(`${path} has status ${status} and its own heading`, async () => {
    await visit(path, {}, async (page, response) => {
      expect(response.status()).toBe(status);
      expect(await page.textContent('h1')).toBe(heading);
      expect(await page.title()).toBe(heading);
      expect(await sourceOf(response)).not.toContain('destination.example');
    });
  });
}

test('a preview shows the host with its registered domain in bold, and does not redirect', async () => {
  await visit('/shop+', {}, async (page) => {
    expect(await page.textContent('h1')).toBe('www.shop.example.co.uk:8443');
    expect(await page.textContent('h1 b')).toBe('example.co.uk');
    expect(await page.textContent('.path')).toBe('/spring/sale?color=green');
    expect(await page.textContent('dl')).toContain('Spring sale');
    expect(await page.locator('.caution').count()).toBe(0);
    expect(await page.locator('a').count()).toBe(1);
    expect(await page.getAttribute('a.button', 'href')).toBe(`${server.url.replace('127.0.0.1', 'localhost')}/shop`);
  });
});

test('a preview warns about a domain that may look like another', async () => {
  await visit('/lookalike+', {}, async (page) => {
    expect(await page.textContent('h1 b')).toBe('xn--pple-43d.com');
    expect(await page.textContent('.caution')).toContain('xn--');
  });
});

test('the crawler of a social network reads the social card; a person is redirected', async () => {
  await visit('/social', { userAgent: 'facebookexternalhit/1.1' }, async (page, response) => {
    expect(response.status()).toBe(200);
    expect(page.url()).toBe(`${server.url}/social`);
    const content = (name: string) => page.getAttribute(`meta[property="og:${name}"]`, 'content');
    expect(await content('title')).toBe('A story with "quotes" & <signs>');
    expect(await content('description')).toBe('What it is about');
    expect(await content('image')).toBe('https://pictures.example/story.png');
    expect(await page.getAttribute('a', 'href')).toBe(`${DESTINATION}/story`);
  });
  await visit('/social', {}, (page) => arrive(page, '/story'));
});

test('a browser that prefers German gets German pages', async () => {
  for (const [path, heading] of [
    ['/secret', wordsInGerman.pages.password.heading],
    ['/off', wordsInGerman.pages.disabled.heading],
    ['/no-such-link', wordsInGerman.pages.notFound.heading],
  ] as const) {
    await visit(path, { locale: 'de-DE' }, async (page) => {
      expect(await page.getAttribute('html', 'lang')).toBe('de');
      expect(await page.textContent('h1')).toBe(heading);
    });
  }
  await visit('/splash', { locale: 'de-DE' }, async (page) =>
    expect(await page.textContent('.go')).toContain(wordsInGerman.pages.proceed),
  );
  await visit('/shop+', { locale: 'de-DE' }, async (page) => {
    expect(await page.textContent('.card')).toContain(wordsInGerman.pages.preview.notVisited);
  });
});

const KINDS = {
  password: '/secret',
  frame: '/framed',
  splash: '/splash',
  gone: '/over',
  'not-found': '/no-such-link',
  preview: '/lookalike+',
};

for (const [kind, path] of Object.entries(KINDS)) {
  test(`the ${kind} page fits a phone and a desktop, in light and in dark, in our own font`, async () => {
    const folder = process.env.SCREENSHOTS;
    for (const width of [390, 1200]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit(path, { viewport: { width, height: 760 }, colorScheme }, async (page) => {
          if (folder) await page.screenshot({ path: join(folder, `${kind}-${width}-${colorScheme}.png`) });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          const fonts = await page.evaluate(
            'document.fonts.ready.then(() => [...document.fonts].map((font) => [font.family, font.status]))',
          );
          // The frame page shows none of our own text.
          expect(fonts).toEqual(kind === 'frame' ? [] : [['Inter Variable', 'loaded']]);
        });
      }
    }
  });
}
