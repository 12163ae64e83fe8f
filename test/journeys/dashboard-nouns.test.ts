import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { chooseInMenu } from '../support/dashboard-visitor.ts';
import { waitUntil } from '../support/wait.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

/** Deletes a row and leaves the screen, which ends the time for undo. */
async function removeRow(page: Page, row: Locator, action: string): Promise<void> {
  await chooseInMenu(page, row, action);
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: words.domains.undo }).waitFor();
  await page.reload();
}

test('a domain shows its DNS status and the record to set, and its links move when it is deleted', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/domains');
  await page.getByRole('heading', { name: words.domains.empty }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel(words.domains.domain, { exact: true }).fill('not a domain');
  await page.getByRole('button', { name: words.domains.create }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  await page.getByLabel(words.domains.domain, { exact: true }).fill('https://go.example.invalid');
  await page.getByRole('button', { name: words.domains.create }).click();
  await page.getByRole('heading', { name: words.domains.records }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByLabel(words.domains.root).fill('https://example.com/home');
  await page.getByRole('button', { name: words.domains.save }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { data } = await dashboard.callApi('GET', '/api/domains');
  expect(data.domains[0]).toMatchObject({ redirectroot: 'https://example.com/home', redirect404: '' });

  await dashboard.callApi('POST', '/api/url/add', {
    url: 'https://example.com/moved',
    custom: 'moved',
    domain: 'go.example.invalid',
  });
  await page.reload();
  const row = page.getByRole('row', { name: 'go.example.invalid' });
  await chooseInMenu(page, row, words.domains.delete);
  await page.getByText(words.domains.deleteText({ links: '1' })).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: words.domains.moveAndDelete }).click();
  await page.getByRole('heading', { name: words.domains.empty }).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls?q=moved')).data.urls[0].shorturl).not.toContain('go.example');
  expect(await leave()).toEqual([]);
});

test('a campaign is created, made public, given weighted links, and deleted without its links', async () => {
  for (let number = 1; number < 30; number += 1) {
    await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/', custom: `link-${number}` });
  }
  const { id } = await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/one', custom: 'one' });
  const { page, findBarriers, leave } = await dashboard.visit('/app/campaigns');
  await page.getByRole('button', { name: words.campaigns.add }).click();
  await page.getByLabel(words.campaigns.name, { exact: true }).fill('Spring sale');
  expect(await page.getByLabel(words.campaigns.slug).inputValue()).toBe('spring-sale');
  await page.getByLabel(words.campaigns.slug).fill('spring');
  await page.getByRole('button', { name: words.campaigns.create }).click();
  await page.getByRole('heading', { name: 'Spring sale' }).waitFor();
  await page.getByRole('switch', { name: words.campaigns.isPublic }).click();
  await page.getByText(words.campaigns.listHint).waitFor();
  await page.getByRole('button', { name: words.campaigns.copyRotator }).click();
  const [campaign] = (await dashboard.callApi('GET', '/api/campaigns')).data.campaigns;
  expect(campaign).toMatchObject({ name: 'Spring sale', slug: 'spring', public: true });
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(campaign.rotator);

  await page.getByRole('button', { name: words.campaigns.assign }).click();
  const { result } = (await dashboard.callApi('GET', '/api/urls')).data;
  expect(result).toBeGreaterThanOrEqual(30);
  await page.getByRole('checkbox', { name: words.campaigns.picker.selectAll }).check();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: words.campaigns.picker.addCount({ count: result }) }).click();
  await page
    .getByText(words.campaigns.picker.added, { exact: true })
    .nth(result - 1)
    .waitFor();
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: 'example.com/one' });
  await chooseInMenu(page, row, words.campaigns.weightTitle);
  await page.getByLabel(words.campaigns.weight, { exact: true }).fill('7');
  await page.getByRole('button', { name: words.campaigns.save }).click();
  await row.getByRole('gridcell', { name: '7', exact: true }).waitFor();
  expect((await dashboard.callApi('GET', `/api/url/${id}`)).details).toMatchObject({
    campaign: campaign.id,
    weight: 7,
  });
  expect(await findBarriers()).toEqual([]);
  await chooseInMenu(page, row, words.campaigns.unassign);
  await row.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: words.campaigns.edit }).click();
  await page.getByLabel(words.campaigns.name, { exact: true }).fill('Summer sale');
  await page.getByRole('button', { name: words.campaigns.save }).click();
  await page.getByRole('heading', { name: 'Summer sale' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.campaigns }).click();
  await removeRow(page, page.getByRole('row', { name: 'Summer sale' }), words.campaigns.delete);
  await page.getByRole('heading', { name: words.campaigns.empty }).waitFor();
  expect((await dashboard.callApi('GET', `/api/url/${id}`)).details.campaign).toBe(null);
  expect(await leave()).toEqual([]);
});

