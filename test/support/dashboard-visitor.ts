import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { PASSWORD } from './sign-in.ts';

/** Someone who looks at the dashboard, and what the browser held against it. */
export interface DashboardVisitor {
  page: Page;
  /** What axe calls serious or critical on the screen as it is now, one line each. */
  findBarriers(): Promise<string[]>;
  /** Ends the visit; returns requests to other hosts, breaches of the policy, and scripts that failed. */
  leave(): Promise<string[]>;
}

/** Opens the dashboard in a browser of its own: what it keeps is not shared. */
export async function visitDashboard(
  browser: Browser,
  url: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<DashboardVisitor> {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  });
  const complaints: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  // A status of 4xx is told on the console too, and is how the API says that nobody is signed in.
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource: the server responded'))
      complaints.push(text);
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  const page = await context.newPage();
  // Sooner than a test's own limit, which would end the browser with it.
  page.setDefaultTimeout(12_000);
  await page.goto(url + path);
  return {
    page,
    async findBarriers() {
      // In a preview no script runs, and so neither does axe; its pages have tests of their own.
      // Without a second page to gather what was found in frames of other hosts: there are none.
      const { violations } = await new AxeBuilder({ page }).exclude('iframe[sandbox]').setLegacyMode(true).analyze();
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    async leave() {
      await context.close();
      return complaints;
    },
  };
}

/** Chooses from the menu of a row. */
export async function chooseInMenu(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Signs in on the screen that asks for it. */
export async function signInOnScreen(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
