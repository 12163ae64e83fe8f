import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { VendorType } from '../../src/pages/pixels/pixel-tags.ts';
import { vendors } from '../../src/resources/pixels/pixel.ts';
import { addAccount } from '../support/add-account.ts';
import { launchBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { collectorOf, startVendorServers, type VendorServers } from '../support/vendor-servers.ts';
import { vendorTable } from '../support/vendor-table.ts';
import { words } from '../support/words.ts';

const DESTINATION = 'https://target.example';
// The User-Agent of headless Chromium would count as a crawler.
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const TYPES = vendors.map(({ type }) => type);

let vendorServers: VendorServers;
let browser: Browser;
let server: ServerProcess;
let consentServer: ServerProcess;

/** A server with an account, a pixel of each of these vendors, and links that carry them. */
async function open(types: VendorType[], settings: Record<string, string> = {}): Promise<ServerProcess> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000', ...settings };
  const apikey = await addAccount(environment);
  const started = await startServer(environment);
  const send = async (path: string, body: object): Promise<number> => {
    const headers = { Authorization: `Bearer ${apikey}` };
    const answer = await started.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { error, id } = (await answer.json()) as { error: number; id: number };
    expect(error).toBe(0);
    return id;
  };
  const addLink = (custom: string, pixels: number[], type = 'direct') =>
    send('/api/url/add', { url: `${DESTINATION}/${custom}`, custom, type, pixels });
  const addCarrier = async (type: VendorType) => {
    const pixel = await send('/api/pixel/add', { type, name: type, tag: vendorTable[type].tag });
    await addLink(type, [pixel]);
    if (type === 'forum') await Promise.all(['frame', 'splash'].map((page) => addLink(page, [pixel], page)));
    return pixel;
  };
  await addLink('every', await Promise.all(types.map(addCarrier)));
  return started;
}

beforeAll(async () => {
  vendorServers = await startVendorServers();
  [browser, server, consentServer] = await Promise.all([
    launchBrowser(vendorServers.flags),
    open(TYPES),
    open(['forum', 'shortvideo'], { PIXEL_CONSENT: 'all' }),
  ]);
});
afterAll(() => Promise.all([browser.close(), server.end(), consentServer.end(), vendorServers.close()]));
beforeEach(() => {
  vendorServers.requested.length = 0;
  vendorServers.held.clear();
  vendorServers.broken.clear();
});

/** Opens a page with a paused clock in its own browser context, and fails on any message in the console. */
async function withPage(options: BrowserContextOptions, look: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true, userAgent: AGENT, locale: 'en-GB', ...options });
  const problems: string[] = [];
  context.on('console', (message) => problems.push(message.text()));
  context.on('weberror', (error) => problems.push(String(error.error())));
  const page = await context.newPage();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await look(page);
  await context.close();
  expect(problems.filter((problem) => !problem.includes('net::ERR_EMPTY_RESPONSE'))).toEqual([]);
}

async function arrive(page: Page, path: string): Promise<void> {
  await page.waitForURL(DESTINATION + path);
  expect(await page.textContent('h1')).toBe('The destination itself');
}

function collected(vendor: VendorType): string {
  const start = collectorOf(vendor);
  const url = vendorServers.requested.find((requested) => requested.startsWith(start)) ?? '';
  return decodeURIComponent(url.slice(start.length));
}

test.each(TYPES)('%s: its script loads, reports its id, and then the visitor arrives', async (type) => {
  const { loads, tag } = vendorTable[type];
  await withPage({}, async (page) => {
    await page.goto(`${server.url}/${type}`);
    await arrive(page, `/${type}`);
  });
  const [script, picture = '', ...rest] = vendorServers.requested;
  expect(script).toBe(loads);
  expect(picture).toStartWith(collectorOf(type));
  expect(rest).toEqual([`${DESTINATION}/${type}`]);
  expect(loads + collected(type)).toContain(tag.split('/')[0] ?? '');
});

test('all thirteen fire on one page, each with its id, before the redirect', async () => {
  await withPage({}, async (page) => {
    await page.goto(`${server.url}/every`);
    await arrive(page, '/every');
  });
  expect(vendorServers.requested.at(-1)).toBe(`${DESTINATION}/every`);
  for (const type of TYPES) {
    expect(vendorServers.requested.filter((url) => url === vendorTable[type].loads)).toHaveLength(1);
    expect(vendorServers.requested.some((url) => url.startsWith(collectorOf(type)))).toBe(true);
  }
  expect(vendorServers.requested).toHaveLength(27);
});

test('a vendor that hangs delays the redirect by 1.5 s at most', async () => {
  vendorServers.held.add('forum');
  await withPage({}, async (page) => {
    await page.addInitScript('window.isLeaving = false; navigation.onnavigate = () => { isLeaving = true; };');
    await page.goto(`${server.url}/every`, { waitUntil: 'commit' });
    await page.locator('#go').waitFor({ state: 'attached' });
    await page.clock.runFor(1_499);
    expect(await page.evaluate('isLeaving')).toBe(false);
    await page.clock.runFor(1);
    await arrive(page, '/every');
    // The script has not been sent yet.
    expect(vendorServers.requested).toContain(vendorTable.forum.loads);
    expect(collected('forum')).toBe('');
    vendorServers.release();
  });
});