test('a channel takes items of three kinds, shows their pictures, and can remove them', async () => {
  await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/two', custom: 'two' });
  await dashboard.callApi('POST', '/api/qr/add', { type: 'text', data: 'hello', name: 'Poster code' });
  await dashboard.callApi('POST', '/api/bio/add', { name: 'Ada', slug: 'ada-page' });
  const { page, findBarriers, leave } = await dashboard.visit('/app/channels');
  await page.getByRole('button', { name: words.channels.add }).click();
  await page.getByLabel(words.channels.name).fill('Newsletter');
  await page.getByLabel(words.channels.color, { exact: true }).fill('#aa3300');
  await page.getByRole('button', { name: words.channels.create }).click();
  await page.getByRole('heading', { name: words.channels.noItems }).waitFor();
  await page.getByRole('button', { name: words.channels.assign }).click();
  const sheet = page.getByRole('dialog');
  for (const [kind, name] of [
    ['links', '/two'],
    ['qr', 'Poster code'],
    ['bio', 'Ada'],
  ] as const) {
    await sheet.getByLabel(words.channels.kind).selectOption(kind);
    await sheet.getByRole('checkbox', { name }).check();
    await sheet.getByRole('button', { name: words.channels.picker.addCount({ count: 1 }) }).click();
    await sheet.getByText(words.channels.picker.added, { exact: true }).waitFor();
  }
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('.channels-item').nth(2).waitFor();
  expect(await findBarriers()).toEqual([]);
  const isDrawn = '[...document.querySelectorAll(".channels-item img")].every((img) => img.naturalWidth === 1200)';
  await waitUntil('the pictures are drawn', () => page.evaluate(isDrawn));
  await page.getByRole('button', { name: words.channels.remove({ name: 'Poster code' }) }).click();
  await page.getByText(words.channels.removed({ name: 'Poster code' })).waitFor();
  await page.locator('.channels-item').nth(2).waitFor({ state: 'detached' });

  // The form is opened before the star has arrived; it adopts the star, and saving sends only the description.
  const sent: object[] = [];
  const arrival = Promise.withResolvers<void>();
  await page.route('**/api/channel/*/update', async (route) => {
    sent.push(route.request().postDataJSON());
    if (sent.length === 1) await arrival.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: words.channels.star({ name: 'Newsletter' }) }).click();
  await page.getByRole('button', { name: words.channels.unstar({ name: 'Newsletter' }) }).waitFor();
  await page.getByRole('button', { name: words.channels.edit }).click();
  await page.getByLabel(words.channels.description).fill('Every Friday');
  const starred = sheet.getByRole('switch', { name: words.channels.starred });
  expect(await starred.isChecked()).toBe(false);
  arrival.resolve();
  await sheet.locator('[name=starred]:checked').waitFor();
  await page.getByRole('button', { name: words.channels.save }).click();
  await page.getByText('Every Friday').waitFor();
  expect(sent).toEqual([{ starred: true }, { description: 'Every Friday' }]);
  expect((await dashboard.callApi('GET', '/api/channels')).data.channels[0]).toMatchObject({
    name: 'Newsletter',
    description: 'Every Friday',
    color: '#aa3300',
    starred: true,
  });
  await page.getByRole('navigation').getByRole('link', { name: words.shell.nav.channels }).click();
  await removeRow(page, page.getByRole('row', { name: 'Newsletter' }), words.channels.delete);
  await page.getByRole('heading', { name: words.channels.empty }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a key is shown once, works, and stops working when it is revoked', async () => {
  const { page, findBarriers, leave } = await dashboard.visit('/app/keys');
  await page.getByRole('button', { name: words.keys.add }).click();
  await page.getByRole('dialog').getByLabel(words.keys.name).fill('Website');
  await page.getByLabel(words.keys.expiryLabel).fill('2031-01-01T12:00');
  await page.getByRole('button', { name: words.keys.create }).click();
  await page.getByRole('heading', { name: words.keys.shownTitle }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: words.ui.copy }).click();
  const key = await page.evaluate('navigator.clipboard.readText()');
  const use = () => dashboard.server.fetch('/api/account', { headers: { Authorization: `Bearer ${key}` } });
  expect((await use()).status).toBe(200);
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: words.ui.close }).click();
  await page.reload();
  const row = page.getByRole('row', { name: 'Website' });
  await row.waitFor();
  expect(await page.content()).not.toContain(String(key));
  await row.hover();
  await row.getByRole('button', { name: words.keys.revoke }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.keys.revoke }).click();
  await row.waitFor({ state: 'detached' });
  expect((await use()).status).toBe(401);
  expect(await leave()).toEqual([]);
});
