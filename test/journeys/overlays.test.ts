import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { findSevereViolations } from '../support/accessibility.ts';
import { addAccount } from '../support/add-account.ts';
import { openBrowser } from '../support/browser.ts';
import { newFolder } from '../support/engines.ts';
import { makePng } from '../support/pictures.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { DESTINATION, type Visit, visitPage } from '../support/visit-page.ts';
import { waitUntil } from '../support/wait.ts';
import { words } from '../support/words.ts';

const texts = words.pages.overlay;
const WITHOUT_SCRIPT = { javaScriptEnabled: false };
// The clock of the page is paused until the test advances it.
const PAUSED_CLOCK: Visit = {
  async prepare(page) {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
  },
};
const COLORS = { background: 'rgb(45,18,34)', foreground: 'rgb(255,240,224)', accent: 'rgb(246,178,107)' };

/** Overlays by the alias of the link that shows them. */
const OVERLAYS: Record<string, object> = {
  message: { type: 'message', text: 'Our sale has begun.', button: 'See it', button_url: `${DESTINATION}/sale` },
  later: { type: 'message', text: 'Still here?', position: 'bottom-left', delay: 5 },
  covering: { type: 'message', text: 'One thing first.', position: 'center', button: 'Got it', dismissable: false },
  contact: { type: 'contact', text: 'Questions?', thanks: 'We will write.', position: 'center', ...COLORS },
  poll: { type: 'poll', question: 'Tea or coffee?', answers: ['Tea', 'Coffee'] },
  news: { type: 'newsletter', position: 'top' },
  image: { type: 'image', alt: 'A black square', link: `${DESTINATION}/sale` },
  coupon: { type: 'coupon', text: 'A tenth off', code: 'SPRING-10' },
};

const SPLASHES: Record<string, object> = {
  tour: { title: 'The tour', text: 'Twelve days.', button: 'See the dates', seconds: 12, ...COLORS },
  patient: { title: 'A word first', seconds: 0 },
};

let browser: Browser;
let server: ServerProcess;
let headers: Record<string, string>;
const ids: Record<string, number> = {};

async function callApi(method: string, path: string, body?: object) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape.
  const json = (await (await server.fetch(path, { method, headers, ...sent })).json()) as any;
  if (Number(json.error) !== 0) throw new Error(JSON.stringify(json));
  return json;
}

beforeAll(async () => {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000' };
  headers = { Authorization: `Bearer ${await addAccount(environment)}` };
  [browser, server] = await Promise.all([openBrowser(), startServer(environment)]);
  const upload = { method: 'POST', headers: { ...headers, 'Content-Type': 'image/png' }, body: makePng(40, 20) };
  const { id: picture } = (await (await server.fetch('/api/file', upload)).json()) as { id: number };
  for (const [custom, fields] of Object.entries(OVERLAYS)) {
    const { id } = await callApi('POST', '/api/overlay/add', { name: custom, logo: picture, picture, ...fields });
    await callApi('POST', '/api/url/add', { url: `${DESTINATION}/inside`, custom, type: `overlay-${id}` });
    ids[custom] = id;
  }
  for (const [custom, fields] of Object.entries(SPLASHES)) {
    const { id } = await callApi('POST', '/api/splash/add', { name: custom, picture, logo: picture, ...fields });
    await callApi('POST', '/api/url/add', { url: `${DESTINATION}/later`, custom, type: id });
  }
  // No content security policy can name this host, so it cannot be framed.
  const url = 'http://not_plain.example/';
  await callApi('POST', '/api/url/add', { url, custom: 'before', type: `overlay-${ids.contact}` });
});
afterAll(() => server.end());

function visit(path: string, options: Visit, look: (page: Page) => Promise<void>): Promise<void> {
  return visitPage(browser, server.url, path, options, look);
}

async function assertDestinationShown(page: Page): Promise<void> {
  expect(await page.frameLocator('iframe').locator('h1').textContent()).toBe('The destination itself');
}

test('an overlay shows after its delay, and not before', async () => {
  await visit('/later', PAUSED_CLOCK, async (page) => {
    await assertDestinationShown(page);
    await page.clock.fastForward(4_900);
    expect(await page.isVisible('dialog')).toBe(false);
    await page.clock.fastForward(200);
    expect(await page.isVisible('dialog')).toBe(true);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('DIALOG');
  });
});

test('an overlay that appears does not take the focus from the destination', async () => {
  await visit('/later', PAUSED_CLOCK, async (page) => {
    await page.frameLocator('iframe').locator('h1').click();
    await page.clock.fastForward(5_100);
    expect(await page.isVisible('dialog')).toBe(true);
    expect(await page.evaluate('document.activeElement.tagName')).toBe('IFRAME');
  });
});

for (const path of ['/message', '/contact'] as const) {
  test(`${path} is closed by its button and by Escape, and the destination stays`, async () => {
    for (const close of [
      (page: Page) => page.getByRole('button', { name: texts.close }).click(),
      (page: Page) => page.keyboard.press('Escape'),
    ]) {
      await visit(path, {}, async (page) => {
        expect(await page.getByRole('dialog').isVisible()).toBe(true);
        await close(page);
        await page.locator('dialog').waitFor({ state: 'hidden' });
        const isFocused = "document.activeElement.tagName === 'IFRAME'";
        await waitUntil('the focus is in the frame', () => page.evaluate(isFocused));
        await assertDestinationShown(page);
      });
    }
  });
}

