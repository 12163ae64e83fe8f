import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';

setDefaultTimeout(120_000);

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

/** Lets the first so many imports through and holds the next until it is let go. */
async function holdImport(page: Page, after: number): Promise<{ isHeld: Promise<void>; letGo(): void }> {
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
  return { isHeld: held.promise, letGo: free.resolve };
}

/** A file of 450 rows: two that are there, one that is taken, one that is not allowed, two that are wrong, one alias twice, an empty line. */
function writeFile(): string {
  const rows = Array.from({ length: 450 }, (_, at) => `https://example.com/${at};go/m-${at};"Line ${at}; two\nlines"`);
  rows[5] = 'https://example.com/there;go/there;';
  rows[6] = 'https://example.com/elsewhere;go/there;';
  rows[7] = 'https://example.com/docs;go/docs;';
  rows[9] = 'ftp://example.com/;go/ftp;=1+1';
  rows[300] = 'nowhere;;';
  rows[430] = 'https://example.com/again;go/m-1;';
  rows.splice(20, 0, '');
  return `\ufeffDestination;Short link;Title;Clicks\r\n${rows.map((row) => `${row}${row && ';1'}`).join('\r\n')}\r\n`;
}

test('a file is looked at first, comes in with stop and go, and what is left out comes back with its reasons', async () => {
  await world.ask('POST', '/api/url/add', { url: 'https://example.com/there', custom: 'there' });
  const { page, findBarriers, leave } = await world.visit('/app/links');
  const { isHeld, letGo } = await holdImport(page, 1);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByRole('heading', { name: 'Bring your links along' }).waitFor();
  expect(await findBarriers()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  const input = page.getByLabel('Choose a CSV file');
  await input.setInputFiles({ name: 'x.csv', mimeType: 'text/csv', buffer: Buffer.from([0x75, 0xe4, 0x0a]) });
  await page.getByText('This file is not text in UTF-8.').waitFor();
  const dataTransfer = await page.evaluateHandle(`(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['name\\nx\\n'], 'x.csv'));
    return dropped;
  })()`);
  await page.getByText('or drop it here').dispatchEvent('drop', { dataTransfer });
  await page.getByText('No column of the file holds the long URL.').waitFor();
  await page.getByRole('button', { name: 'Choose another file' }).click();

  await input.setInputFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(writeFile()) });
  await page.getByRole('heading', { name: '444 links can come in' }).waitFor();
  await page.getByText('1 link is here already').waitFor();
  await page.getByText('2 rows do not fit').waitFor();
  // As spreadsheets count: the first line is 1, and empty ones count too.
  await page.getByText('Row 11', { exact: true }).waitFor();
  await page.getByText('Row 303', { exact: true }).waitFor();
  await page.getByText('Columns that mean nothing here: Clicks.').waitFor();
  expect((await world.ask('GET', '/api/urls')).data.result).toBe(1);
  await page.getByLabel('Give them new aliases').check();
  await page.getByRole('heading', { name: '447 links can come in' }).waitFor();
  await page.getByLabel('Tag').fill('moved');
  expect(await findBarriers()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await findBarriers()).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  await page.getByRole('button', { name: 'Import 447 links' }).click();
  await isHeld;
  await page.getByText('200 of 450 rows').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  letGo();
  await page.getByRole('heading', { name: 'Stopped' }).waitFor();
  await page.getByText('400 of 450 rows').waitFor();
  expect((await world.ask('GET', '/api/urls?tag=moved')).data.result).toBe(397);
  // It is still there for whoever looks elsewhere meanwhile.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await page.getByRole('heading', { name: 'Campaigns', exact: true }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { name: 'Done' }).waitFor();
  await page.getByText('447 links are in. 3 of them got new aliases.').waitFor();
  expect(await findBarriers()).toEqual([]);

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'As CSV, with the reasons' }).click(),
  ]);
  const text = await Bun.file(await file.path()).text();
  expect([file.suggestedFilename(), text.replace('\ufeff', '').split('\r\n')]).toEqual([
    'links-refused.csv',
    [
      'Destination,Short link,Title,Clicks,Left out because',
      "ftp://example.com/,go/ftp,'=1+1,1,URL: Must begin with http:// or https://.",
      'nowhere,,,1,"URL: Must be a whole URL, such as https://example.com/page."',
      '',
    ],
  ]);
  await page.getByRole('link', { name: 'Show them' }).click();
  await page.getByRole('row', { name: 'example.com/449' }).waitFor();
  expect((await world.ask('GET', '/api/urls?tag=moved')).data.result).toBe(447);
  expect(await world.follow('m-449', {})).toBe('https://example.com/449');
  expect(await leave()).toEqual([]);
});
