import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type DashboardFixture, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

/** Lets the first `after` imports pass and holds the next one until `release`. */
async function holdImport(page: Page, after: number): Promise<{ isHeld: Promise<void>; release(): void }> {
  const held = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  let count = 0;
  await page.route('**/api/urls/import?*', async (route) => {
    const isDry = route.request().url().includes('dry_run');
    if (!isDry && ++count === after + 1) {
      held.resolve();
      await free.promise;
    }
    await route.continue();
  });
  return { isHeld: held.promise, release: free.resolve };
}

/** A file with 450 rows: an existing link, a taken alias, a reserved one, two invalid rows, a repeated alias, and an empty line. */
function writeFile(): string {
  const rows = Array.from({ length: 450 }, (_, at) => `https://example.com/${at};go/m-${at};"Line ${at}; two\nlines"`);
  rows[5] = 'https://example.com/there;go/there;';
  rows[6] = 'https://example.com/elsewhere;go/there;';
  rows[7] = 'https://example.com/docs;go/docs;';
  rows[9] = 'ftp://example.com/;go/ftp;=1+1';
  rows[300] = 'nowhere;;';
  rows[430] = 'https://example.com/again;go/m-1;';
  rows.splice(20, 0, '');
  return `\ufeffDestination;Short link;Title;Clicks;Term\r\n${rows.map((row) => `${row}${row && ';1;'}`).join('\r\n')}\r\n`;
}

test('an import has a preview, can be stopped and resumed, and returns refused rows with their reasons', async () => {
  await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/there', custom: 'there' });
  const { page, findBarriers, leave } = await dashboard.visit('/app/links');
  const { isHeld, release } = await holdImport(page, 1);
  await page.getByRole('link', { name: words.links.import }).click();
  await page.getByRole('heading', { name: words.import.chooseTitle }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  const input = page.getByLabel(words.import.choose);
  await input.setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0x75, 0xe4, 0x0a]) });
  await page.getByText(words.import.problems.encoding).waitFor();
  const dataTransfer = await page.evaluateHandle(`(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['Wohin;Code\\nhttps://example.com/c;go/c-1\\n'], 'x.csv'));
    return dropped;
  })()`);
  await page.getByText(words.import.drop).dispatchEvent('drop', { dataTransfer });
  // No column has a known name, so they are chosen by hand.
  await page.getByRole('heading', { name: words.import.columnStep.title }).waitFor();
  const next = page.getByRole('button', { name: words.import.columnStep.next });
  expect(await next.isDisabled()).toBe(true);
  expect(await findBarriers()).toEqual([]);
  await page.getByLabel(words.import.columnStep.url).selectOption({ label: 'Wohin' });
  await next.click();
  await page.getByRole('heading', { name: words.import.ready({ count: 1 }) }).waitFor();
  await page.getByRole('button', { name: words.import.other }).click();

  await input.setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(writeFile()) });
  await page.getByRole('heading', { name: words.import.ready({ count: 444 }) }).waitFor();
  await page.getByText(words.import.existing({ count: 1 })).waitFor();
  await page.getByText(words.import.refused({ count: 2 })).waitFor();
  // Row numbers as in spreadsheets: the header is row 1, and empty rows count.
  await page.getByText(words.import.row({ number: '11' }), { exact: true }).waitFor();
  await page.getByText(words.import.row({ number: '303' }), { exact: true }).waitFor();
  await page.getByText(words.import.ignored({ names: 'Term' })).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls')).data.result).toBe(1);
  await page.getByLabel(words.import.rename).check();
  await page.getByRole('heading', { name: words.import.ready({ count: 447 }) }).waitFor();
  await page.getByLabel(words.import.tag).fill('moved');
  expect(await findBarriers()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findBarriers()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  await page.getByRole('button', { name: words.import.start({ count: 447 }) }).click();
  await isHeld;
  await page.getByText(words.import.progress({ done: '200', total: '450' })).waitFor();
  await page.getByRole('button', { name: words.import.stop }).click();
  release();
  await page.getByRole('heading', { name: words.import.stoppedTitle }).waitFor();
  await page.getByText(words.import.progress({ done: '400', total: '450' })).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls?tag=moved')).data.result).toBe(397);
  // The import continues after visiting another screen.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: words.shell.nav.campaigns }).click();
  await page.getByRole('heading', { name: words.campaigns.title, exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: words.import.resume }).click();
  await page.getByRole('heading', { name: words.import.doneTitle }).waitFor();
  await page.getByText(`${words.import.imported({ count: 447 })} ${words.import.renamed({ count: 3 })}`).waitFor();
  expect(await findBarriers()).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: words.import.download }).click(),
  ]);
  const text = await Bun.file(await file.path()).text();
  expect([file.suggestedFilename(), text.replace('\ufeff', '').split('\r\n')]).toEqual([
    'links-refused.csv',
    [
      `Destination,Short link,Title,Clicks,Term,${words.import.reason}`,
      `ftp://example.com/,go/ftp,'=1+1,1,,URL: ${words.api.fields.not_http}`,
      `nowhere,,,1,,"URL: ${words.api.fields.not_a_url}"`,
      '',
    ],
  ]);
  await page.getByRole('link', { name: words.import.show }).click();
  await page.getByRole('row', { name: 'example.com/449' }).waitFor();
  expect((await dashboard.callApi('GET', '/api/urls?tag=moved')).data.result).toBe(447);
  expect((await dashboard.callApi('GET', '/api/urls?short=m-449')).data.urls[0].clicks).toBe(1);
  expect(await dashboard.followLink('m-449', {})).toBe('https://example.com/449');
  expect(await leave()).toEqual([]);
});

test('an import asks about each domain that is not here: add it, or use the main host', async () => {
  const { page, findBarriersOnScreens, leave } = await dashboard.visit('/app/links/import');
  const csv = [
    'url,short_url,clicks',
    'https://moved.example/1,https://go.moved.example/moved-1,"1,204"',
    'https://moved.example/2,https://go.moved.example/moved-2,7',
    'https://moved.example/3,https://bit.example/moved-3,1',
  ].join('\n');
  const input = page.getByLabel(words.import.choose);
  await input.setInputFiles({ name: 'moved.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText(words.import.unknownDomain({ count: 2, domain: 'go.moved.example' })).waitFor();
  const start = page.getByRole('button', { name: words.import.start({ count: 3 }) });
  expect(await start.isDisabled()).toBe(true);
  expect(await findBarriersOnScreens()).toEqual([]);
  await page.getByRole('button', { name: words.import.addDomain({ domain: 'go.moved.example' }) }).click();
  await page.getByText(words.import.domainAdded({ domain: 'go.moved.example' })).waitFor();
  const host = `localhost:${new URL(dashboard.server.url).port}`;
  await page.getByRole('button', { name: words.import.useMainHost({ host }) }).click();
  await start.click();
  await page.getByRole('heading', { name: words.import.doneTitle }).waitFor();
  const { urls } = (await dashboard.callApi('GET', '/api/urls?q=moved.example&order=click')).data;
  expect(urls.map(({ shorturl, clicks }: { shorturl: string; clicks: number }) => [shorturl, clicks])).toEqual([
    ['https://go.moved.example/moved-1', 1204],
    ['https://go.moved.example/moved-2', 7],
    [`http://${host}/moved-3`, 1],
  ]);
  expect(await leave()).toEqual([]);
});
