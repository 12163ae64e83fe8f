import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type DashboardWorld, EMAIL, openDashboardWorld } from '../support/dashboard-world.ts';
import { PASSWORD } from '../support/sign-in.ts';

setDefaultTimeout(90_000);

let world: DashboardWorld;

beforeAll(async () => {
  world = await openDashboardWorld();
});
afterAll(() => world.close());

test('a bio page sends what was changed, takes over what another tab has saved, and says what is not saved', async () => {
  const { id } = await world.ask('POST', '/api/bio/add', {
    name: 'Shared',
    headline: 'First',
    blocks: [{ type: 'heading', text: 'One' }],
  });
  const { page, findBarriers, leave } = await world.visit(`/app/bio/${id}`);
  const readPage = async () => (await world.ask('GET', `/api/bio/${id}`)).details;
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON());
  });
  const [headline, note] = [page.getByLabel('Headline'), page.locator('.save-note')];
  const headlineIs = (value: string) => page.locator(`[name=headline][value="${value}"]`).waitFor();
  await page.getByRole('button', { name: 'Heading One' }).click();

  // What another tab has made of the page since this one was opened.
  const [{ id: block }] = (await readPage()).blocks;
  const kept = { id: block, type: 'heading', text: 'Two' };
  await world.ask('PUT', `/api/bio/${id}/update`, {
    headline: 'Second',
    blocks: [kept, { type: 'text', text: 'Three' }],
  });
  await page.getByLabel('About you').fill('Mine');
  await headlineIs('Second');
  await page.getByRole('button', { name: 'Text Three' }).waitFor();
  expect(await page.getByLabel('Words').inputValue()).toBe('Two');
  expect(sent).toEqual([{ text: 'Mine' }]);

  await world.ask('PUT', `/api/bio/${id}/update`, { headline: 'Third' });
  await page.evaluate('dispatchEvent(new Event("focus"))');
  await headlineIs('Third');
  await page.getByLabel('Words').fill('Four');
  await note.getByText('Saved', { exact: true }).waitFor();
  expect(sent).toEqual([{ text: 'Mine' }, { blocks: [{ ...kept, text: 'Four' }, expect.anything()] }]);
  expect(await readPage()).toMatchObject({
    headline: 'Third',
    text: 'Mine',
    blocks: [{ id: block, text: 'Four' }, {}],
  });

  for (const said of ['Saved, except 1 block that lacks something', 'Saved, except 2 blocks that lack something']) {
    await page.getByRole('button', { name: 'Add block' }).click();
    await page.getByRole('menuitem', { name: 'Heading', exact: true }).click();
    await note.getByText(said).waitFor();
  }
  await headline.fill('Ends with a space ');
  await page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await note.getByText('Saved, except 2').waitFor();
  expect(await headline.inputValue()).toBe('Ends with a space ');
  expect(await findBarriers()).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('a link form says at its fields what is taken, what is no number, and what never answers', async () => {
  await world.ask('POST', '/api/url/add', { url: 'https://example.com/', custom: 'taken' });
  const { id } = await world.ask('POST', '/api/url/add', { url: 'https://example.com/', custom: 'mine' });
  const { page, findBarriers, leave } = await world.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  const save = () => sheet.getByRole('button', { name: 'Save' }).click();
  const focused = (name: string) => page.locator(`[name=${name}][aria-invalid=true]:focus`).waitFor();
  await sheet.getByText('Left empty, it stays as it is.').waitFor();
  await sheet.getByLabel('Short link').fill('taken');
  await save();
  await focused('custom');
  expect(await sheet.getByText('This alias is already taken.').count()).toBe(1);
  await sheet.getByLabel('Short link').fill('mine');

  await sheet.getByText('Password and limits').click();
  await sheet.getByLabel('From').fill('2031-05-05T10:00');
  await sheet.getByLabel('Until').fill('2031-05-04T10:00');
  await sheet.getByText('It ends before it begins').waitFor();
  await sheet.getByLabel('Until').fill('2031-05-06T10:00');
  await sheet.getByText('It ends before it begins').waitFor({ state: 'detached' });
  await sheet.getByLabel('At most so many clicks').pressSequentially('1e');
  await save();
  await sheet.getByText('This is no number.').waitFor();
  await focused('max_clicks');
  await sheet.getByLabel('At most so many clicks').fill('12');

  await sheet.getByText('Who goes where').click();
  await sheet.getByRole('button', { name: 'Country', exact: true }).click();
  await sheet.getByLabel('Country, or').fill('Nowhere');
  await sheet.getByLabel('Target of this line').fill('ftp://example.com/');
  await save();
  await sheet.locator('.links-rule .problem').nth(1).waitFor();
  const problems = await sheet.locator('.links-rule .problem').allTextContents();
  expect(problems).toEqual([expect.stringContaining('Must be a country'), expect.stringContaining('http://')]);
  expect(await findBarriers()).toEqual([]);
  await sheet.locator('.links-rule').getByRole('button', { name: 'Remove' }).click();

  // The session ends in the middle of it.
  await page.context().clearCookies();
  await save();
  const again = page.getByRole('dialog', { name: 'Sign in' });
  await page.locator('.sign-in-again [name=password]:focus').waitFor();
  expect(await again.getByLabel('E-mail').inputValue()).toBe(EMAIL);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  expect(await sheet.getByRole('alert').count()).toBe(0);
  await save();
  await page.getByText('Link saved.').waitFor();
  expect((await world.ask('GET', `/api/url/${id}`)).details).toMatchObject({ alias: 'mine', max_clicks: 12 });
  expect(await leave()).toEqual([]);
});

test('tags with commas are several, undone together; what is gone and what cannot be used are told in plain words', async () => {
  const { id } = await world.ask('POST', '/api/url/add', { url: 'https://tags.example/', tags: ['red'] });
  await world.ask('POST', '/api/bio/add', { name: 'Taken', slug: 'this-one' });
  const tags = async () => (await world.ask('GET', `/api/url/${id}`)).details.tags.toSorted();
  const { page, findBarriers, leave } = await world.visit('/app/links?q=tags.example');
  await page.getByLabel('Choose all').check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Tag' }).click();
  await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('red, green,, blue ');
  await page.getByRole('button', { name: 'Add tag' }).click();
  await page.getByText('1 link changed.').waitFor();
  expect(await tags()).toEqual(['blue', 'green', 'red']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone.').waitFor();
  expect(await tags()).toEqual(['red']);

  await page.goto(`${world.server.url}/app/links/999999`);
  await page.getByText('It was deleted, or never existed.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('link', { name: 'Go to the list' }).click();
  await page.waitForURL(/\/app\/links$/);

  await page.goto(`${world.server.url}/app/bio/new`);
  await page.getByLabel('Name', { exact: true }).fill('Other');
  await page.getByLabel('Address of the page').fill('this-one');
  await page.getByRole('button', { name: 'Create bio page' }).click();
  await page.locator('[name=slug][aria-invalid=true]:focus').waitFor();
  await page.getByText('This address is already taken.').waitFor();
  await page.getByLabel('Address of the page').fill('that-one');
  await page.getByRole('button', { name: 'Create bio page' }).click();
  const GIF = { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
  await page.getByLabel('Portrait or logo').setInputFiles(GIF);
  await page.getByText('This file is neither a PNG nor a JPEG.').waitFor();

  await page.goto(`${world.server.url}/app/reset#${'0'.repeat(43)}`);
  await page.getByLabel('New password').fill('a password of mine');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('alert').getByText('This link was used already').waitFor();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(/\/app$/);
  expect(await leave()).toEqual([]);
});