test('a vendor that closes its connection does not delay the redirect', async () => {
  vendorServers.broken.add('forum');
  await withPage({}, async (page) => {
    await page.goto(`${server.url}/forum`, { waitUntil: 'commit' });
    await arrive(page, '/forum');
  });
  expect(vendorServers.requested).toContain(vendorTable.forum.loads);
});

test('without JavaScript the visitor is redirected immediately, and nothing fires', async () => {
  await withPage({ javaScriptEnabled: false }, async (page) => {
    await page.goto(`${server.url}/every`);
    await arrive(page, '/every');
  });
  expect(vendorServers.requested).toEqual([`${DESTINATION}/every`]);
});

test.each(['Sec-GPC', 'DNT'])('a visitor who sends %s gets a plain redirect', async (name) => {
  await withPage({ extraHTTPHeaders: { [name]: '1' } }, async (page) => {
    const answered = page.waitForResponse(`${server.url}/every`);
    await page.goto(`${server.url}/every`);
    expect((await answered).status()).toBe(302);
    await arrive(page, '/every');
  });
  expect(vendorServers.requested).toEqual([`${DESTINATION}/every`]);
});

test('going back from the destination skips our page', async () => {
  const before = `https://before.example/?to=${server.url}/forum`;
  await withPage({}, async (page) => {
    await page.goto(before);
    await page.click('a');
    await arrive(page, '/forum');
    await page.goBack();
    expect(page.url()).toBe(before);
  });
});

test('a frame and a splash page fire the same tags', async () => {
  await withPage({}, async (page) => {
    await page.goto(`${server.url}/frame`);
    expect(await page.frameLocator('iframe').locator('h1').textContent()).toBe('The destination itself');
    expect(page.url()).toBe(`${server.url}/frame`);
    await page.goto(`${server.url}/splash`);
    expect(await page.textContent('.go')).toContain(words.pages.proceed);
  });
  expect(vendorServers.requested.filter((url) => url === vendorTable.forum.loads)).toHaveLength(2);
  expect(vendorServers.requested.filter((url) => url.startsWith(collectorOf('forum')))).toHaveLength(2);
});

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? '' : ', without JavaScript';

  test(`a visitor who declines is redirected and not asked again${how}`, async () => {
    await withPage({ javaScriptEnabled }, async (page) => {
      await page.goto(`${consentServer.url}/forum`);
      expect(await page.textContent('h1')).toBe(words.pages.consent.heading);
      expect(await page.textContent('.card')).toContain(words.pages.consent.text({ vendors: 'Reddit' }));
      await page.getByRole('button', { name: words.pages.consent.decline }).click();
      await arrive(page, '/forum');
      await page.goto(`${consentServer.url}/every`);
      await arrive(page, '/every');
    });
    expect(vendorServers.requested).toEqual([`${DESTINATION}/forum`, `${DESTINATION}/every`]);
  });

  test(`a visitor who allows is redirected, and asked again only about other vendors${how}`, async () => {
    await withPage({ javaScriptEnabled }, async (page) => {
      await page.goto(`${consentServer.url}/forum`);
      expect(vendorServers.requested).toEqual([]);
      await page.getByRole('button', { name: words.pages.consent.allow }).click();
      await arrive(page, '/forum');
      await page.goto(`${consentServer.url}/forum`);
      await arrive(page, '/forum');
      await page.goto(`${consentServer.url}/shortvideo`);
      expect(await page.textContent('.card')).toContain(words.pages.consent.text({ vendors: 'TikTok' }));
    });
    const fired = vendorServers.requested.filter((url) => url === vendorTable.forum.loads);
    expect(fired).toHaveLength(javaScriptEnabled ? 2 : 0);
  });
}

test('a visitor who sends Sec-GPC is not asked', async () => {
  await withPage({ extraHTTPHeaders: { 'Sec-GPC': '1' } }, async (page) => {
    await page.goto(`${consentServer.url}/forum`);
    await arrive(page, '/forum');
  });
  expect(vendorServers.requested).toEqual([`${DESTINATION}/forum`]);
});

test('the consent page fits a phone and a desktop, in light and in dark, and its two buttons have the same size', async () => {
  for (const width of [390, 1200]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await withPage({ viewport: { width, height: 760 }, colorScheme, locale: 'de-DE' }, async (page) => {
        await page.goto(`${consentServer.url}/every`);
        expect(await page.getAttribute('html', 'lang')).toBe('de');
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        const boxes = await Promise.all((await page.locator('button').all()).map((button) => button.boundingBox()));
        const sizes = boxes.map((box) => [box?.width, box?.height]);
        expect(sizes).toHaveLength(2);
        expect(sizes[0]).toEqual(sizes[1]);
      });
    }
  }
});
