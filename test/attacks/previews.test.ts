import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';

setDefaultTimeout(60_000);

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

// No page of ours is like this; the frame must hold even then.
const HOSTILE = `<!doctype html><html lang="en"><head><title>x</title>
<meta http-equiv="refresh" content="0;url=/hostile"><style>body { color: red }</style>
<script>parent.hacked = 1</script></head><body><h1>Hostile</h1>
<img src="/none.png" onerror="parent.hacked = 2"><svg onload="parent.hacked = 3"></svg>
<iframe srcdoc="<script>top.hacked = 4</script>"></iframe><iframe src="javascript:top.hacked=5"></iframe>
<a id="way" href="/hostile" target="_top">a way out</a>
<form action="/hostile" target="_top"><button id="send">send</button></form></body></html>`;

test('nothing in the preview of a page can run, lead away or be counted, whatever stands in it', async () => {
  const { id } = await world.ask('POST', '/api/bio/add', { name: 'Hostile' });
  const { page } = await world.visit('/app/bio', {});
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
  // A second page is shown only after all that the first could do.
  await page.unroute('**/api/bio/preview');
  await page.getByLabel('Headline').fill('Good again');
  await frame.getByText('Good again').waitFor();
  expect(await page.evaluate('window.hacked')).toBeUndefined();
  expect(left).toEqual([]);
  expect(page.url()).toEndWith(`/app/bio/${id}`);
  await page.getByText('Saved', { exact: true }).waitFor();
  expect((await world.ask('GET', `/api/bio/${id}`)).details.views).toBe(0);
  await page.context().close();
});
