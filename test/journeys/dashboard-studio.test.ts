import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Resvg } from '@resvg/resvg-js';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../support/browser.ts';
import { signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { type ServerProcess, signpost, startServer } from '../support/server-process.ts';
import { PASSWORD } from '../support/sign-in.ts';

setDefaultTimeout(120_000);

const EMAIL = 'ada@example.com';
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
// By its own name the browser would be counted as the machine that it is.
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

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

const DOT =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="4" fill="red"/></svg>';
const PICTURE = {
  name: 'dot.png',
  mimeType: 'image/png',
  buffer: Buffer.from(new Resvg(DOT, { fitTo: { mode: 'width', value: 90 } }).render().asPng()),
};

/** The address of the large picture once it is drawn, and is another than `before`. */
async function drawnPicture(page: Page, before = ''): Promise<string> {
  const image = page.locator(`img.qr-picture:not([src="${before}"])`);
  await image.evaluate('image => image.decode()');
  return (await image.getAttribute('src')) ?? '';
}

test('a QR code of a network is made, restyled, downloaded and deleted', async () => {
  const { page, findBarriers, leave } = await visitDashboard(browser, server.url, '/app/qr');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: 'No QR codes yet' }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel('What it holds').selectOption('wifi');
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await page.getByText('Is required').or(page.getByText('Must be text')).first().waitFor();
  await page.getByLabel('Name of the network').fill('Café ground floor');
  await page.getByLabel('Network password', { exact: true }).fill('two sugars');
  await page.getByLabel('Name optional').fill('Tables');
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Create QR code' }).click();
  await page.getByRole('heading', { name: 'Tables' }).waitFor();
  const first = await drawnPicture(page);
  const { data } = await ask('GET', '/api/qr');
  const [{ id }] = data.qrs;
  expect(page.url()).toBe(`${server.url}/app/qr/${id}`);
  const before = (await ask('GET', `/api/qr/${id}`)).details;
  expect(before.data).toEqual({ ssid: 'Café ground floor', encryption: 'WPA', hidden: false, pass: 'two sugars' });

  await page.getByLabel('Pattern').selectOption('dots');
  await page.getByLabel('Corners').selectOption('circle');
  await page.getByLabel('Colour of the code', { exact: true }).fill('#9a8f00');
  await page.getByText('Frame and logo').click();
  await page.getByLabel('Caption').fill('Scan for Wi-Fi');
  await page.getByLabel('Logo').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Remove: Logo' }).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('little contrast').waitFor();
  const second = await drawnPicture(page, first);
  expect(await findBarriers()).toEqual([]);
  const after = (await ask('GET', `/api/qr/${id}`)).details;
  expect(after).toMatchObject({
    data: before.data,
    style: 'dots',
    eye_style: 'circle',
    foreground: 'rgb(154,143,0)',
    frame: { caption: 'Scan for Wi-Fi', style: 'band' },
    logo: expect.stringMatching(/^\d+$/),
  });
  expect(await (await server.fetch(second)).text()).toContain('Scan for Wi-Fi');

  for (const kind of ['SVG', 'PNG', 'PDF']) {
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: `Download: ${kind}` }).click();
    expect((await waiting).suggestedFilename()).toMatch(new RegExp(`\\.${kind}$`, 'i'));
  }

  const deleted = page.waitForResponse((response) => response.url().endsWith('/delete'), { timeout: 30_000 });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No QR codes yet' }).waitFor();
  expect((await deleted).status()).toBe(200);
  expect((await ask('GET', '/api/qr')).data.result).toBe(0);
  expect(await leave()).toEqual([]);
});

