import { Database as SqliteFile } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../scripts/services.ts';
import { domainTaken } from '../../src/resources/domains/domain.ts';
import { addAccount } from '../support/add-account.ts';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { chooseInMenu } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { words } from '../support/words.ts';

const OTHER = 'ben@example.com';
const LOOKS = [390, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, viewport: { width, height: 900 } })),
);

let dashboard: DashboardFixture;
let dataDir: string;
let otherKey: string;

beforeAll(async () => {
  dataDir = newFolder();
  const port = String(await freePort());
  dashboard = await openDashboardFixture({ DATA_DIR: dataDir, PORT: port, BASE_URL: `http://127.0.0.1:${port}` });
  otherKey = await addAccount({ DATA_DIR: dataDir }, { email: OTHER, password: 'another long one' });
});
afterAll(() => dashboard.close());

async function addForOther(domain: string): Promise<number> {
  const headers = { Authorization: `Bearer ${otherKey}` };
  const answer = await dashboard.server.fetch('/api/domain/add', {
    method: 'POST',
    headers,
    body: JSON.stringify({ domain }),
  });
  return ((await answer.json()) as { id: number }).id;
}

/** Marks a domain as verified: no DNS server knows these names. */
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

test('a domain shows the TXT record that verifies it, and a check shows what it found', async () => {
  guards('domain-verification');
  const { id } = await dashboard.callApi('POST', '/api/domain/add', { domain: 'https://go.shop.invalid' });
  const { details } = await dashboard.callApi('GET', `/api/domain/${id}`);
  const { page, findBarriers, leave } = await dashboard.visit('/app/domains');
  const row = page.getByRole('row', { name: 'go.shop.invalid' });
  await row.getByText(words.domains.unverified).waitFor();
  await chooseInMenu(page, row, words.domains.settings);
  await page.getByRole('heading', { name: words.domains.proof }).waitFor();
  await page.getByRole('button', { name: words.domains.copyValue }).last().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(details.proof.value);
  await page.getByRole('button', { name: words.domains.copyName }).last().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('_signpost.go.shop.invalid');
  await page.getByRole('button', { name: words.domains.check }).click();
  await page.getByText(words.domains.checkedNothing).waitFor();
  expect(await findBarriers()).toEqual([]);
  markVerified(id, 'address');
  await page.getByRole('button', { name: words.domains.check }).click();
  await page.getByText(words.domains.checkedVerified).waitFor();
  await page.getByText(words.domains.byAddressText).waitFor();
  expect(await leave()).toEqual([]);
});

test('a losing claim is marked, and an administrator sees and deletes the domains of all users', async () => {
  guards('domain-claims');
  const lost = await dashboard.callApi('POST', '/api/domain/add', { domain: 'https://brand.invalid' });
  markVerified(await addForOther('https://brand.invalid'), 'txt');
  await addForOther('https://unwanted.invalid');
  const { page, findBarriers, leave } = await dashboard.visit('/app/domains');
  await page.getByRole('row', { name: 'brand.invalid' }).getByText(words.domains.taken, { exact: true }).waitFor();
  await page.goto(`${dashboard.server.url}/app/domains?open=${lost.id}`);
  await page.getByText(words.domains.takenText).waitFor();
  await page.getByRole('button', { name: words.domains.check }).click();
  // The rest of the message says what to do.
  const [taken = ''] = domainTaken.message.split('{');
  await page.getByText(taken.trim()).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.goto(`${dashboard.server.url}/app/domains`);
  await page.getByLabel(words.domains.owner).selectOption(words.takeDown.everyone);
  const row = page.getByRole('row', { name: 'unwanted.invalid' });
  await row.getByText(OTHER).waitFor();
  expect(await findBarriers()).toEqual([]);
  await chooseInMenu(page, row, words.domains.delete);
  await row.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('row', { name: 'brand.invalid' }).first().waitFor();
  const { data } = await dashboard.callApi('GET', '/api/domains?all=1');
  expect(data.domains.map(({ domain }: { domain: string }) => domain)).not.toContain('https://unwanted.invalid');
  expect(await leave()).toEqual([]);
});

test('a user who is not an administrator cannot list the domains of others', async () => {
  guards('domain-claims');
  const who = { email: OTHER, password: 'another long one' };
  const { page, leave } = await dashboard.visit('/app/domains', {}, who);
  await page.getByRole('row', { name: 'brand.invalid' }).getByText(words.domains.verified).waitFor();
  expect(await page.getByLabel(words.domains.owner).count()).toBe(0);
  expect(await leave()).toEqual([]);
});

test.each(LOOKS)('the list and the TXT record fit a screen of %o', async (options) => {
  const { id } = (await dashboard.callApi('GET', '/api/domains')).data.domains[0];
  const { page, leave } = await dashboard.visit('/app/domains?all=1', options);
  await page.getByText(OTHER).first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await keepPicture(page, 'all');
  await page.goto(`${dashboard.server.url}/app/domains`);
  await page.getByRole('row', { name: 'brand.invalid' }).waitFor();
  await keepPicture(page, 'list');
  await page.goto(`${dashboard.server.url}/app/domains?open=${id}`);
  await page.getByRole('button', { name: words.domains.check }).scrollIntoViewIfNeeded();
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await keepPicture(page, 'record');
  expect(await leave()).toEqual([]);
});
