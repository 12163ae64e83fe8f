import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { payloadOf } from '../../src/qr/payload.ts';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { makePng } from '../support/pictures.ts';
import { readPreview, scanPreview, typedContents } from '../support/studio-preview.ts';
import { words } from '../support/words.ts';

const LIGHT = { colorScheme: 'light' as const };
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const };
const PICTURE = { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(makePng(40, 40)) };

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('every type of QR code has a live preview and encodes the typed content', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/qr/new', PHONE);
  await page.getByText(words.qr.exampleContent).waitFor();
  for (const [content, fields] of typedContents) {
    await page.getByLabel(words.qr.type).selectOption(content.type);
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
    expect(await scanPreview(page)).toBe(payloadOf(content));
    if (content.type === 'sms') {
      await page.getByLabel(words.qr.dynamic).check();
      expect(await scanPreview(page)).toMatch(/\/q\/preview$/);
      await page.getByLabel(words.qr.dynamic).uncheck();
    }
    await page.getByRole('button', { name: words.qr.create }).click();
    await page.waitForURL(/\/qr\/\d+$/);
    const { details } = await dashboard.callApi('GET', page.url().replace(/.*\/app\/w\/\d+/, '/api'));
    expect(details).toMatchObject({ type: content.type, dynamic: false });
    expect(payloadOf(details)).toBe(payloadOf(content));
    await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.qr }).click();
    await page.getByRole('link', { name: words.qr.add }).click();
  }
  await page.getByLabel(words.qr.values.link, { exact: true }).fill('https://example.com/a');
  expect(await scanPreview(page)).toMatch(/\/q\/preview$/);
  expect(await findBarriers()).toEqual([]);
  expect((await dashboard.callApi('GET', '/api/qr')).data.result).toBe(typedContents.length);
  expect(await leave()).toEqual([]);
});

test('the preview shows the last input, whichever response arrives first', async () => {
  const { page, leave } = await dashboard.visit('/app/qr/new', LIGHT);
  await page.getByLabel(words.qr.type).selectOption('text');
  const before = await readPreview(page);
  const release = Promise.withResolvers<void>();
  await page.route('**/api/qr/preview', async (route) => {
    if (route.request().postData()?.includes('slow')) await release.promise;
    await route.continue().catch(() => {});
  });
  const request = page.waitForRequest('**/api/qr/preview');
  await page.getByLabel(words.qr.values.text, { exact: true }).fill('slow');
  await request;
  const stale = page.locator('img.qr-picture[aria-busy=true]');
  expect(decodeURIComponent((await stale.getAttribute('src')) ?? '')).toEndWith(before);
  const dropped = page.waitForEvent('requestfailed');
  await page.getByLabel(words.qr.values.text, { exact: true }).fill('fast');
  expect(await scanPreview(page)).toBe('fast');
  release.resolve();
  expect((await dropped).postData()).toContain('slow');
  expect(await scanPreview(page)).toBe('fast');
  expect(await leave()).toEqual([]);
});

