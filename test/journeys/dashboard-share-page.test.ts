import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;
beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

const t = words.sharePage;

async function listLinks() {
  return (await dashboard.callApi('GET', '/api/urls')).data.urls;
}

test('the bookmarklet opens a screen that shortens the page after a press, and shares the short URL', async () => {
  const visitor = await dashboard.visit('/app/share');
  const { page } = visitor;
  const bookmarklet = await page.getByRole('link', { name: t.bookmark }).getAttribute('href');

  await page.goto(`${dashboard.server.url}/docs/links`);
  const [title, opened] = await Promise.all([
    page.title(),
    page.waitForEvent('popup'),
    page.evaluate(bookmarklet?.replace('javascript:', '') ?? ''),
  ]);
  await opened.addInitScript('navigator.share = async (shared) => { globalThis.shared = shared; }');
  await opened.reload();
  await opened.getByRole('button', { name: t.shorten, exact: true }).waitFor();
  expect(await opened.getByLabel(t.note).inputValue()).toBe(title);
  // A page of another site could have opened it.
  expect(await listLinks()).toEqual([]);

  await opened.getByLabel(t.url).fill('https://example.com/page');
  await opened.getByRole('button', { name: t.shorten, exact: true }).click();
  await opened.getByText(t.copied).waitFor();
  const [link] = await listLinks();
  expect(link).toMatchObject({ longurl: 'https://example.com/page', description: title });
  expect(await opened.evaluate('navigator.clipboard.readText()')).toBe(link.shorturl);
  await opened.getByRole('button', { name: t.share, exact: true }).click();
  expect(await opened.evaluate('shared')).toEqual({ url: link.shorturl, title });
  expect(await visitor.leave()).toEqual([]);
});
