import { afterAll, beforeAll, expect, test } from 'bun:test';
import { aliasTaken } from '../../src/resources/links/link.ts';
import { type DashboardFixture, EMAIL, openDashboardFixture } from '../support/dashboard-fixture.ts';
import { PASSWORD } from '../support/sign-in.ts';
import { words } from '../support/words.ts';

let dashboard: DashboardFixture;

beforeAll(async () => {
  dashboard = await openDashboardFixture();
});
afterAll(() => dashboard.close());

test('a bio page sends only changes, adopts changes from another tab, and shows what is not saved', async () => {
  const { id } = await dashboard.callApi('POST', '/api/bio/add', {
    name: 'Shared',
    headline: 'First',
    blocks: [{ type: 'heading', text: 'One' }],
  });
  const { page, findBarriers, leave } = await dashboard.visit(`/app/bio/${id}`);
  const readPage = async () => (await dashboard.callApi('GET', `/api/bio/${id}`)).details;
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON());
  });
  const [headline, note] = [page.getByLabel(words.bio.headline), page.locator('.save-note')];
  const headlineIs = (value: string) => page.locator(`[name=headline][value="${value}"]`).waitFor();
  await page.getByRole('button', { name: `${words.bio.types.heading} One` }).click();

  // Another tab has changed the page since this one was opened.
  const [{ id: block }] = (await readPage()).blocks;
  const kept = { id: block, type: 'heading', text: 'Two' };
  await dashboard.callApi('PUT', `/api/bio/${id}/update`, {
    headline: 'Second',
    blocks: [kept, { type: 'text', text: 'Three' }],
  });
  await page.getByLabel(words.bio.text).fill('Mine');
  await headlineIs('Second');
  await page.getByRole('button', { name: `${words.bio.types.text} Three` }).waitFor();
  expect(await page.getByRole('textbox', { name: words.bio.fields.text, exact: true }).inputValue()).toBe('Two');
  expect(sent).toEqual([{ text: 'Mine' }]);

  await dashboard.callApi('PUT', `/api/bio/${id}/update`, { headline: 'Third' });
  await page.evaluate('dispatchEvent(new Event("focus"))');
  await headlineIs('Third');
  await page.getByRole('textbox', { name: words.bio.fields.text, exact: true }).fill('Four');
  await note.getByText(words.ui.saved, { exact: true }).waitFor();
  expect(sent).toEqual([{ text: 'Mine' }, { blocks: [{ ...kept, text: 'Four' }, expect.anything()] }]);
  expect(await readPage()).toMatchObject({
    headline: 'Third',
    text: 'Mine',
    blocks: [{ id: block, text: 'Four' }, {}],
  });

  for (const count of [1, 2]) {
    await page.getByRole('button', { name: words.bio.addBlock }).click();
    await page.getByRole('menuitem', { name: words.bio.types.heading, exact: true }).click();
    await note.getByText(words.bio.savedWithHidden({ count })).waitFor();
  }
  await headline.fill('Ends with a space ');
  await page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await note.getByText(words.bio.savedWithHidden({ count: 2 })).waitFor();
  expect(await headline.inputValue()).toBe('Ends with a space ');
  expect(await findBarriers()).toEqual([]);
  expect(await leave()).toEqual([]);
});