test('without JavaScript an overlay shows at once and its button closes it', async () => {
  await visit('/later', WITHOUT_SCRIPT, async (page) => {
    expect(await page.textContent('dialog .lead')).toBe('Still here?');
    await page.getByRole('button', { name: texts.close }).click();
    await page.locator('dialog').waitFor({ state: 'hidden' });
  });
});

test('an overlay that cannot be dismissed ignores Escape, and its button closes it', async () => {
  await visit('/covering', {}, async (page) => {
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
    expect(await page.isVisible('dialog')).toBe(true);
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.locator('dialog').waitFor({ state: 'hidden' });
  });
});

async function responsesOf(name: string) {
  return (await callApi('GET', `/api/overlay/${ids[name]}/responses`)).data;
}

test('a poll is answered without leaving the page, and the vote is counted', async () => {
  await visit('/poll', {}, async (page) => {
    await page.getByRole('button', { name: 'Coffee' }).click();
    await page.getByText(texts.thanks).waitFor();
    expect(page.url()).toBe(`${server.url}/poll`);
    await page.getByRole('button', { name: words.pages.proceed }).click();
    await page.locator('dialog').waitFor({ state: 'hidden' });
  });
  expect(await responsesOf('poll')).toMatchObject({
    result: 1,
    counts: [
      { answer: 'Tea', votes: 0 },
      { answer: 'Coffee', votes: 1 },
    ],
  });
});

test('a contact form shows what is wrong, is sent once corrected, and its response is listed', async () => {
  await visit('/contact', {}, async (page) => {
    await page.getByLabel(texts.name).fill('Ada');
    await page.getByLabel(texts.email, { exact: true }).fill('ada@localhost');
    await page.getByLabel(texts.message).fill('Hello\nthere');
    await page.getByRole('button', { name: texts.send }).click();
    await page.getByRole('alert').getByText(texts.problems.email).waitFor();
    await page.getByLabel(texts.email, { exact: true }).fill('ada@example.com');
    await page.getByRole('button', { name: texts.send }).click();
    await page.getByText('We will write.').waitFor();
  });
  const { result, responses } = await responsesOf('contact');
  expect(result).toBe(1);
  expect(responses[0].fields).toEqual({ name: 'Ada', email: 'ada@example.com', message: 'Hello\nthere' });
});

test('without JavaScript a form leads to a thank-you page, and that page to the destination', async () => {
  await visit('/news', WITHOUT_SCRIPT, async (page) => {
    await page.getByLabel(texts.email, { exact: true }).fill('ada@example.com');
    await page.getByRole('button', { name: texts.subscribe }).click();
    expect(await page.textContent('h1')).toBe(texts.thanks);
    await page.getByRole('link', { name: words.pages.proceed }).click();
    await page.waitForURL(`${DESTINATION}/inside`);
  });
  expect((await responsesOf('news')).responses[0].fields).toEqual({ email: 'ada@example.com' });
});

test('a code is copied by one button', async () => {
  await visit('/coupon', { permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await page.getByRole('button', { name: texts.copy }).click();
    await page.getByRole('button', { name: texts.copied }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('SPRING-10');
  });
});

test('a custom splash page counts down and redirects, or is skipped by its button', async () => {
  await visit('/tour', {}, async (page) => {
    expect(await page.textContent('h1')).toBe('The tour');
    expect(await page.textContent('.count')).toBe('12');
    await page.evaluate('document.getAnimations().forEach((clock) => clock.updatePlaybackRate(60))');
    await page.waitForURL(`${DESTINATION}/later`);
  });
  for (const options of [{}, WITHOUT_SCRIPT]) {
    await visit('/tour', options, async (page) => {
      await page.getByRole('link', { name: 'See the dates' }).click();
      await page.waitForURL(`${DESTINATION}/later`);
    });
  }
});

test('a countdown pauses while the tab is hidden', async () => {
  await visit('/tour', {}, async (page) => {
    const turn = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
        document.dispatchEvent(new Event('visibilitychange')); document.getAnimations()[0].playState`);
    expect(await turn(true)).toBe('paused');
    expect(await turn(false)).toBe('running');
  });
});

test('a splash page without a countdown waits for its button', async () => {
  await visit('/patient', {}, async (page) => {
    expect(await page.evaluate('document.getAnimations().length')).toBe(0);
    expect(await page.locator('.stay').count()).toBe(0);
    await page.getByRole('link', { name: words.pages.proceed }).click();
    await page.waitForURL(`${DESTINATION}/later`);
  });
});

const PATHS = [...Object.keys(OVERLAYS), ...Object.keys(SPLASHES), 'before'].filter((path) => path !== 'later');

const SIZES = (['light', 'dark'] as const).flatMap((scheme) => [390, 1200].map((width) => [width, scheme] as const));

for (const path of PATHS) {
  test(`/${path} is accessible and fits a phone and a desktop, in light and in dark`, async () => {
    const folder = process.env.SCREENSHOTS;
    await visit(`/${path}`, { reducedMotion: 'reduce' }, async (page) => {
      for (const [width, colorScheme] of SIZES) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 760 });
        if (folder) await page.screenshot({ path: join(folder, `${path}-${width}-${colorScheme}.png`) });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
        if ((width === 390) === (colorScheme === 'light')) expect(await findSevereViolations(page)).toEqual([]);
      }
    });
  });
}