test('a style change updates the preview, an unreadable code shows a warning, and leaving loses no change', async () => {
  const { id } = await dashboard.callApi('POST', '/api/qr/add', {
    type: 'link',
    data: 'https://example.com/menu',
    name: 'Menu',
  });
  const { page, findBarriers, leave } = await dashboard.visit('/app/qr', LIGHT);
  await page.getByRole('row', { name: 'Menu' }).click();
  await page.getByText(words.qr.scansWell).waitFor();
  const [held, seen] = [await scanPreview(page), new Set([await readPreview(page)])];
  await page.getByText(words.qr.frame).click();
  await page.getByText(words.qr.sizeAndCorrection).click();
  for (const change of [
    () => page.getByLabel(words.qr.style).selectOption('dots'),
    () => page.getByLabel(words.qr.eyes).selectOption('circle'),
    () => page.getByLabel(words.qr.foreground, { exact: true }).fill('#5a2080'),
    () => page.getByLabel(words.qr.background, { exact: true }).fill('#fffbe8'),
    () => page.getByLabel(`${words.qr.gradient} ${words.ui.optional}`, { exact: true }).fill('#802050'),
    () => page.getByLabel(words.qr.angle).fill('90'),
    () => page.getByLabel(words.qr.caption).fill('Scan me'),
    () => page.getByLabel(words.qr.frameStyle, { exact: true }).selectOption('line'),
    () => page.getByLabel(words.qr.margin).fill('6'),
    () => page.getByLabel(words.qr.size).fill('900'),
    () => page.getByLabel(words.qr.ecc).selectOption('high'),
    () =>
      page
        .getByLabel(`${words.qr.logo} ${words.ui.optional}`)
        .setInputFiles(PICTURE)
        .then(() => page.getByLabel(words.ui.removePicture({ label: words.qr.logo })).waitFor()),
  ]) {
    await change();
    const svg = await readPreview(page);
    expect(seen.has(svg)).toBe(false);
    seen.add(svg);
  }
  expect(await scanPreview(page)).toBe(held);
  await page.getByLabel(words.qr.foreground, { exact: true }).fill('#e8d8f8');
  await page.getByText(words.qr.unreadable).waitFor();
  await page.getByLabel(words.qr.foreground, { exact: true }).fill('#9a6fb8');
  await page.getByText(words.api.warnings.contrast).waitFor();
  expect(await findBarriers()).toEqual([]);
  expect((await dashboard.callApi('GET', `/api/qr/${id}`)).details).toMatchObject({
    style: null,
    logo: null,
    frame: null,
  });

  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.links }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.ui.stay }).click();
  const dialog = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  await (await dialog).dismiss();
  await page.goBack();
  await page.getByRole('dialog', { name: words.ui.leaveTitle }).getByRole('button', { name: words.ui.stay }).click();
  await page.getByRole('button', { name: words.qr.save }).click();
  await page.getByText(words.qr.saved).first().waitFor();
  const { details } = await dashboard.callApi('GET', `/api/qr/${id}`);
  expect(details).toMatchObject({
    ...{ style: 'dots', eye_style: 'circle', foreground: 'rgb(154,111,184)', margin: 6, size: 900, ecc: 'high' },
    ...{ frame: { caption: 'Scan me', style: 'line' }, logo: expect.stringMatching(/^\d+$/) },
    gradient: { to: 'rgb(128,32,80)', angle: 90 },
  });
  for (const [kind, name] of [
    ['link', `${words.qr.download}: SVG`],
    ['link', `${words.qr.download}: PDF`],
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
  await page.getByRole('button', { name: words.bio.addBlock }).click();
  await page.getByRole('menuitem', { name: type, exact: true }).click();
  const block = page.locator('.bio-block').last();
  for (const [label, value] of Object.entries(fields)) await block.getByLabel(label, { exact: true }).fill(value);
}

test('a bio page is saved while typing, its blocks move by mouse and keyboard, and it survives a lost connection', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/bio', LIGHT);
  await page.getByRole('link', { name: words.bio.add }).click();
  await page.getByLabel(words.bio.name, { exact: true }).fill('Ada Lovelace');
  await page.getByRole('button', { name: words.bio.create }).click();
  const publish = page.getByRole('button', { name: words.bio.publish });
  await publish.waitFor();
  expect((await dashboard.server.fetch('/ada-lovelace')).status).toBe(404);
  await publish.click();
  await page.getByRole('link', { name: words.bio.open }).waitFor();
  expect((await dashboard.server.fetch('/ada-lovelace', { method: 'HEAD' })).status).toBe(200);
  const [{ id }] = (await dashboard.callApi('GET', '/api/bio')).data.bio;
  const [saved, shown] = [page.getByText(words.ui.saved, { exact: true }), page.frameLocator('iframe')];
  const readPage = async () => (await dashboard.callApi('GET', `/api/bio/${id}`)).details;
  const typesOf = async () => (await readPage()).blocks.map(({ type }: { type: string }) => type).join(' ');

  await addBlock(page, words.bio.types.link, { [words.bio.fields.title]: 'Notes' });
  await page.getByText(words.bio.incomplete).waitFor();
  await page.getByLabel(words.bio.fields.url, { exact: true }).fill('https://target.example/notes');
  await page.getByText(words.bio.incomplete).waitFor({ state: 'detached' });
  await addBlock(page, words.bio.types.heading, { [words.bio.fields.text]: 'Read me' });
  await addBlock(page, words.bio.types.text, { [words.bio.fields.text]: 'All of it' });
  await shown.getByText('All of it').waitFor();
  await saved.waitFor();
  expect(await typesOf()).toBe('link heading text');
  // The single visit; previews do not count.
  expect(await (await dashboard.server.fetch('/ada-lovelace')).text()).toContain('All of it');

  await page.getByLabel(words.bio.fields.url, { exact: true }).fill('nonsense');
  await page.getByText(words.ui.notSaved({ why: '' })).waitFor();
  await page.locator('.bio-block [aria-invalid=true]').waitFor();
  expect(await findBarriers()).toEqual([]);
  expect((await readPage()).blocks[0].url).toBe('https://target.example/notes');
  await page.getByLabel(words.bio.fields.url, { exact: true }).fill('https://target.example/other');
  await saved.waitFor();
  for (const [type, title] of [
    ['link', 'Notes'],
    ['heading', 'Read me'],
    ['text', 'All of it'],
  ] as const)
    await page.getByRole('button', { name: `${words.bio.types[type]} ${title}`, exact: true }).click();
  const heading = `${words.bio.types.heading}: Read me`;

  const handles = page.locator('.handle');
  const from = await handles.nth(1).boundingBox();
  const to = await handles.nth(0).boundingBox();
  if (!from || !to) throw new Error('the handles are not on the screen');
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y, { steps: 5 });
  await page.mouse.up();
  await page.getByText(words.ui.dropped({ name: heading, place: '1', count: 3 })).waitFor({ state: 'attached' });
  await saved.waitFor();
  expect(await typesOf()).toBe('heading link text');

  await page.getByRole('button', { name: words.ui.reorder({ name: heading }) }).focus();
  for (const key of ['Space', 'ArrowDown', 'ArrowDown', 'Escape', 'Space', 'ArrowDown', 'Space', 'ArrowDown'])
    await page.keyboard.press(key);
  await page.getByText(words.ui.dropped({ name: heading, place: '2', count: 3 })).waitFor({ state: 'attached' });
  await saved.waitFor();
  expect(await typesOf()).toBe('link heading text');

  await page.locator('input[value=terminal]').check();
  await page.getByLabel(words.bio.avatar).setInputFiles(PICTURE);
  await shown.locator('img.face').waitFor();
  await saved.waitFor();
  await page.context().setOffline(true);
  await page.getByLabel(words.bio.headline).fill('Typed without a line');
  await page.getByText(words.ui.notSaved({ why: '' })).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.links }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.ui.stay }).click();
  await page.context().setOffline(false);
  await saved.waitFor();
  await shown.getByText('Typed without a line').waitFor();
  expect(await readPage()).toMatchObject({
    headline: 'Typed without a line',
    theme: 'terminal',
    avatar: expect.any(Number),
    views: 1,
  });

  const destination = /href="([^"]+)"[^>]*><span>Notes/.exec(
    await (await dashboard.server.fetch('/ada-lovelace')).text(),
  )?.[1];
  await dashboard.server.fetch(destination ?? '', { redirect: 'manual' });
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.links }).click();
  await page.getByRole('heading', { name: words.links.title, exact: true }).waitFor();
  expect((await leave()).filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});

