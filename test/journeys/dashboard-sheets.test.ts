import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { chooseInMenu } from '../support/dashboard-visitor.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

async function isFocused(page: Page, selector: string): Promise<void> {
  await page.locator(`${selector}:focus`).waitFor();
}

test('Back closes a sheet, the focus is never lost, and a notification covers no button', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    await dashboard.callApi('POST', '/api/pixel/add', { type: 'shortvideo', name, tag: 'C0ABCDEFGHIJ12345678' });
  }
  const { page, findBarriers, leave } = await dashboard.visit('/app/pixels');
  const sheet = page.getByRole('dialog');
  await chooseInMenu(page, page.getByRole('row', { name: 'Three' }), words.pixels.delete);
  await isFocused(page, '[role=row][data-index="0"]');
  await page.getByRole('button', { name: words.pixels.undo }).click();

  await page.getByRole('button', { name: words.pixels.add }).click();
  await sheet.getByLabel(words.pixels.name).waitFor();
  await page.goBack();
  await sheet.waitFor({ state: 'detached' });
  expect(page.url()).toMatch(/\/app\/w\/\d+\/pixels$/);
  await isFocused(page, '.page-actions .button');

  await page.keyboard.press('Enter');
  await sheet.getByLabel(words.pixels.name).fill('Draft');
  await page.keyboard.press('Escape');
  await isFocused(page, '.modal-ask .button.quiet');
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Enter');
  await isFocused(page, '[name=name]');
  await page.goBack();
  await page.getByRole('heading', { name: words.ui.leaveTitle }).waitFor();
  await isFocused(page, '.dialog .button.primary');
  await page.getByRole('button', { name: words.ui.leave, exact: true }).click();
  await sheet.waitFor({ state: 'detached' });

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await chooseInMenu(page, page.getByRole('row', { name: 'Two' }), words.pixels.delete);
  await page.getByRole('button', { name: words.pixels.add }).click();
  await page.locator('.modal .form-end').waitFor();
  const [toasts, end] = await Promise.all([
    page.locator('.toasts').boundingBox(),
    page.locator('.modal .form-end').boundingBox(),
  ]);
  expect((toasts?.y ?? 0) + (toasts?.height ?? 0)).toBeLessThanOrEqual(end?.y ?? 0);
  expect(await findBarriers()).toEqual([]);
  expect(await leave()).toEqual([]);
});
