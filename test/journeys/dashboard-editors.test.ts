import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { payloadOf } from '../../src/qr/payload.ts';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';
import { makePng } from '../support/pictures.ts';
import { readPreview, scanPreview, typedContents } from '../support/studio-preview.ts';

setDefaultTimeout(90_000);

const LIGHT = { colorScheme: 'light' as const };
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
const PICTURE = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(makePng(40, 40)) };

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

test('every type of QR code is seen as it is typed, and holds what was typed', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/qr/new', PHONE);
  await page.getByText('shows an example').waitFor();
  for (const [content, fields] of typedContents) {
    await page.getByLabel('What it holds').selectOption(content.type);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    expect(await scanPreview(page)).toBe(payloadOf(content));
    if (content.type === 'sms') {
      await page.getByLabel('Can be changed after printing').check();
      expect(await scanPreview(page)).toMatch(/\/q\/preview$/);
      await page.getByLabel('Can be changed after printing').uncheck();
    }
    await page.getByRole('button', { name: 'Create QR code' }).click();
    await page.waitForURL(/\/qr\/\d+$/);
    const { details } = await world.ask('GET', page.url().replace(/.*\/app/, '/api'));
    expect(details).toMatchObject({ type: content.type, dynamic: false });
    expect(payloadOf(details)).toBe(payloadOf(content));
    await page.getByRole('navigation').getByRole('link', { name: 'QR codes' }).click();
    await page.getByRole('link', { name: 'New QR code' }).click();
  }
  await page.getByLabel('Target', { exact: true }).fill('https://example.com/a');
  expect(await scanPreview(page)).toMatch(/\/q\/preview$/);
  expect(await findBarriers()).toEqual([]);
  expect((await world.ask('GET', '/api/qr')).data.result).toBe(typedContents.length);
  expect(await leave()).toEqual([]);
});

test('the preview is of what was typed last, whichever answer comes first', async () => {
  const { page, leave } = await world.visit('/app/qr/new', LIGHT);
  await page.getByLabel('What it holds').selectOption('text');
  const before = await readPreview(page);
  const release = Promise.withResolvers<void>();
  await page.route('**/api/qr/preview', async (route) => {
    if (route.request().postData()?.includes('slow')) await release.promise;
    await route.continue().catch(() => {});
  });
  const asked = page.waitForRequest('**/api/qr/preview');
  await page.getByLabel('Text', { exact: true }).fill('slow');
  await asked;
  const stale = page.locator('img.qr-picture[aria-busy=true]');
  expect(decodeURIComponent((await stale.getAttribute('src')) ?? '')).toEndWith(before);
  const dropped = page.waitForEvent('requestfailed');
  await page.getByLabel('Text', { exact: true }).fill('fast');
  expect(await scanPreview(page)).toBe('fast');
  release.resolve();
  expect((await dropped).postData()).toContain('slow');
  expect(await scanPreview(page)).toBe('fast');
  expect(await leave()).toEqual([]);
});

