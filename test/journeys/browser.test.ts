import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

let browser: Browser;
let server: ServerProcess;

beforeAll(async () => {
  [browser, server] = await Promise.all([openBrowser(), startServer({ DATA_DIR: newFolder() })]);
});
afterAll(() => server.end());

test('the printed setup link creates the administrator in a browser without JavaScript', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  const [path = ''] = /\/setup\?token=\S+/.exec(server.output.stderr) ?? [];
  await page.goto(server.url + path);
  await page.locator('#email:focus').waitFor();
  await page.fill('#email', 'ada@example.com');
  await page.fill('#username', 'ada');
  await page.fill('#password', 'correct horse 9');
  await page.click('button');
  const key = (await page.textContent('pre')) ?? '';
  const answer = await server.fetch('/api/account', { headers: { Authorization: `Bearer ${key}` } });
  expect(await answer.json()).toMatchObject({ error: 0, data: { username: 'ada' } });
  await page.close();
});

test('the documentation loads nothing from other hosts and does not violate its own policy', async () => {
  const page = await browser.newPage();
  const requestedUrls: string[] = [];
  const consoleMessages: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  page.on('console', (message) => consoleMessages.push(message.text()));
  await page.goto(`${server.url}/docs`);
  expect(requestedUrls.filter((url) => !url.startsWith(server.url) && !url.startsWith('data:'))).toEqual([]);
  expect(consoleMessages).toEqual([]);
  // The policy allows the stylesheet by its hash; without it the page would have the browser's default font.
  expect(await page.evaluate('getComputedStyle(document.body).marginTop')).toBe('0px');
  await page.close();
});
