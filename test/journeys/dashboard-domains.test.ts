import { Database as SqliteFile } from 'bun:sqlite';
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/services.ts';
import { chooseInMenu } from '../support/dashboard-visitor.ts';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';
import { newFolder } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { signpost } from '../support/server-process.ts';

setDefaultTimeout(120_000);

const OTHER = 'ben@example.com';
const LOOKS = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, viewport: { width, height: 900 } })),
);

let world: DashboardWorld;
let dataDir: string;
let otherKey: string;

beforeAll(async () => {
  dataDir = newFolder();
  const port = String(await freePort());
  world = await openDashboardWorld({ DATA_DIR: dataDir, PORT: port, BASE_URL: `http://127.0.0.1:${port}` });
  const words = ['user', 'add', '--email', OTHER, '--password', 'another long one', '--json'];
  otherKey = JSON.parse((await signpost(words, { DATA_DIR: dataDir })).stdout).apikey;
});
afterAll(() => world.close());

async function addForOther(domain: string): Promise<number> {
  const headers = { Authorization: `Bearer ${otherKey}` };
  const answer = await world.server.fetch('/api/domain/add', {
    method: 'POST',
    headers,
    body: JSON.stringify({ domain }),
  });
  return ((await answer.json()) as { id: number }).id;
}

/** Marks a domain as verified: no name service knows these names. */
function markVerified(id: number, how: 'address' | 'txt'): void {
  const file = new SqliteFile(join(dataDir, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  file.run('update domains set verified_at = 1, verified_by = ? where id = ?', [how, id]);
  file.close();
}

async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  const { width } = page.viewportSize() ?? {};
  const theme = await page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'");
  if (folder) await page.screenshot({ path: join(folder, `domains-${name}-${width}-${theme}.png`) });
}

test('a domain shows the TXT record that verifies it, and a check says what was found', async () => {
  guards('domain-verification');
  const { id } = await world.ask('POST', '/api/domain/add', { domain: 'https://go.shop.invalid' });
  const { details } = await world.ask('GET', `/api/domain/${id}`);
  const { page, findBarriers, leave } = await world.visit('/app/domains');
  const row = page.getByRole('row', { name: 'go.shop.invalid' });
  await row.getByText('Not verified').waitFor();
  await chooseInMenu(page, row, 'Settings and DNS');
  await page.getByRole('heading', { name: 'TXT record' }).waitFor();
  await page.getByRole('button', { name: 'Copy value' }).last().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(details.proof.value);
  await page.getByRole('button', { name: 'Copy name' }).last().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('_signpost.go.shop.invalid');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('Neither record was found.').waitFor();
  expect(await findBarriers()).toEqual([]);
  markVerified(id, 'address');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('The domain is verified.').waitFor();
  await page.getByText('because it points here').waitFor();
  expect(await leave()).toEqual([]);
});

test('a claim that lost says so, and an administrator sees and deletes the domains of all users', async () => {
  guards('domain-claims');
  const lost = await world.ask('POST', '/api/domain/add', { domain: 'https://brand.invalid' });
  markVerified(await addForOther('https://brand.invalid'), 'txt');
  await addForOther('https://unwanted.invalid');
  const { page, findBarriers, leave } = await world.visit('/app/domains');
  await page.getByRole('row', { name: 'brand.invalid' }).getByText('Taken', { exact: true }).waitFor();
  await page.goto(`${world.server.url}/app/domains?open=${lost.id}`);
  await page.getByText('Another user has verified this name').waitFor();
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText('This domain is already taken.').waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.goto(`${world.server.url}/app/domains`);
  await page.getByLabel('Owner').selectOption('All users');
  const row = page.getByRole('row', { name: 'unwanted.invalid' });
  await row.getByText(OTHER).waitFor();
  expect(await findBarriers()).toEqual([]);
  await chooseInMenu(page, row, 'Delete');
  await row.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('row', { name: 'brand.invalid' }).first().waitFor();
  const { data } = await world.ask('GET', '/api/domains?all=1');
  expect(data.domains.map(({ domain }: { domain: string }) => domain)).not.toContain('https://unwanted.invalid');
  expect(await leave()).toEqual([]);
});

test('a user who is no administrator is not offered the domains of others', async () => {
  guards('domain-claims');
  const who = { email: OTHER, password: 'another long one' };
  const { page, leave } = await world.visit('/app/domains', {}, who);
  await page.getByRole('row', { name: 'brand.invalid' }).getByText('Verified').waitFor();
  expect(await page.getByLabel('Owner').count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test.each(LOOKS)('the list and the record fit a screen of %o', async (options) => {
  const { id } = (await world.ask('GET', '/api/domains')).data.domains[0];
  const { page, leave } = await world.visit('/app/domains?all=1', options);
  await page.getByText(OTHER).first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await keepPicture(page, 'all');
  await page.goto(`${world.server.url}/app/domains`);
  await page.getByRole('row', { name: 'brand.invalid' }).waitFor();
  await keepPicture(page, 'list');
  await page.goto(`${world.server.url}/app/domains?open=${id}`);
  await page.getByRole('button', { name: 'Check now' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await keepPicture(page, 'record');
  expect(await leave()).toEqual([]);
});
