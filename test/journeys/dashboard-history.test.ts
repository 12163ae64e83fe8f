import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('the page of a link shows who changed what and restores a version, and the audit log shows that', async () => {
  const { callApi } = dashboard;
  const { id } = await callApi('POST', '/api/url/add', { url: 'https://one.example/', custom: 'history' });
  await callApi('PUT', `/api/url/${id}/update`, { url: 'https://two.example/' });
  const visitor = await dashboard.visit(`/app/links/${id}`);
  const { page } = visitor;
  const { history } = words;
  await page.getByText(history.title, { exact: true }).click();
  await page.locator('del', { hasText: 'https://one.example/' }).waitFor();
  await page.getByRole('button', { name: history.restoreVersion({ number: 1 }) }).click();
  await page.getByText(history.restored({ number: 1 })).waitFor();
  await page
    .getByText(history.version({ number: 3 }))
    .first()
    .waitFor();
  expect((await callApi('GET', `/api/url/${id}`)).details.longurl).toBe('https://one.example/');
  expect(await visitor.findBarriersOnScreens()).toEqual([]);

  await page.goto(`${dashboard.server.url}/app/audit?noun=url`);
  await page.getByText(words.audit.actions.revert).click();
  await page.getByRole('dialog').locator('del', { hasText: 'https://two.example/' }).waitFor();
  expect(await visitor.leave()).toEqual([]);
});