test('every type of QR code is filled in by its own fields', async () => {
  const made: [string, Record<string, string>, unknown][] = [
    ['link', { Target: 'https://example.com/a' }, 'https://example.com/a'],
    ['text', { Text: 'Mind the step' }, 'Mind the step'],
    ['phone', { 'Phone number': '+49 30 123456' }, '+49 30 123456'],
    [
      'email',
      { 'E-mail address': 'ada@example.com', 'Subject optional': 'Hello' },
      { email: 'ada@example.com', subject: 'Hello' },
    ],
    ['sms', { Phone: '+4930123456', 'Message optional': 'Hi' }, { phone: '+4930123456', message: 'Hi' }],
    ['vcard', { 'First name': 'Ada', Organisation: 'Analytical' }, { fname: 'Ada', org: 'Analytical' }],
  ];
  const { page, findBarriers, leave } = await visitDashboard(browser, server.url, '/app/qr/new', PHONE);
  await signInOnScreen(page, EMAIL);
  for (const [type, fields, data] of made) {
    await page.getByLabel('What it holds').selectOption(type);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Create QR code' }).click();
    await drawnPicture(page);
    const id = /\d+$/.exec(page.url())?.[0];
    expect((await ask('GET', `/api/qr/${id}`)).details).toMatchObject({ type, data });
    if (type !== 'vcard') await page.goto(`${server.url}/app/qr/new`);
  }
  expect(await findBarriers()).toEqual([]);
  await page.goto(`${server.url}/app/qr`);
  await page.getByRole('row').nth(made.length).waitFor();
  expect(await leave()).toEqual([]);
});

test('a bio page is made, ordered by keyboard, dressed anew, and read by a visitor', async () => {
  const { page, findBarriers, leave } = await visitDashboard(browser, server.url, '/app/bio');
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: 'No bio pages yet' }).waitFor();
  await page.getByRole('link', { name: 'New bio page' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Headline').fill('Numbers and more');
  await page.getByLabel('Portrait or logo').setInputFiles(PICTURE);
  await page.getByRole('button', { name: 'Remove: Portrait or logo' }).waitFor();
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: 'Link' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Notes');
  await page.getByRole('button', { name: 'Create bio page' }).click();
  await page.locator('[aria-invalid=true]').first().waitFor();
  await page.getByLabel('Target', { exact: true }).fill('https://target.example/notes');
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: 'Heading' }).click();
  // What was added has the focus.
  await page.keyboard.type('Read me');
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Create bio page' }).click();
  await page.getByRole('link', { name: 'Open page' }).waitFor();

  await page.getByRole('button', { name: 'Move up: Heading' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Heading: now 1 of 2').waitFor({ state: 'attached' });
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Move up: Heading: Read me');
  await page.getByLabel('Terminal').check();
  const stored = page.waitForResponse((response) => response.url().endsWith('/update'));
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await stored).status()).toBe(200);
  const [{ id, link }] = (await ask('GET', '/api/bio')).data.bio;
  const { details } = await ask('GET', `/api/bio/${id}`);
  expect(details).toMatchObject({ theme: 'terminal', slug: 'ada-lovelace', avatar: expect.any(Number) });
  expect(details.blocks.map(({ type }: { type: string }) => type)).toEqual(['heading', 'link']);
  expect(await leave()).toEqual([]);

  const visitor = await browser.newContext({ userAgent: PERSON });
  const seen = await visitor.newPage();
  await seen.goto(link);
  expect(await seen.getByRole('heading').allTextContents()).toEqual(['Ada Lovelace', 'Read me']);
  const target = await seen.getByRole('link', { name: 'Notes' }).getAttribute('href');
  await visitor.request.get(new URL(target ?? '', link).href, { maxRedirects: 0 });
  await visitor.close();

  const again = await visitDashboard(browser, server.url, `/app/bio/${id}`, PHONE);
  await signInOnScreen(again.page, EMAIL);
  await again.page.getByText('1 click', { exact: true }).waitFor();
  await again.page.getByRole('button', { name: 'Link Notes' }).click();
  expect(await again.findBarriers()).toEqual([]);
  await again.page.getByRole('button', { name: 'Delete' }).click();
  await again.page.getByRole('heading', { name: 'No bio pages yet' }).waitFor();
  await again.page.getByRole('button', { name: 'Undo' }).click();
  await again.page.getByRole('row', { name: 'Ada Lovelace' }).waitFor();
  expect(await again.leave()).toEqual([]);
});
