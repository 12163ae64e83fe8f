import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DashboardFixture, EMAIL, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { signInOnScreen, visitDashboard } from '../support/dashboard-visitor.ts';
import { newFolder } from '../support/engines.ts';
import { startServer } from '../support/server-process.ts';
import { waitUntil } from '../support/wait.ts';
import { words, wordsInGerman } from '../support/words.ts';

let dashboard: DashboardFixture;
const settings = { DATA_DIR: newFolder() };

beforeAll(async () => {
  dashboard = await openDashboardFixture(settings);
});
afterAll(() => dashboard.close());

function translate(path: string, change: (texts: Record<string, unknown>) => void): void {
  const texts = JSON.parse(readFileSync(path, 'utf8'));
  change(texts);
  writeFileSync(path, JSON.stringify(texts));
}

/** A checkout whose only difference is a folder `locales/fr`, in which three texts are translated. */
function addFrench(): string {
  const checkout = newFolder();
  for (const name of ['bin', 'src', 'web', 'client', 'scripts', 'locales', 'package.json', 'tsconfig.json'])
    cpSync(name, join(checkout, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
  const french = join(checkout, 'locales/fr');
  cpSync(join(checkout, 'locales/en'), french, { recursive: true });
  translate(join(french, 'pixels.json'), (texts) => Object.assign(texts, { empty: 'Aucun pixel' }));
  translate(join(french, 'shell.json'), (texts) => Object.assign(texts.signIn as object, { title: 'Connexion' }));
  translate(join(french, 'public-pages.json'), (texts) =>
    Object.assign(texts.notFound as object, { heading: 'Introuvable' }),
  );
  return checkout;
}

test('a folder in locales is a language of the dashboard and of the public pages, without any other change', async () => {
  const program = [join(addFrench(), 'bin/signpost')];
  const server = await startServer({ DATA_DIR: newFolder(), RATE_LIMIT: '100000' }, { program });
  const missing = await server.fetch('/no-such-link', { headers: { 'Accept-Language': 'fr-CA' } });
  expect(await missing.text()).toContain('Introuvable');
  const { page, leave } = await visitDashboard(dashboard.browser, server.url, '/app', { locale: 'fr-FR' });
  await page.getByRole('heading', { name: 'Connexion' }).waitFor();
  expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
  expect(await leave()).toEqual([]);
  await server.end();
});

test('the menu and the settings list every language by its own name', async () => {
  const program = [join(addFrench(), 'bin/signpost')];
  const environment = { ...settings, RATE_LIMIT: '100000' };
  // The account is in the store of the other server.
  await dashboard.server.end();
  const server = await startServer(environment, { program });
  const { page, leave } = await visitDashboard(dashboard.browser, server.url, '/app/pixels', { isFirstVisit: true });
  await signInOnScreen(page, EMAIL);
  await page.getByRole('button', { name: words.shell.account({ email: EMAIL }) }).click();
  await page.getByRole('menuitem', { name: 'Français' }).click();
  await page.getByRole('heading', { name: 'Aucun pixel' }).waitFor();
  await page.goto(`${server.url}/app/settings`);
  const options = page.getByLabel(words.settings.language).locator('option');
  await options.first().waitFor({ state: 'attached' });
  const names = await options.allTextContents();
  expect(names).toEqual(['English', 'Deutsch', 'Français']);
  expect(await leave()).toEqual([]);
  await server.end();
});

test('the texts are one request, and the language can be switched without a connection', async () => {
  const server = await startServer({ ...settings, RATE_LIMIT: '100000' });
  const { page, leave } = await visitDashboard(dashboard.browser, server.url, '/app/pixels', { isFirstVisit: true });
  await signInOnScreen(page, EMAIL);
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.reload();
  await page.getByRole('heading', { name: words.pixels.empty }).waitFor();
  const isLoaded =
    "performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/texts-de-') && responseEnd > 0)";
  await waitUntil('the German texts are there', () => page.evaluate(isLoaded));
  expect(requested.filter((url) => url.includes('/texts-en-'))).toHaveLength(1);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: words.shell.account({ email: EMAIL }) }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: wordsInGerman.pixels.empty }).waitFor();
  await page.getByText(wordsInGerman.shell.offline).waitFor();
  await page.context().setOffline(false);
  await leave();
  await server.end();
});