test('a link form shows at its fields a taken alias, an invalid number and an invalid rule', async () => {
  await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/', custom: 'taken' });
  const { id } = await dashboard.callApi('POST', '/api/url/add', { url: 'https://example.com/', custom: 'mine' });
  const { page, findBarriers, leave } = await dashboard.visit(`/app/links?edit=${id}`);
  const sheet = page.getByRole('dialog');
  const save = () => sheet.getByRole('button', { name: words.linkForm.save, exact: true }).click();
  const focused = (name: string) => page.locator(`[name=${name}][aria-invalid=true]:focus`).waitFor();
  await sheet.getByText(words.linkForm.aliasKeptHint).waitFor();
  await sheet.getByLabel(words.linkForm.alias).fill('taken');
  await save();
  await focused('custom');
  expect(await sheet.getByText(aliasTaken.message).count()).toBe(1);
  await sheet.getByLabel(words.linkForm.alias).fill('mine');

  await sheet.getByText(words.linkForm.limits).click();
  await sheet.getByLabel(words.linkForm.starts).fill('2031-05-05T10:00');
  await sheet.getByLabel(words.linkForm.expiry).fill('2031-05-04T10:00');
  await sheet.getByText(words.linkForm.expiresBeforeStart).waitFor();
  await sheet.getByLabel(words.linkForm.expiry).fill('2031-05-06T10:00');
  await sheet.getByText(words.linkForm.expiresBeforeStart).waitFor({ state: 'detached' });
  await sheet.getByLabel(words.linkForm.maxClicks).pressSequentially('1e');
  await save();
  await focused('max_clicks');
  await sheet.getByLabel(words.linkForm.maxClicks).fill('12');

  await sheet.getByText(words.linkForm.targeting, { exact: true }).click();
  await sheet.getByRole('button', { name: words.rules.location.add, exact: true }).click();
  await sheet.getByLabel(words.rules.location.field).fill('Atlantis');
  await sheet.getByLabel(words.linkForm.goTo).fill('ftp://example.com/');
  await save();
  await sheet.locator('.links-rule .problem').nth(1).waitFor();
  expect(await sheet.locator('.links-rule .problem').count()).toBe(2);
  expect(await findBarriers()).toEqual([]);
  await sheet.locator('.links-rule').getByRole('button', { name: words.ui.remove }).click();

  // The session ends while the form is open.
  await page.context().clearCookies();
  await save();
  const again = page.getByRole('dialog', { name: words.shell.signIn.title });
  await page.locator('.sign-in-again [name=password]:focus').waitFor();
  expect(await again.getByLabel(words.shell.signIn.email).inputValue()).toBe(EMAIL);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await again.waitFor({ state: 'detached' });
  expect(await sheet.getByRole('alert').count()).toBe(0);
  await save();
  await page.getByText(words.linkForm.saved).waitFor();
  expect((await dashboard.callApi('GET', `/api/url/${id}`)).details).toMatchObject({ alias: 'mine', max_clicks: 12 });
  expect(await leave()).toEqual([]);
});

test('a tag with commas becomes several tags, undone together; missing and unusable items have clear messages', async () => {
  const { id } = await dashboard.callApi('POST', '/api/url/add', { url: 'https://tags.example/', tags: ['red'] });
  await dashboard.callApi('POST', '/api/bio/add', { name: 'Taken', slug: 'this-one' });
  const tags = async () => (await dashboard.callApi('GET', `/api/url/${id}`)).details.tags.toSorted();
  const { page, findBarriers, leave } = await dashboard.visit('/app/links?q=tags.example');
  await page.getByLabel(words.ui.selectAll).check();
  await page.getByRole('toolbar').getByRole('button', { name: words.bulk.tag }).click();
  await page.getByRole('dialog').getByLabel(words.bulk.tag, { exact: true }).fill('red, green,, blue ');
  await page.getByRole('button', { name: words.bulk.add.tag }).click();
  await page.getByText(words.bulk.changed({ count: 1 })).waitFor();
  expect(await tags()).toEqual(['blue', 'green', 'red']);
  await page.getByRole('button', { name: words.bulk.undo }).click();
  await page.getByText(words.bulk.undone).waitFor();
  expect(await tags()).toEqual(['red']);

  await page.goto(`${dashboard.server.url}/app/links/999999`);
  await page.getByText(words.ui.goneText).waitFor();
  expect(await page.getByRole('button', { name: words.ui.retry }).count()).toBe(0);
  expect(await findBarriers()).toEqual([]);
  await page.getByRole('link', { name: words.ui.backToList }).click();
  await page.waitForURL(/\/app\/w\/\d+\/links$/);

  await page.goto(`${dashboard.server.url}/app/bio/new`);
  await page.getByLabel(words.bio.name, { exact: true }).fill('Other');
  await page.getByLabel(words.bio.slug).fill('this-one');
  await page.getByRole('button', { name: words.bio.create }).click();
  await page.locator('[name=slug][aria-invalid=true]:focus').waitFor();
  await page.getByText(words.bio.slugTaken).waitFor();
  await page.getByLabel(words.bio.slug).fill('that-one');
  await page.getByRole('button', { name: words.bio.create }).click();
  const GIF = { name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') };
  await page.getByLabel(words.bio.avatar).setInputFiles(GIF);
  await page.getByText(words.ui.noPicture).waitFor();

  await page.goto(`${dashboard.server.url}/app/reset#${'0'.repeat(43)}`);
  await page.getByLabel(words.shell.reset.password).fill('a password of mine');
  await page.getByRole('button', { name: words.shell.reset.submit }).click();
  await page.getByRole('alert').getByText(words.shell.reset.spent).waitFor();
  await page.getByRole('link', { name: words.shell.signIn.title }).click();
  // The dashboard adds the workspace, as this visitor is signed in.
  await page.waitForURL(/\/app(\/w\/\d+)?\?recovery$/);
  expect(await leave()).toEqual([]);
});
