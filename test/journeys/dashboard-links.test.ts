import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, signpost, startServer } from '../support/server-process.ts';
import { PASSWORD } from '../support/sign-in.ts';

setDefaultTimeout(120_000);

const EMAIL = 'ada@example.com';

let browser: Browser;
let server: ServerProcess;
let headers: Record<string, string>;

beforeAll(async () => {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000' };
  const words = ['user', 'add', '--email', EMAIL, '--password', PASSWORD, '--json'];
  const { apikey } = JSON.parse((await signpost(words, environment)).stdout);
  headers = { Authorization: `Bearer ${apikey}` };
  [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
});
afterAll(() => Promise.all([browser.close(), server.end()]));

async function ask(method: string, path: string, body?: object) {
  const answer = await server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  return answer.json() as Promise<any>;
}

test('paste, press Enter: the link is listed, copied, and counts its clicks as they happen', async () => {
  const { page, leave } = await visitDashboard(browser, server.url, '/app/links');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: 'No links yet' }).waitFor();
  await page.keyboard.press('c');
  await page.keyboard.type('not a url');
  await page.keyboard.press('Enter');
  await page.getByText('Must be a whole URL').waitFor();
  await page.getByLabel('Paste a long URL').fill('example.com/spring');
  await page.keyboard.press('Enter');
  const row = page.getByRole('row', { name: 'example.com/spring' });
  await row.waitFor();
  const { data } = await ask('GET', '/api/urls');
  expect(data.urls[0].longurl).toBe('https://example.com/spring');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(data.urls[0].shorturl);

  await server.fetch(`/${data.urls[0].alias}`, { redirect: 'manual' });
  await row.getByRole('gridcell', { name: '1', exact: true }).waitFor();
  expect(await leave()).toEqual([]);
});

test('every sort of rule is set in the form, saved as it was typed, and what was not touched stays', async () => {
  const { id } = await ask('POST', '/api/url/add', {
    url: 'https://example.com/app',
    custom: 'get-app',
    metadescription: 'Only for networks',
    expiry: '2031-05-05 10:11:12',
  });
  const { page, findBarriers, leave } = await visitDashboard(browser, server.url, `/app/links?edit=${id}`);
  await signInOnScreen(page, EMAIL);
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Who goes where').click();
  await sheet.getByRole('button', { name: 'Country' }).click();
  await sheet.getByLabel('Country, or').fill('Atlantis');
  await sheet.getByLabel('Target of this line').fill('https://example.ca/');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await sheet.getByText('Must be a country in English').waitFor();
  await sheet.getByLabel('Country, or').fill('Canada');
  await sheet.getByRole('button', { name: 'Device' }).click();
  await sheet.getByLabel('Target of this line').nth(1).fill('https://apps.example/ios');
  await sheet.getByRole('button', { name: 'Language' }).click();
  await sheet.getByLabel('Target of this line').nth(2).fill('https://example.de/');
  await sheet.getByText('Password and limits').click();
  await sheet.getByRole('switch', { name: 'Ask for a password' }).click();
  await sheet.getByLabel('Password', { exact: true }).fill('open sesame');
  await sheet.getByText('Query parameters').click();
  await sheet.getByLabel('Source').fill('poster');
  await sheet.getByLabel('Tags').fill('spring,');
  await sheet.getByText('Redirect and pixels').click();
  expect(await findBarriers()).toEqual([]);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Link saved.').waitFor();
  expect((await ask('GET', `/api/url/${id}`)).details).toMatchObject({
    location: { canada: 'https://example.ca/' },
    device: { iphone: 'https://apps.example/ios' },
    language: { de: 'https://example.de/' },
    password: true,
    parameters: [{ name: 'utm_source', value: 'poster' }],
    tags: ['spring'],
    metadescription: 'Only for networks',
    expiry: '2031-05-05 10:11:12',
  });
  expect(await leave()).toEqual([]);
});

test('hundreds of links are switched off with progress, and their deletion is undone at once', async () => {
  const made = Array.from({ length: 500 }, (_, index) =>
    ask('POST', '/api/url/add', { url: `https://many.example/${index}`, custom: `many-${index}` }),
  );
  await Promise.all(made);
  const { page, leave } = await visitDashboard(browser, server.url, '/app/links?q=many.example');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('row').nth(1).waitFor();
  // Only what is in sight is drawn, however many there are.
  expect(await page.getByRole('row').count()).toBeLessThan(40);
  await page.getByLabel('Choose all').check();
  await page.getByRole('button', { name: 'Choose all 500' }).click();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('progressbar').waitFor();
  await page.getByText('500 links changed.').waitFor({ timeout: 60_000 });
  expect((await ask('GET', '/api/urls?status=disabled')).data.result).toBe(500);

  await page.getByLabel('Choose all').check();
  await page.getByRole('button', { name: 'Choose all 500' }).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await page.getByRole('row', { name: 'many-499' }).waitFor();
  expect((await ask('GET', '/api/urls?q=many.example')).data.result).toBe(500);
  expect(await leave()).toEqual([]);
});