test('on a phone the preview is in a tab; deleting a block or a page can be undone with its counts', async () => {
  const short = { url: 'https://target.example/tour', custom: 'tour', metatitle: 'The long tour' };
  await dashboard.callApi('POST', '/api/url/add', short);
  const { page, findBarriers, leave } = await dashboard.visit('/app/bio', PHONE);
  await page.getByRole('row', { name: 'Ada Lovelace' }).click();
  await page.getByLabel(words.bio.language).selectOption({ label: 'Brazilian Portuguese' });
  await addBlock(page, words.bio.types.link, {});
  await page.getByRole('button', { name: words.bio.pickLink }).click();
  await page.getByRole('searchbox', { name: words.bio.picker.search }).fill('long tour');
  await page.getByRole('dialog').getByRole('button', { name: '/tour' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: '/tour' }).click();
  await page.frameLocator('iframe').getByText('The long tour').waitFor({ state: 'attached' });
  await page.getByText(words.ui.saved, { exact: true }).waitFor();
  const [{ id }] = (await dashboard.callApi('GET', '/api/bio')).data.bio;
  const { details } = await dashboard.callApi('GET', `/api/bio/${id}`);
  expect(details.language).toBe('pt-br');
  expect(details.blocks.at(-1)).toMatchObject({ title: 'The long tour', url: expect.stringMatching(/\/tour$/) });
  await page.getByText(words.bio.clicks({ count: 1 }), { exact: true }).waitFor();
  await page.getByRole('button', { name: words.bio.actionsOf({ name: `${words.bio.types.link}: Notes` }) }).click();
  await page.getByRole('menuitem', { name: words.bio.removeBlock }).click();
  await page.getByRole('button', { name: words.bio.undo }).click();
  await page.getByText(words.bio.clicks({ count: 1 }), { exact: true }).waitFor();
  await page.getByText(words.ui.saved, { exact: true }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('tab', { name: words.bio.preview }).click();
  await page.frameLocator('iframe').getByRole('heading', { name: 'Ada Lovelace' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: words.bio.delete }).click();
  await page.getByRole('heading', { name: words.bio.empty }).waitFor();
  await page.getByRole('button', { name: words.bio.undo }).click();
  await page.getByRole('row', { name: 'Ada Lovelace' }).waitFor();
  expect((await dashboard.callApi('GET', '/api/bio')).data.bio[0].views).toBe(2);
  expect(await leave()).toEqual([]);
});
