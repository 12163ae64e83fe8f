import { expect } from 'bun:test';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';

/** The target of every link in a browser's test, which is played and never asked for. */
export const TARGET = 'https://target.example';

const TARGET_PAGE = `<!doctype html><html lang="en"><title>Theirs</title>
<style>:root { color-scheme: light dark } body { font: 20px sans-serif; padding: 40px }</style><main><h1>The target itself</h1></main>`;

/** How a page is opened, beside what the browser knows. */
export interface Visit extends BrowserContextOptions {
  /** Before the page is asked for. */
  prepare?(page: Page): Promise<void>;
}

/** Looks at a page, and makes sure that the browser asked nobody but us and the target, and had nothing to complain about. */
export async function visitPage(
  browser: Browser,
  serverUrl: string,
  path: string,
  { prepare, ...options }: Visit,
  look: (page: Page, response: Response) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const strangers: string[] = [];
  const complaints: string[] = [];
  const friends = [`${serverUrl}/`, 'data:', `${TARGET}/`];
  context.on('request', (request) => {
    if (!friends.some((start) => request.url().startsWith(start))) strangers.push(request.url());
  });
  // A status of 4xx is told on the console too, and is what some of these pages are answered with.
  context.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource: the server responded')) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  await context.route(`${TARGET}/**`, (route) => route.fulfill({ contentType: 'text/html', body: TARGET_PAGE }));
  const page = await context.newPage();
  await prepare?.(page);
  const response = await page.goto(serverUrl + path);
  if (!response) throw new Error(`${path} was not answered`);
  await look(page, response);
  await context.close();
  expect({ strangers, complaints }).toEqual({ strangers: [], complaints: [] });
}

/** Plays the target behind a redirect too. Playwright's own routes are not asked about what one leads to, the browser's are. */
export async function playRedirectedTarget(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }];
  const answer = { responseCode: 200, responseHeaders, body: Buffer.from(TARGET_PAGE).toString('base64') };
  session.on('Fetch.requestPaused', ({ requestId }) => session.send('Fetch.fulfillRequest', { requestId, ...answer }));
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${TARGET}/*` }] });
}
