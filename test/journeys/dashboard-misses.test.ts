import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

let dashboard: DashboardFixture;
beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('an administrator sees what visitors asked for, the alias they meant, and creates the missing link', async () => {
  const { callApi, server } = dashboard;
  await callApi('POST', '/api/url/add', { url: 'https://example.com/spring', custom: 'spring' });
  for (const code of ['sprnig', 'winter'])
    await server.fetch(`/${code}`, { redirect: 'manual', headers: { 'User-Agent': CHROME } });
  const visitor = await dashboard.visit('/app/domains/main/misses');
  const { page } = visitor;
  const rowOf = (code: string) => page.getByRole('row').filter({ has: page.getByText(code, { exact: true }) });
  await rowOf('sprnig').getByRole('link', { name: 'spring', exact: true }).waitFor();
  expect(await visitor.findBarriersOnScreens()).toEqual([]);

  await rowOf('winter').getByRole('link', { name: words.misses.create }).click();
  const sheet = page.getByRole('dialog');
  expect(await sheet.getByLabel(words.linkForm.alias).inputValue()).toBe('winter');
  await sheet.getByLabel(words.linkForm.url).fill('https://example.com/winter');
  await sheet.getByRole('button', { name: words.linkForm.create }).click();
  await sheet.waitFor({ state: 'detached' });
  expect(await dashboard.followLink('winter', { 'User-Agent': CHROME })).toBe('https://example.com/winter');
  await page.goto(`${server.url}/app/domains/main/misses`);
  await rowOf('winter').getByText(words.misses.exists).waitFor();
  expect(await visitor.leave()).toEqual([]);
});
