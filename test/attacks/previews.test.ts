import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

// None of our pages contains this HTML; the sandbox must hold even if one did.
const HOSTILE = `<!doctype html><html lang="en"><head><title>x</title>
<meta http-equiv="refresh" content="0;url=/hostile"><style>body { color: red }</style>
<script>parent.hacked = 1</script></head><body><h1>Hostile</h1>
<img src="/none.png" onerror="parent.hacked = 2"><svg onload="parent.hacked = 3"></svg>
<iframe srcdoc="<script>top.hacked = 4</script>"></iframe><iframe src="javascript:top.hacked=5"></iframe>
<a id="way" href="/hostile" target="_top">a way out</a>
<form action="/hostile" target="_top"><button id="send">send</button></form></body></html>`;

test('a preview runs no script, navigates nowhere and counts nothing, whatever its HTML contains', async () => {
  const { id } = await dashboard.callApi('POST', '/api/bio/add', { name: 'Hostile' });
  const { page } = await dashboard.visit('/app/bio', {});
  await page.route('**/api/bio/preview', (route) => route.fulfill({ json: { error: 0, html: HOSTILE } }));
  const left: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/hostile')) left.push(request.url());
  });
  await page.getByRole('row', { name: 'Hostile' }).click();
  const frame = page.frameLocator('iframe[sandbox]');
  await frame.getByRole('heading', { name: 'Hostile' }).waitFor();
  await frame.locator('#way').click();
  await frame.locator('#send').click();
  // The second preview appears only after everything that the first could do.
  await page.unroute('**/api/bio/preview');
  await page.getByLabel(words.bio.headline).fill('Good again');
  await frame.getByText('Good again').waitFor();
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(left).toEqual([]);
  expect(page.url()).toEndWith(`/bio/${id}`);
  await page.getByText(words.ui.saved, { exact: true }).waitFor();
  expect((await dashboard.callApi('GET', `/api/bio/${id}`)).details.views).toBe(0);
  await page.context().close();
});