test('a style changes the preview at once, what cannot be read is told, and nothing is lost by leaving', async () => {
  const { id } = await world.ask('POST', '/api/qr/add', {
    type: 'link',
    data: 'https://example.com/menu',
    name: 'Menu',
  });
  const { page, findBarriers, leave } = await world.visit('/app/qr', LIGHT);
  await page.getByRole('row', { name: 'Menu' }).click();
  await page.getByText('Scans well').waitFor();
  const [held, seen] = [await scanPreview(page), new Set([await readPreview(page)])];
  await page.getByText('Frame and logo').click();
  await page.getByText('Size and safety').click();
  for (const change of [
    () => page.getByLabel('Pattern').selectOption('dots'),
    () => page.getByLabel('Corners').selectOption('circle'),
    () => page.getByLabel('Colour of the code', { exact: true }).fill('#5a2080'),
    () => page.getByLabel('Colour of the ground', { exact: true }).fill('#fffbe8'),
    () => page.getByLabel('Second colour optional', { exact: true }).fill('#802050'),
    () => page.getByLabel('Direction in degrees').fill('90'),
    () => page.getByLabel('Caption').fill('Scan me'),
    () => page.getByLabel('Frame', { exact: true }).selectOption('line'),
    () => page.getByLabel('Margin in modules').fill('6'),
    () => page.getByLabel('Width in pixels').fill('900'),
    () => page.getByLabel('Spare').selectOption('high'),
    () =>
      page
        .getByLabel('Logo optional')
        .setInputFiles(PICTURE)
        .then(() => page.getByLabel('Remove: Logo').waitFor()),
  ]) {
    await change();
    const svg = await readPreview(page);
    expect(seen.has(svg)).toBe(false);
    seen.add(svg);
  }
  expect(await scanPreview(page)).toBe(held);
  await page.getByLabel('Colour of the code', { exact: true }).fill('#e8d8f8');
  await page.getByText('This would not scan').locator('..').getByText('too alike to be read').waitFor();
  await page.getByLabel('Colour of the code', { exact: true }).fill('#9a6fb8');
  await page.getByText('little contrast').waitFor();
  expect(await findBarriers()).toEqual([]);
  expect((await world.ask('GET', `/api/qr/${id}`)).details).toMatchObject({ style: null, logo: null, frame: null });

  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await page.goBack();
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('QR code saved.').first().waitFor();
  const { details } = await world.ask('GET', `/api/qr/${id}`);
  expect(details).toMatchObject({
    ...{ style: 'dots', eye_style: 'circle', foreground: 'rgb(154,111,184)', margin: 6, size: 900, ecc: 'high' },
    ...{ frame: { caption: 'Scan me', style: 'line' }, logo: expect.stringMatching(/^\d+$/) },
    gradient: { to: 'rgb(128,32,80)', angle: 90 },
  });
  for (const [kind, name] of [
    ['link', 'Download: SVG'],
    ['link', 'Download: PDF'],
    ['menuitem', 'PNG, 1024 × 1024'],
  ] as const) {
    if (kind === 'menuitem') await page.getByRole('button', { name: 'PNG …' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole(kind, { name }).click();
    expect((await waiting).suggestedFilename()).toMatch(/^(Menu 1024\.png|Menu\.svg|qr-\w+\.pdf)$/);
  }
  await page.goBack();
  await page.getByRole('row', { name: 'Menu' }).waitFor();
  expect(await leave()).toEqual([]);
});

async function addBlock(page: Page, type: string, fields: Record<string, string>): Promise<void> {
  await page.getByRole('button', { name: 'Add block' }).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
  const block = page.locator('.bio-block').last();
  for (const [label, value] of Object.entries(fields)) await block.getByLabel(label, { exact: true }).fill(value);
}

test('a bio page is saved as it is typed, moved by mouse and by keyboard, and kept through a lost line', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/bio', LIGHT);
  await page.getByRole('link', { name: 'New bio page' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Create bio page' }).click();
  await page.getByRole('link', { name: 'Open page' }).waitFor();
  const [{ id }] = (await world.ask('GET', '/api/bio')).data.bio;
  const [saved, shown] = [page.getByText('Saved', { exact: true }), page.frameLocator('iframe')];
  const readPage = async () => (await world.ask('GET', `/api/bio/${id}`)).details;
  const typesOf = async () => (await readPage()).blocks.map(({ type }: { type: string }) => type).join(' ');

  await addBlock(page, 'Link', { Title: 'Notes' });
  await page.getByText('Not on the page yet').waitFor();
  await page.getByLabel('Target', { exact: true }).fill('https://target.example/notes');
  await page.getByText('Not on the page yet').waitFor({ state: 'detached' });
  await addBlock(page, 'Heading', { Words: 'Read me' });
  await addBlock(page, 'Text', { Words: 'All of it' });
  await shown.getByText('All of it').waitFor();
  await saved.waitFor();
  expect(await typesOf()).toBe('link heading text');
  // The one visit; previews are none.
  expect(await (await world.server.fetch('/ada-lovelace')).text()).toContain('All of it');

  await page.getByLabel('Target', { exact: true }).fill('nonsense');
  await page.getByText('Not saved: one of the fields needs a look.').waitFor();
  await page.locator('.bio-block [aria-invalid=true]').waitFor();
  expect(await findBarriers()).toEqual([]);
  expect((await readPage()).blocks[0].url).toBe('https://target.example/notes');
  await page.getByLabel('Target', { exact: true }).fill('https://target.example/other');
  await saved.waitFor();
  for (const name of ['Link Notes', 'Heading Read me', 'Text All of it'])
    await page.getByRole('button', { name, exact: true }).click();

  const handles = page.locator('.handle');
  const from = await handles.nth(1).boundingBox();
  const to = await handles.nth(0).boundingBox();
  if (!from || !to) throw new Error('the handles are not on the screen');
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y, { steps: 5 });
  await page.mouse.up();
  await page.getByText('Heading: Read me dropped, 1 of 3.').waitFor({ state: 'attached' });
  await saved.waitFor();
  expect(await typesOf()).toBe('heading link text');

  await page.getByRole('button', { name: 'Move: Heading: Read me' }).focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Escape', 'Space', 'ArrowDown', 'Space', 'ArrowDown'])
    await page.keyboard.press(key);
  await page.getByText('Heading: Read me dropped, 2 of 3.').waitFor({ state: 'attached' });
  await saved.waitFor();
  expect(await typesOf()).toBe('link heading text');

  await page.getByLabel('Terminal').check();
  await page.getByLabel('Portrait or logo').setInputFiles(PICTURE);
  await shown.locator('img.face').waitFor();
  await saved.waitFor();
  await page.context().setOffline(true);
  await page.getByLabel('Headline').fill('Typed without a line');
  await page.getByText('Not saved: there is no connection').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.context().setOffline(false);
  await saved.waitFor();
  await shown.getByText('Typed without a line').waitFor();
  expect(await readPage()).toMatchObject({
    headline: 'Typed without a line',
    theme: 'terminal',
    avatar: expect.any(Number),
    views: 1,
  });

  const target = /href="([^"]+)"[^>]*><span>Notes/.exec(await (await world.server.fetch('/ada-lovelace')).text())?.[1];
  await world.server.fetch(target ?? '', { redirect: 'manual' });
  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
  await page.getByRole('heading', { name: 'Links', exact: true }).waitFor();
  expect((await leave()).filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('on a phone the preview is behind a tab; a block comes back with its clicks, and a page too', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/bio', PHONE);
  await page.getByRole('row', { name: 'Ada Lovelace' }).click();
  await page.getByText('1 click', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Actions: Link: Notes' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('1 click', { exact: true }).waitFor();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('tab', { name: 'Preview' }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No bio pages yet' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('row', { name: 'Ada Lovelace' }).waitFor();
  expect((await world.ask('GET', '/api/bio')).data.bio[0].views).toBe(2);
  expect(await leave()).toEqual([]);
});
