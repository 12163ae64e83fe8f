import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

const { moving, ...texts } = words.import;
const FILE =
  'Deep link (link),Short link,Archived?\nhttps://example.com/1,https://old.page.link/f-1,yes\nftp://example.com/,https://old.page.link/f-2,\n';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('links of another service are checked first and then imported in the background', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/links/import');
  await page.getByLabel(moving.product).selectOption('firebase');
  const input = page.getByLabel(moving.chooseFile, { exact: true });
  await input.setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: moving.check }).click();
  await page.getByRole('heading', { name: moving.checked }).waitFor();
  await page.getByText('f-2').waitFor();
  expect((await dashboard.callApi('GET', '/api/urls')).data.result).toBe(0);
  await page.getByLabel(moving.target({ domain: 'old.page.link' })).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: texts.import, exact: true }).click();
  await page.getByRole('heading', { name: moving.statuses.done }).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls')).data.urls).toMatchObject([{ alias: 'f-1', status: 'active' }]);
  await leave();
});
