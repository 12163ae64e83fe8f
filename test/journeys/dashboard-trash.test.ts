import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;
beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('a user schedules a change of a link, and restores a deleted link whose alias is taken', async () => {
  const { callApi } = dashboard;
  const { id } = await callApi('POST', '/api/url/add', { url: 'https://example.com/old', custom: 'spring' });
  const visitor = await dashboard.visit(`/app/links/${id}`);
  const { page } = visitor;
  await page.getByRole('button', { name: words.ui.actions }).last().click();
  await page.getByRole('menuitem', { name: words.linkSchedule.add }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(words.linkSchedule.at).fill('2031-01-02T09:00');
  await sheet.getByLabel(words.linkSchedule.url).fill('https://example.com/sale');
  await sheet.getByRole('button', { name: words.linkSchedule.save }).click();
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('https://example.com/sale').waitFor();
  expect(await visitor.findBarriersOnScreens()).toEqual([]);
  await page.getByRole('button', { name: words.linkSchedule.cancel }).click();
  await page.getByText('https://example.com/sale').waitFor({ state: 'detached' });

  await callApi('DELETE', `/api/url/${id}/delete`);
  await callApi('POST', '/api/url/add', { url: 'https://example.com/new', custom: 'spring' });
  await page.goto(`${dashboard.server.url}/app/trash`);
  await page.getByRole('button', { name: words.trash.restore({ name: 'spring' }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(words.trash.custom).fill('spring-2');
  expect(await visitor.findBarriersOnScreens()).toEqual([]);
  await dialog.getByRole('button', { name: words.trash.restoreIt }).click();
  await page.getByText(words.trash.empty).waitFor();
  expect(await dashboard.followLink('spring-2', {})).toBe('https://example.com/old');
  expect(await visitor.leave()).toEqual([]);
});
