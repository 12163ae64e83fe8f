import { expect } from 'bun:test';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';

/** The destination of every link in the browser tests. The browser gets it from a stub; the host does not exist. */
export const DESTINATION = 'https://destination.example';

const DESTINATION_PAGE = `<!doctype html><html lang="en"><title>Theirs</title>
<style>:root { color-scheme: light dark } body { font: 20px sans-serif; padding: 40px }</style><main><h1>The destination itself</h1></main>`;

/** Options for opening a page, besides those of the browser context. */
export interface Visit extends BrowserContextOptions {
  /** Runs before the page is requested. */
  prepare?(page: Page): Promise<void>;
}

/** Opens a page, and checks that the browser requested only our server and the destination and logged no errors. */
export async function visitPage(
  browser: Browser,
  serverUrl: string,
  path: string,
  { prepare, ...options }: Visit,
  look: (page: Page, response: Response) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ locale: 'en-GB', ...options });
  const foreignRequests: string[] = [];
  const problems: string[] = [];
  const allowedUrls = [`${serverUrl}/`, 'data:', `${DESTINATION}/`];
  context.on('request', (request) => {
    if (!allowedUrls.some((start) => request.url().startsWith(start))) foreignRequests.push(request.url());
  });
  // The console also reports 4xx statuses, which some of these pages have.
  context.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource: the server responded')) problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  await context.route(`${DESTINATION}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: DESTINATION_PAGE }),
  );
  const page = await context.newPage();
  await prepare?.(page);
  const response = await page.goto(serverUrl + path);
  if (!response) throw new Error(`${path} was not answered`);
  await look(page, response);
  await context.close();
  expect({ foreignRequests, problems }).toEqual({ foreignRequests: [], problems: [] });
}

/** Stubs the destination also behind a redirect: the browser's own interception sees redirected requests, Playwright's routes do not. */
export async function stubRedirectedDestination(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const responseHeaders = [{ name: 'Content-Type', value: 'text/html' }];
  const answer = { responseCode: 200, responseHeaders, body: Buffer.from(DESTINATION_PAGE).toString('base64') };
  session.on('Fetch.requestPaused', ({ requestId }) => session.send('Fetch.fulfillRequest', { requestId, ...answer }));
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${DESTINATION}/*` }] });
}
