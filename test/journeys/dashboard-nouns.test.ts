import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { chooseInMenu } from '../support/dashboard-visitor.ts';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';

setDefaultTimeout(120_000);

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

/** Deletes, and leaves before the undo is over, so that it is done for good. */
async function removeRow(page: Page, row: Locator, action: string): Promise<void> {
  await chooseInMenu(page, row, action);
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.reload();
}

test('a domain shows where it points and what to set, and its links move when it is deleted', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/domains');
  await page.getByRole('heading', { name: 'No domains yet' }).waitFor();
  await page.keyboard.press('c');
  await page.getByLabel('Domain', { exact: true }).fill('not a domain');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.locator('[aria-invalid=true]').waitFor();
  await page.getByLabel('Domain', { exact: true }).fill('https://go.example.invalid');
  await page.getByRole('button', { name: 'Add domain' }).click();
  await page.getByRole('heading', { name: 'The record to set' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByLabel('Visitors of the bare domain go to').fill('https://example.com/home');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const { data } = await world.ask('GET', '/api/domains');
  expect(data.domains[0]).toMatchObject({ redirectroot: 'https://example.com/home', redirect404: '' });

  await world.ask('POST', '/api/url/add', {
    url: 'https://example.com/moved',
    custom: 'moved',
    domain: 'go.example.invalid',
  });
  await page.reload();
  const row = page.getByRole('row', { name: 'go.example.invalid' });
  await chooseInMenu(page, row, 'Delete');
  await page.getByText('they move to the main host').waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('button', { name: 'Move links and delete' }).click();
  await page.getByRole('heading', { name: 'No domains yet' }).waitFor();
  expect((await world.ask('GET', '/api/urls?q=moved')).data.urls[0].shorturl).not.toContain('go.example');
  expect(await leave()).toEqual([]);
});

test('a campaign is made, opened to everyone, given links with weights, and deleted without them', async () => {
  const { id } = await world.ask('POST', '/api/url/add', { url: 'https://example.com/one', custom: 'one' });
  const { page, findBarriers, leave } = await world.visit('/app/campaigns');
  await page.getByRole('button', { name: 'New campaign' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Spring sale');
  await page.getByLabel('Name in its address').fill('spring');
  await page.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByRole('heading', { name: 'Spring sale' }).waitFor();
  await page.getByRole('switch', { name: 'Public' }).click();
  await page.getByText('A page with all links of the campaign.').waitFor();
  await page.getByRole('button', { name: 'Copy rotator address' }).click();
  const [campaign] = (await world.ask('GET', '/api/campaigns')).data.campaigns;
  expect(campaign).toMatchObject({ name: 'Spring sale', slug: 'spring', public: true });
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(campaign.rotator);

  await page.getByRole('button', { name: 'Add links' }).click();
  await page.getByRole('button', { name: '/one' }).click();
  await page.getByText('In it', { exact: true }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Escape');
  const row = page.getByRole('row', { name: '/one' });
  await chooseInMenu(page, row, 'Change weight');
  await page.getByLabel('Weight', { exact: true }).fill('7');
  await page.getByRole('button', { name: 'Save' }).click();
  await row.getByRole('gridcell', { name: '7', exact: true }).waitFor();
  expect((await world.ask('GET', `/api/url/${id}`)).details).toMatchObject({ campaign: campaign.id, weight: 7 });
  expect(await findBarriers()).toEqual([]);
  await chooseInMenu(page, row, 'Take out');
  await page.getByRole('heading', { name: 'No links in this campaign' }).waitFor();

  await page.getByRole('button', { name: 'Edit campaign' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Summer sale');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Summer sale' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Campaigns' }).click();
  await removeRow(page, page.getByRole('row', { name: 'Summer sale' }), 'Delete');
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  expect((await world.ask('GET', `/api/url/${id}`)).details.campaign).toBe(null);
  expect(await leave()).toEqual([]);
});

test('a channel takes in things of three kinds, shows their pictures, and lets them go', async () => {
  await world.ask('POST', '/api/url/add', { url: 'https://example.com/two', custom: 'two' });
  await world.ask('POST', '/api/qr/add', { type: 'text', data: 'hello', name: 'Poster code' });
  await world.ask('POST', '/api/bio/add', { name: 'Ada', slug: 'ada-page' });
  const { page, findBarriers, leave } = await world.visit('/app/channels');
  await page.getByRole('button', { name: 'New channel' }).click();
  await page.getByLabel('Name').fill('Newsletter');
  await page.getByLabel('Colour', { exact: true }).fill('#aa3300');
  await page.getByRole('button', { name: 'Create channel' }).click();
  await page.getByRole('heading', { name: 'Nothing in this channel' }).waitFor();
  await page.getByRole('button', { name: 'Add to channel' }).click();
  const sheet = page.getByRole('dialog');
  for (const [kind, name] of [
    ['links', '/two'],
    ['qr', 'Poster code'],
    ['bio', 'Ada'],
  ] as const) {
    await sheet.getByLabel('What to add').selectOption(kind);
    await sheet.getByRole('button', { name }).click();
    await sheet.getByText('In it', { exact: true }).waitFor();
  }
  expect(await findBarriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('.channels-item').nth(2).waitFor();
  expect(await findBarriers()).toEqual([]);
  const isDrawn = '[...document.querySelectorAll(".channels-item img")].every((img) => img.naturalWidth === 1200)';
  await page.waitForFunction(isDrawn);
  await page.getByRole('button', { name: 'Take Poster code out' }).click();
  await page.getByText('Poster code is out of the channel.').waitFor();
  await page.locator('.channels-item').nth(2).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Make Newsletter a favourite' }).click();
  await page.getByRole('button', { name: 'Newsletter is a favourite no more' }).waitFor();
  await page.getByRole('button', { name: 'Edit channel' }).click();
  await page.getByLabel('What it is for').fill('Every Friday');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Every Friday').waitFor();
  expect((await world.ask('GET', '/api/channels')).data.channels[0]).toMatchObject({
    name: 'Newsletter',
    description: 'Every Friday',
    color: '#aa3300',
    starred: true,
  });
  await page.getByRole('navigation').getByRole('link', { name: 'Channels' }).click();
  await removeRow(page, page.getByRole('row', { name: 'Newsletter' }), 'Delete');
  await page.getByRole('heading', { name: 'No channels yet' }).waitFor();
  expect(await leave()).toEqual([]);
});

test('a key is shown once, works, and is shut out when it is revoked', async () => {
  const { page, findBarriers, leave } = await world.visit('/app/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Website');
  await page.getByLabel('Works until').fill('2031-01-01T12:00');
  await page.getByRole('button', { name: 'Create key' }).click();
  await page.getByRole('heading', { name: 'Your new key' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
  const key = await page.evaluate('navigator.clipboard.readText()');
  const use = () => world.server.fetch('/api/account', { headers: { Authorization: `Bearer ${key}` } });
  expect((await use()).status).toBe(200);
  await page.getByRole('dialog').locator('.form-buttons').getByRole('button', { name: 'Close' }).click();
  await page.reload();
  const row = page.getByRole('row', { name: 'Website' });
  await row.waitFor();
  expect(await page.content()).not.toContain(String(key));
  await row.hover();
  await row.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
  await row.waitFor({ state: 'detached' });
  expect((await use()).status).toBe(401);
  expect(await leave()).toEqual([]);
});
