import type { Browser, Locator, Page } from 'playwright-core';
import { findSevereViolations } from './accessibility.ts';
import { returnPage, takePage, type VisitOptions } from './page-pool.ts';
import { PASSWORD } from './sign-in.ts';
import { words } from './words.ts';

/** A visit to the dashboard in a browser, with everything that went wrong in it. */
export interface DashboardVisitor {
  page: Page;
  /** Accessibility violations on the current screen that axe calls serious or critical, one line each. */
  findBarriers(): Promise<string[]>;
  /** The same at 390 pixels in dark and at 1440 pixels in light, and whether anything is wider than the screen. */
  findBarriersOnScreens(): Promise<string[]>;
  /** Ends the visit. Returns requests to other hosts, policy violations and script errors. */
  leave(): Promise<string[]>;
}

/** Whether nothing on the current screen is wider than the screen. */
export async function isFitting(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth <= innerWidth')) === true;
}

/**
 * Opens another screen of the workspace, such as `/links?q=spring`, and waits until its content is there. Like a click on a link
 * inside the dashboard, it does not load the dashboard again, which takes six times as long.
 */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    const [base] = location.pathname.match(/^\\/app\\/w\\/\\d+/);
    const state = { step: history.state?.step ?? 0 };
    history.pushState(state, '', base + ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state }));
  }`);
  await page.locator('#root :is(.skeleton, [aria-busy=true])').first().waitFor({ state: 'detached' });
  await page.locator('h1').first().waitFor();
}

// Each width and each theme once: contrast depends on the theme, layout on the width.
const VARIANTS = [
  [390, 'dark'],
  [1440, 'light'],
] as const;

/** Opens the dashboard in a page that shares no storage with other open ones. */
export async function visitDashboard(
  browser: Browser,
  url: string,
  path: string,
  options: VisitOptions = {},
): Promise<DashboardVisitor> {
  const page = await takePage(browser, options);
  const context = page.context();
  const problems: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:')) problems.push(request.url());
  });
  // The console also reports every 4xx status, and a 401 is how the API says that nobody is signed in.
  context.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource: the server responded'))
      problems.push(text);
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  await page.goto(url + path);
  const findBarriers = () => findSevereViolations(page);

  return {
    page,
    findBarriers,
    async findBarriersOnScreens() {
      const barriers: string[] = [];
      for (const [width, colorScheme] of VARIANTS) {
        await page.setViewportSize({ width, height: 900 });
        // Without transitions, so that the colors are final at once.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const found = await findBarriers();
        barriers.push(...found.map((barrier) => `${width} ${colorScheme}: ${barrier}`));
        if (!(await isFitting(page))) barriers.push(`${width}: something is wider than the screen`);
      }
      return barriers;
    },
    async leave() {
      await returnPage(page, url);
      return problems;
    },
  };
}

/** A field with a problem, by its name in the form. */
export function invalidField(page: Page, name: string): Locator {
  return page.locator(`[name=${name}][aria-invalid=true]`);
}

/** Chooses an action from the menu of a row. */
export async function chooseInMenu(page: Page, row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: words.ui.actions }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Signs in on the sign-in screen. */
export async function signInOnScreen(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel(words.shell.signIn.email).fill(email);
  await page.getByLabel(words.shell.signIn.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: words.shell.signIn.submit }).click();
}
