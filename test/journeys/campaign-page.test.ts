import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { addAccount } from '../support/add-account.ts';
import { openBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { words, wordsInGerman } from '../support/words.ts';

const LINKS = [
  { custom: 'first', url: 'https://www.example.org/' },
  { custom: 'members', url: 'https://intern.example.org/members', password: 'x', metatitle: 'Members' },
  { custom: 'framed', url: 'https://shop.example.org/catalogue', type: 'frame' },
  { custom: 'a-rather-long-alias-that-somebody-chose-for-their-link', url: 'https://xn--bcher-kva.example/' },
  {
    custom: 'long',
    url: 'https://a-subdomain-of-some-length.of-a-long-domain-name.example.co.uk/',
    metatitle: 'A title that goes on for longer than one line of a phone has room for, and then some more',
  },
  { custom: 'programme', url: 'https://festival.example.com/2027/programme', metatitle: 'The programme' },
  { custom: 'tickets', url: 'https://tickets.example.com/spring', metatitle: 'Tickets and prices', type: 'splash' },
];

let browser: Browser;
let server: ServerProcess;
const paths = { full: '', empty: '', long: '' };

beforeAll(async () => {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000' };
  const apikey = await addAccount(environment);
  [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
  async function post(path: string, body: object) {
    const headers = { Authorization: `Bearer ${apikey}` };
    const answer = await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    const json = (await answer.json()) as { error: number; id: number; list: string };
    expect(json).toMatchObject({ error: 0 });
    return json;
  }
  for (const [name, title] of [
    ['full', 'Spring festival 2027'],
    ['empty', 'Nothing yet'],
    ['long', 'Everything that we have ever linked to'],
  ] as const) {
    const { id, list } = await post('/api/campaign/add', { name: title, slug: name, public: true });
    paths[name] = new URL(list).pathname;
    const count = name === 'long' ? 60 : 0;
    const many = Array.from({ length: count }, (_, index) => ({
      url: `https://example.com/${index}`,
      metatitle: `No. ${index}`,
    }));
    for (const link of name === 'full' ? LINKS : many) await post('/api/url/add', { ...link, campaign: id });
  }
});
afterAll(() => server.end());

/** Opens a page without JavaScript, and fails on requests to other hosts and on errors in the console. */
async function visit(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', javaScriptEnabled: false, ...options });
  const foreignRequests: string[] = [];
  const consoleMessages: string[] = [];
  // Short URLs start with the server's own base URL.
  const allowedUrls = [`${server.url}/`, `${server.url.replace('127.0.0.1', 'localhost')}/`, 'data:'];
  context.on('request', (request) => {
    if (!allowedUrls.some((start) => request.url().startsWith(start))) foreignRequests.push(request.url());
  });
  context.on('console', (message) => consoleMessages.push(message.text()));
  const page = await context.newPage();
  await page.goto(server.url + path);
  await look(page);
  await context.close();
  expect({ foreignRequests, consoleMessages }).toEqual({ foreignRequests: [], consoleMessages: [] });
}

for (const name of ['full', 'empty', 'long'] as const) {
  test(`the ${name} list fits a phone and a desktop, in light and in dark, in our own font`, async () => {
    const folder = process.env.SCREENSHOTS;
    for (const width of [390, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await visit(paths[name], { viewport: { width, height: 800 }, colorScheme }, async (page) => {
          const file = `campaign-${name}-${width}-${colorScheme}.png`;
          if (folder) await page.screenshot({ path: join(folder, file), fullPage: true });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          const fonts = await page.evaluate(
            'document.fonts.ready.then(() => [...document.fonts].map((font) => [font.family, font.status]))',
          );
          expect(fonts).toEqual([['Inter Variable', 'loaded']]);
        });
      }
    }
  });
}

test('links and pagination work by mouse and keyboard, without JavaScript', async () => {
  await visit(paths.long, {}, async (page) => {
    expect(await page.title()).toBe('Everything that we have ever linked to');
    expect(await page.locator('.rows li').count()).toBe(50);
    await page.getByRole('link', { name: words.pages.campaign.older }).click();
    expect(new URL(page.url()).search).toBe('?page=2');
    expect(await page.locator('.rows li').count()).toBe(10);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toContain('No. 9');
    await page.getByRole('link', { name: words.pages.campaign.newer }).click();
    expect(await page.locator('.subject').first().textContent()).toBe('No. 59');
  });
  await visit(paths.full, { locale: 'de-DE' }, async (page) => {
    expect(await page.getAttribute('html', 'lang')).toBe('de');
    expect(await page.textContent('header p')).toBe(wordsInGerman.pages.campaign.by({ username: 'ada' }));
    expect(await page.textContent('a[href$="/members"]')).toContain(wordsInGerman.pages.campaign.protected);
    await page.click('a[href$="/members"]');
    expect(await page.textContent('h1')).toBe(wordsInGerman.pages.password.heading);
  });
});
