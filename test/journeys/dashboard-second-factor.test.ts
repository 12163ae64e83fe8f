import { afterAll, beforeAll, expect, test } from 'bun:test';
import { totpCode } from '../../src/lib/totp.ts';
import { type DashboardFixture, EMAIL, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words } from '../support/words.ts';

const { secondFactor: t } = words;
const { signIn } = words.shell;

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

/** The code of the app in some steps. */
function codeOf(secret: string, later = 0): string {
  return totpCode(secret, Math.floor(Date.now() / 30_000) + later);
}

test('an authenticator app is set up in the settings; then signing in asks for its code', async () => {
  const { page } = await dashboard.visit('/app/settings', {}, { hasOwnSession: true });
  await page.getByRole('button', { name: t.start }).click();
  await page.getByAltText(t.scanAlt).waitFor();
  const secret =
    (await page.locator('.card').filter({ hasText: t.typeSecret }).innerText()).match(/[A-Z2-7]{32}/)?.[0] ?? '';
  await page.getByLabel(t.code).fill(codeOf(secret));
  await page.getByRole('button', { name: t.confirm }).click();
  await page.getByRole('button', { name: t.recoverySaved }).click();
  await page.getByText(t.activeText).waitFor();

  const fresh = await dashboard.browser.newContext();
  const other = await fresh.newPage();
  await other.goto(`${dashboard.server.url}/app`);
  await other.getByLabel(signIn.email).fill(EMAIL);
  await other.getByLabel(signIn.password, { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: signIn.submit }).click();
  await other.getByLabel(signIn.code).fill(codeOf(secret, 1));
  await other.getByRole('button', { name: signIn.submit }).click();
  await other.getByRole('navigation').first().waitFor();
  expect(await other.getByLabel(signIn.password, { exact: true }).count()).toBe(0);
  await fresh.close();
});
