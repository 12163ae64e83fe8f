import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { addAccount } from '../support/add-account.ts';
import { openBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { DESTINATION } from '../support/visit-page.ts';

const EVIL = 'https://evil.example/';

/** A destination that tries to navigate the whole window, and has its own form. */
const HOSTILE = `<!doctype html><html lang="en"><title>Theirs</title><h1>The destination itself</h1>
<form action="/form"><input name="sent" value="1"></form><a href="${EVIL}" target="_top">away</a>
<script>
try { top.location = '${EVIL}'; } catch (error) { document.body.dataset.refused = error.name; }
try { top.location.replace('${EVIL}'); } catch {}
try { open('${EVIL}', '_top'); } catch {}
document.querySelector('a').click();
document.body.dataset.done = 'yes';
</script>`;

let browser: Browser;
let server: ServerProcess;

beforeAll(async () => {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000' };
  const apikey = await addAccount(environment);
  [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
  const add = async (path: string, body: object): Promise<{ id: number }> => {
    const headers = { Authorization: `Bearer ${apikey}` };
    const answer = await server.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { id: number };
  };
  const overlay = await add('/api/overlay/add', { type: 'message', name: 'Hello', text: 'Hello' });
  await add('/api/url/add', { url: `${DESTINATION}/`, custom: 'framed', type: 'frame' });
  await add('/api/url/add', { url: `${DESTINATION}/`, custom: 'covered', type: `overlay-${overlay.id}` });
});
afterAll(() => server.end());

test.each(['framed', 'covered'])(
  'a destination on the page of a %s link cannot navigate that page; its scripts and forms work',
  async (alias) => {
    guards('frame-sandbox');
    const context = await browser.newContext();
    const requestedUrls: string[] = [];
    context.on('request', (request) => requestedUrls.push(request.url()));
    await context.route(`${DESTINATION}/**`, (route) => route.fulfill({ contentType: 'text/html', body: HOSTILE }));
    await context.route(`${EVIL}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'Taken' }));
    const page = await context.newPage();
    await page.goto(`${server.url}/${alias}`);
    const body = page.frameLocator('iframe').locator('body');
    await page.frameLocator('iframe').locator('body[data-done]').waitFor();
    expect(await body.getAttribute('data-refused')).toBe('SecurityError');
    // After a user gesture, browsers would allow an unsandboxed frame to do it.
    await page.frameLocator('iframe').locator('a').click({ force: true, noWaitAfter: true });
    const form = page.waitForRequest(`${DESTINATION}/form?sent=1`);
    await page.frameLocator('iframe').locator('input').press('Enter');
    await form;
    expect(page.url()).toBe(`${server.url}/${alias}`);
    expect(requestedUrls.filter((url) => url.startsWith(EVIL))).toEqual([]);
    const sandbox = (await page.locator('iframe').getAttribute('sandbox')) ?? '';
    expect(sandbox).not.toContain('top-navigation');
    await context.close();
  },
);
