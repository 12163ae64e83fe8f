import { expect, test } from 'bun:test';
import { findViolations } from '../support/accessibility.ts';
import { openBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { startServer } from '../support/server-process.ts';
import { visitPage } from '../support/visit-page.ts';

const PHONE = { width: 390, height: 844 };

test('the documentation is searched, read and turned by keyboard and on a phone, in both themes [sqlite]', async () => {
  const [browser, server] = await Promise.all([openBrowser(), startServer({ DATA_DIR: newFolder() })]);

  await visitPage(browser, server.url, '/docs', { colorScheme: 'light' }, async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('click limit');
    await page.getByRole('link', { name: /^Links › Access and time/ }).waitFor();
    await page.getByRole('searchbox').fill('how we count');
    await page.getByRole('link', { name: /^Statistics › How we count/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/docs/statistics#how-we-count`);
    await page.getByRole('link', { name: 'Next QR codes' }).click();
    await page.getByRole('heading', { name: 'QR codes', level: 1 }).waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  await visitPage(browser, server.url, '/docs/links', { colorScheme: 'dark', viewport: PHONE }, async (page) => {
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(PHONE.width);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Glossary' }).click();
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
  });

  // A bookmark of the API reference, from when it was at this URL.
  await visitPage(browser, server.url, '/docs#createLink', {}, async (page) => {
    await page.waitForURL(`${server.url}/docs/api#createLink`);
  });
  await server.end();
});
