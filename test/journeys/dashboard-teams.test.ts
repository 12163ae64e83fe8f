import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { visitDashboard } from '../support/dashboard-visitor.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words } from '../support/words.ts';

let d: DashboardFixture;

beforeAll(async () => {
  d = await openDashboardFixture({ REGISTRATION: 'closed' });
});
afterAll(() => d.close());

const GUEST = 'grace@example.com';

test('a team: create a workspace, invite somebody without an account, move a link, remove the member', async () => {
  const ada = await d.visit('/app/links');
  const { page } = ada;
  await d.callApi('POST', '/api/url/add', { url: 'https://example.com/', custom: 'team' });

  await page.getByRole('button', { name: words.workspaces.switch }).click();
  await page.getByRole('menuitem', { name: words.workspaces.new }).click();
  await page.getByLabel(words.workspaces.name).fill('Marketing');
  await page.getByRole('button', { name: words.workspaces.create }).click();
  await page.waitForURL(/\/app\/w\/\d+\/members$/);
  const base = new URL(page.url()).pathname.replace('/members', '');

  await page.getByRole('button', { name: words.members.invite }).click();
  await page.getByLabel(words.members.email).fill(GUEST);
  await page.getByLabel(words.members.role).selectOption('viewer');
  await page.getByRole('button', { name: words.members.makeInvitation }).click();
  const link = new URL((await page.locator('.copy-line code').textContent()) ?? '');
  await page.getByRole('dialog').getByRole('button', { name: words.ui.close, exact: true }).last().click();
  await page.getByRole('row', { name: GUEST }).waitFor();
  expect(await ada.findBarriersOnScreens()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });

  // A URL without a workspace opens the own one, and then names it. One of its links moves.
  await page.goto(`${d.server.url}/app/links?q=team`);
  await page.waitForURL(/\/app\/w\/\d+\/links\?q=team$/);
  await page.getByRole('row', { name: /team/ }).getByRole('checkbox').check();
  await page.getByRole('button', { name: words.move.move }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.move.move, exact: true }).click();
  await page.getByText(words.move.moved({ count: 1, workspace: 'Marketing' })).waitFor();

  const grace = await visitDashboard(d.browser, d.server.url, link.pathname + link.hash);
  await grace.page.getByLabel(words.invitation.email).fill(GUEST);
  await grace.page.getByLabel(words.invitation.username).fill('grace');
  await grace.page.getByLabel(words.invitation.password, { exact: true }).fill(PASSWORD);
  expect(await grace.findBarriersOnScreens()).toEqual([]);
  await grace.page.setViewportSize({ width: 1280, height: 800 });
  await grace.page.getByRole('button', { name: words.invitation.register }).click();
  await grace.page.waitForURL(`${d.server.url}${base}`);

  await grace.page.getByRole('navigation').getByRole('link', { name: words.shell.nav.links }).click();
  await grace.page.getByRole('row', { name: /team/ }).waitFor();
  expect(new URL(grace.page.url()).pathname).toBe(`${base}/links`);
  expect(await grace.page.getByRole('button', { name: words.links.new }).count()).toBe(0);
  await grace.page.goto(`${d.server.url}${base}/pixels`);
  await grace.page.getByText(words.roles.readOnly.admin).waitFor();

  await page.goto(`${d.server.url}${base}/members`);
  const row = page.getByRole('row', { name: GUEST });
  await row.hover();
  await row.getByRole('button', { name: words.members.changeMember({ name: 'grace' }) }).click();
  await page.getByRole('menuitem', { name: words.members.remove }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.members.remove }).click();
  await row.waitFor({ state: 'detached' });
  await grace.page.goto(`${d.server.url}${base}/links`);
  await grace.page.getByText(words.workspaces.goneText).waitFor();

  expect(await ada.leave()).toEqual([]);
  expect(await grace.leave()).toEqual([]);
});
