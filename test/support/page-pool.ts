import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { stretched } from './wait.ts';

/** How a visit opens its page. */
export interface VisitOptions extends BrowserContextOptions {
  /** Opens a browser context that has never loaded anything, with an empty cache. */
  isFirstVisit?: boolean;
}

const VIEWPORT = { width: 1280, height: 800 };
const PERMISSIONS = ['clipboard-read', 'clipboard-write'];

/** A page, and the session that resets it. */
interface LentPage {
  page: Page;
  devtools: CDPSession;
}

/** Pages of contexts with the standard options that nobody uses at the moment. */
const idlePages: LentPage[] = [];
const lentPages = new WeakMap<Page, LentPage>();

// A used page can take on these options. Any other option needs a new context.
const CHANGEABLE = new Set(['viewport', 'colorScheme', 'storageState', 'isFirstVisit']);

// Not `close`, which Playwright itself listens to.
const PAGE_EVENTS = [
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'console',
  'dialog',
  'download',
  'popup',
];
const CONTEXT_EVENTS = [
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'console',
  'dialog',
  'weberror',
  'page',
];

function takeIdlePage(browser: Browser): LentPage | undefined {
  for (let lent = idlePages.pop(); lent; lent = idlePages.pop()) {
    if (!lent.page.isClosed() && lent.page.context().browser() === browser) return lent;
  }
  return undefined;
}

async function openPage(browser: Browser, { isFirstVisit: _, ...options }: VisitOptions): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: VIEWPORT,
    permissions: PERMISSIONS,
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(stretched(30_000));
  return page;
}

/** A blank page in a context that shares no storage with others: a used one after a reset, if the options allow it. */
export async function takePage(browser: Browser, options: VisitOptions): Promise<Page> {
  const canBeUsed = !options.isFirstVisit && Object.keys(options).every((name) => CHANGEABLE.has(name));
  if (!canBeUsed) return openPage(browser, options);
  const { viewport = VIEWPORT, colorScheme = null, storageState } = options;
  let lent = takeIdlePage(browser);
  if (!lent) {
    const page = await openPage(browser, {});
    lent = { page, devtools: await page.context().newCDPSession(page) };
  }
  const { page } = lent;
  lentPages.set(page, lent);
  await page.setViewportSize(viewport ?? VIEWPORT);
  await page.emulateMedia({ colorScheme, reducedMotion: null });
  if (typeof storageState === 'object') await page.context().addCookies(storageState.cookies);
  return page;
}

/** Removes everything that a visit may have left behind in a page and its context. */
async function resetPage({ page, devtools }: LentPage, origin: string): Promise<void> {
  const context = page.context();
  for (const event of PAGE_EVENTS) page.removeAllListeners(event as 'request');
  for (const event of CONTEXT_EVENTS) context.removeAllListeners(event as 'request');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.evaluate('sessionStorage.clear()');
  await page.goto('about:blank');
  await page.mouse.move(-1, -1);
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.send('Page.resetNavigationHistory');
  await context.clearCookies();
  await context.clearPermissions();
  await context.grantPermissions(PERMISSIONS);
  idlePages.push({ page, devtools });
}

/** Takes a page back after a visit to this origin: resets it for the next visit, or closes its context. */
export async function returnPage(page: Page, origin: string): Promise<void> {
  const lent = lentPages.get(page);
  lentPages.delete(page);
  // Session storage can only be cleared in a page of its own origin.
  if (lent && !page.isClosed() && page.url().startsWith(`${origin}/`)) await resetPage(lent, origin);
  else await page.context().close();
}
