import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { themeNames } from '../../src/pages/bio/themes.ts';
import { findViolations } from '../support/accessibility.ts';
import { addAccount } from '../support/add-account.ts';
import { openBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { stretched } from '../support/wait.ts';

const DESTINATION = 'https://target.example';
// With its own User-Agent, headless Chromium would be counted as a crawler.
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let browser: Browser;
let server: ServerProcess;
let headers: Record<string, string>;

async function call(method: string, path: string, body?: object) {
  const answer = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
  const json: any = await answer.json();
  expect([path, json.error, json.message]).toEqual([
    path,
    expect.anything(),
    json.error === 0 ? json.message : undefined,
  ]);
  return json;
}

async function upload(svg: string, width: number): Promise<number> {
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng();
  const sent = { method: 'POST', headers: { ...headers, 'Content-Type': 'image/png' }, body: Buffer.from(png) };
  return ((await (await server.fetch('/api/file', sent)).json()) as { id: number }).id;
}

const FACE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="#d98f6c"/><circle cx="20" cy="17" r="8" fill="#3a2620"/><path d="M6 40q2-14 14-14t14 14z" fill="#28505a"/></svg>`;
const LAND = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 70"><rect width="120" height="70" fill="#f3bd96"/><circle cx="86" cy="25" r="11" fill="#fff1d6"/><path d="M0 50q40-20 60-8t60-8v36H0z" fill="#7d3f4b"/></svg>`;

function contentOf(face: number, land: number): object {
  return {
    name: 'Inês Carvalho',
    headline: 'Illustrator and printmaker, Lisbon',
    text: 'I draw cities, cook for allowedUrls and cut linoleum on Sundays.\nPrints ship worldwide.',
    avatar: face,
    blocks: [
      ...['instagram', 'mastodon', 'youtube', 'website'].map((network) => ({
        type: 'social',
        network,
        url: `${DESTINATION}/${network}`,
      })),
      {
        type: 'link',
        title: 'Autumn print sale',
        note: 'Twelve new linocuts, until Sunday',
        url: `${DESTINATION}/sale`,
        featured: true,
      },
      { type: 'link', title: 'The shop', url: `${DESTINATION}/shop` },
      {
        type: 'link',
        title: 'A field guide to Lisbon tiles',
        note: 'My first book',
        url: `${DESTINATION}/book`,
        picture: land,
      },
      { type: 'heading', text: 'Lately' },
      {
        type: 'picture',
        picture: land,
        alt: 'Hills at dusk',
        caption: 'Serra, reduction linocut',
        url: `${DESTINATION}/serra`,
      },
      { type: 'text', text: 'New work goes out to the letter first, once a month and never more.' },
      { type: 'video', title: 'How a print is made', url: 'https://youtu.be/x' },
      { type: 'video', title: 'A walk through the studio', url: 'https://vimeo.com/1', picture: land },
      { type: 'divider' },
      { type: 'heading', text: 'Say hello' },
      { type: 'email', email: 'ines@example.org' },
      { type: 'phone', phone: '+351 21 000 00 00' },
      { type: 'qr', caption: 'Take this page along' },
    ],
  };
}

beforeAll(async () => {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000' };
  const apikey = await addAccount(environment);
  headers = { Authorization: `Bearer ${apikey}` };
  [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
  const content = contentOf(await upload(FACE, 400), await upload(LAND, 1200));
  for (const theme of themeNames) await call('POST', '/api/bio/add', { ...content, slug: theme, theme });
  await call('POST', '/api/bio/add', { ...content, slug: 'clicked' });
  await call('POST', '/api/bio/add', { ...content, slug: 'painted', theme: 'poster', accent: '#fde047' });
});
afterAll(() => server.end());

/** Opens a page, and checks that the browser requested only our server and the destination and logged nothing. */
async function visit(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const foreignRequests: string[] = [];
  const consoleMessages: string[] = [];
  context.on('request', (request) => {
    const allowedUrls = [`${server.url}/`, 'data:', `${DESTINATION}/`];
    if (!allowedUrls.some((start) => request.url().startsWith(start))) foreignRequests.push(request.url());
  });
  context.on('console', (message) => consoleMessages.push(message.text()));
  const page = await context.newPage();
  await page.goto(server.url + path);
  await look(page);
  await context.close();
  expect({ foreignRequests, consoleMessages }).toEqual({ foreignRequests: [], consoleMessages: [] });
}

async function stubDestination(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const answer = { responseCode: 200, body: Buffer.from('<title>Theirs</title>The destination').toString('base64') };
  session.on('Fetch.requestPaused', ({ requestId }) => {
    // After going back, the browser has canceled its request for the destination's icon.
    session.send('Fetch.fulfillRequest', { requestId, ...answer }).catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${DESTINATION}/*` }] });
}

test('a page works without JavaScript, and clicks on its blocks are counted', async () => {
  await visit('/clicked', { javaScriptEnabled: false, userAgent: PERSON }, async (page) => {
    await stubDestination(page);
    expect(await page.textContent('h1')).toBe('Inês Carvalho');
    expect(await page.locator('.all h2').allTextContents()).toEqual(['Lately', 'Say hello']);
    expect(await page.isVisible('.qr svg')).toBe(true);
    for (const [name, path] of [
      ['The shop', '/shop'],
      ['The shop', '/shop'],
      ['Instagram', '/instagram'],
      ['Hills at dusk', '/serra'],
    ] as const) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.waitForURL(DESTINATION + path);
      await page.goBack();
    }
    // By keyboard: the first focusable element is the first icon.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${DESTINATION}/instagram`);
  });
  const [{ id }] = (await call('GET', '/api/bio?q=clicked')).data.bio;
  const { details } = await call('GET', `/api/bio/${id}`);
  const clicks = details.blocks.filter((block: { clicks: number }) => block.clicks > 0);
  expect(clicks).toMatchObject([
    { network: 'instagram', clicks: 2 },
    { title: 'The shop', clicks: 2 },
    { alt: 'Hills at dusk', clicks: 1 },
  ]);
  expect(details.views).toBeGreaterThanOrEqual(1);
});

const audited = [...themeNames, 'painted'];
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const theme of audited) {
  test(`the theme ${theme} is accessible and fits a small phone, a phone and a desktop, in light and in dark`, async () => {
    await visit(`/${theme}`, { viewport: { width: 320, height: 640 } }, async (page) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [320, 390, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          const folder = process.env.SCREENSHOTS;
          if (!folder) continue;
          await page.waitForLoadState('networkidle');
          await page.screenshot({ path: join(folder, `bio-${theme}-${width}-${colorScheme}.png`), fullPage: true });
        }
        await page.setViewportSize({ width: 390, height: 844 });
        expect([colorScheme, await findViolations(page, RULES)]).toEqual([colorScheme, []]);
      }
    });
  });
}

// The browser's own measurements since the first byte; it reports paints only after they have happened.
const WATCH = `new Promise((resolve) => {
  const seen = { shift: 0 };
  const look = (type, note) => new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) note(entry);
    if (seen.first !== undefined && seen.largest !== undefined) setTimeout(() => resolve(seen), 50);
  }).observe({ type, buffered: true });
  look('layout-shift', ({ value }) => { seen.shift += value; });
  look('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.first = startTime; });
  look('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime; });
})`;

test('a page paints immediately, has no layout shift, and loads only its font and its pictures', async () => {
  for (const theme of themeNames) {
    const requestedPaths: string[] = [];
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    context.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
    const page = await context.newPage();
    await page.goto(`${server.url}/${theme}`, { waitUntil: 'load' });
    const seen = (await page.evaluate(WATCH)) as { first: number; largest: number; shift: number };
    console.log(`${theme}: first paint ${seen.first.toFixed(0)} ms, largest ${seen.largest.toFixed(0)} ms`);
    expect(seen.shift).toBeLessThan(0.01);
    // The limits for a full score on a fast connection, with room for other work on the machine.
    expect(seen.first).toBeLessThan(stretched(1_800));
    expect(seen.largest).toBeLessThan(stretched(2_500));
    const known = [`/${theme}`, '/assets/inter.woff2'];
    const others = requestedPaths.filter((path) => !known.includes(path) && !/^(\/file\/|image\/svg)/.test(path));
    expect(others).toEqual([]);
    expect(requestedPaths.length).toBeLessThanOrEqual(5);
    await context.close();
  }
});
