import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type DashboardWorld, openDashboardWorld } from '../support/dashboard-world.ts';

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
