import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';

const UNSET = {
  title: '',
  text: '',
  button: '',
  seconds: 10,
  status: 'active',
  picture: null,
  picture_url: null,
  logo: null,
  logo_url: null,
  background: null,
  foreground: null,
  accent: null,
};

onEachEngine('splash pages', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function add(fields: object = {}, owner = key): Promise<number> {
    const { json } = await site.send('POST', '/api/splash/add', { key: owner, body: { name: 'Hello', ...fields } });
    return json.id;
  }

  async function upload(owner = key): Promise<{ id: number; url: string }> {
    const headers = { 'Content-Type': 'image/png' };
    return (await site.send('POST', '/api/file', { key: owner, body: makePng(3, 2), headers })).json;
  }

  async function get(id: number, owner = key) {
    return (await site.send('GET', `/api/splash/${id}`, { key: owner })).json?.details;
  }

  async function listOf(owner: string, query = '') {
    return (await site.send('GET', `/api/splash${query}`, { key: owner })).json.data;
  }

  test('a name is enough; the page has the reference fields in the list and alone', async () => {
    proves('splash.item', 'id', 'name', 'date');
    proves('splash.list', 'answer.error', 'answer.splash');
    const { status, json } = await site.send('POST', '/api/splash/add', { key, body: { name: ' Hello ' } });
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, id: expect.any(Number) });
    const list = await site.send('GET', '/api/splash?limit=1', { key });
    expect(list.json.error).toBe('0');
    const expected = { id: json.id, name: 'Hello', date: '2026-11-16 12:00:00', ...UNSET };
    expect(list.json.data.splash).toEqual([expected]);
    expect(await get(json.id)).toEqual(expected);
  });

  test('every field is stored', async () => {
    const [picture, logo] = [await upload(), await upload()];
    const fields = {
      title: 'A tour',
      text: 'Two\r\nlines',
      button: 'Go',
      seconds: 0,
      picture: picture.id,
      logo: String(logo.id),
      background: 'rgb( 20, 40, 120 )',
      foreground: 'rgb(255,255,255)',
      accent: 'RGB(255,200,0)',
    };
    expect(await get(await add(fields))).toMatchObject({
      ...fields,
      text: 'Two\nlines',
      logo: logo.id,
      picture_url: picture.url,
      logo_url: logo.url,
      background: 'rgb(20,40,120)',
      accent: 'rgb(255,200,0)',
    });
  });

  test('an update keeps omitted fields, and null or "" clears them', async () => {
    const file = await upload();
    const id = await add({ title: 'T', text: 'x', button: 'b', seconds: 3, picture: file.id, accent: 'rgb(9,9,9)' });
    const update = await site.send('PUT', `/api/splash/${id}/update`, { key, body: { title: 'New' } });
    expect(update.json).toEqual({ error: 0, message: 'Splash page has been updated successfully.' });
    expect(await get(id)).toMatchObject({ name: 'Hello', title: 'New', text: 'x', seconds: 3, picture: file.id });
    const body = { name: 'N', title: '', text: null, button: '', seconds: null, picture: '', accent: null };
    await site.send('PUT', `/api/splash/${id}/update`, { key, body });
    expect(await get(id)).toMatchObject({ ...UNSET, name: 'N' });
  });

  test('the list is newest first, and q searches the name in any case', async () => {
    proves('splash.list', 'limit', 'page', 'answer.result', 'answer.perpage', 'answer.currentpage');
    proves('splash.list', 'answer.nextpage', 'answer.maxpage');
    const { key: owner } = await site.addUser();
    const ids: number[] = [];
    for (const name of ['Überall', '100%', 'a_b', 'plain', 'Plain too']) ids.push(await add({ name }, owner));
    const page = await listOf(owner, '?limit=2&page=2');
    expect(page).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(page.splash.map(({ id }: { id: number }) => id)).toEqual([ids[2], ids[1]]);
    const named = async (q: string) => {
      const { result, splash } = await listOf(owner, `?q=${encodeURIComponent(q)}`);
      return [result, splash.map(({ name }: { name: string }) => name)];
    };
    expect(await named('PLAIN')).toEqual([2, ['Plain too', 'plain']]);
    expect(await named('überALL')).toEqual([1, ['Überall']]);
    expect(await named('%')).toEqual([1, ['100%']]);
    expect(await named('a_')).toEqual([1, ['a_b']]);
    expect(await named('none')).toEqual([0, []]);
  });

  test('a deleted splash page is gone, and its id is not reused', async () => {
    const id = await add();
    const { json } = await site.send('DELETE', `/api/splash/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'Splash page has been deleted successfully.', links: 0 });
    expect((await site.send('GET', `/api/splash/${id}`, { key })).status).toBe(404);
    expect((await site.send('DELETE', `/api/splash/${id}/delete`, { key })).status).toBe(404);
    expect(await add()).toBeGreaterThan(id);
  });

  test('deleting a file leaves the splash page without a picture', async () => {
    const file = await upload();
    const id = await add({ picture: file.id, logo: file.id });
    await site.send('DELETE', `/api/file/${file.id}/delete`, { key });
    expect(await get(id)).toMatchObject({ picture: null, picture_url: null, logo: null });
  });

  const bad: [what: string, fields: object, named: string[]][] = [
    ['no name', { name: undefined }, ['name']],
    ['an empty name', { name: ' ' }, ['name']],
    ['a name of 256 characters', { name: 'x'.repeat(256) }, ['name']],
    ['a title of 121 characters', { title: 'x'.repeat(121) }, ['title']],
    ['a title of two lines', { title: 'a\nb' }, ['title']],
    ['a text of 1001 characters', { text: 'x'.repeat(1_001) }, ['text']],
    ['a text with an escape code', { text: 'a\u001b[31m' }, ['text']],
    ['a text that is a list', { text: ['x'] }, ['text']],
    ['a button of 41 characters', { button: 'x'.repeat(41) }, ['button']],
    ['61 seconds', { seconds: 61 }, ['seconds']],
    ['half a second', { seconds: 0.5 }, ['seconds']],
    ['a negative number of seconds', { seconds: -1 }, ['seconds']],
    ['seconds as text', { seconds: '5' }, ['seconds']],
    ['a color name', { background: 'red' }, ['background']],
    ['a color followed by CSS', { accent: 'rgb(1,2,3);}body{display:none' }, ['accent']],
    ['a color out of range', { foreground: 'rgb(256,0,0)' }, ['foreground']],
    ['an unreadable text color', { background: 'rgb(9,9,9)', foreground: 'rgb(40,40,40)' }, ['foreground']],
    ['an invisible button color', { background: 'rgb(255,255,255)', accent: 'rgb(240,240,240)' }, ['accent']],
    ['a path as picture', { picture: '/etc/passwd' }, ['picture']],
    ['a picture with the id 0', { picture: 0 }, ['picture']],
  ];
  const missing: typeof bad = [
    ['a missing picture', { picture: 999_999 }, ['picture']],
    ['a missing logo', { logo: '999999' }, ['logo']],
    ['two missing files', { logo: 999_999, picture: 999_998 }, ['picture', 'logo']],
  ];
  async function expectRefused(fields: object, named: string[]): Promise<void> {
    const { status, json } = await site.send('POST', '/api/splash/add', { key, body: { name: 'n', ...fields } });
    expect([status, json.code]).toEqual([400, 'invalid_input']);
    expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(named);
  }
  for (const [what, fields, named] of bad) {
    testWithoutStore(engine)(`${what} is refused with the field named, and nothing is stored`, () =>
      expectRefused(fields, named),
    );
  }
  for (const [what, fields, named] of missing) {
    test(`${what} is refused with the field named, and nothing is stored`, async () => {
      const before = (await listOf(key)).result;
      await expectRefused(fields, named);
      expect((await listOf(key)).result).toBe(before);
    });
  }

  test('an invalid update changes nothing, even if each field alone is valid', async () => {
    const id = await add({ background: 'rgb(255,255,255)', title: 'Kept' });
    for (const body of [{ name: '' }, { foreground: 'rgb(250,250,250)', title: 'x' }, { seconds: 99, title: 'x' }]) {
      expect((await site.send('PUT', `/api/splash/${id}/update`, { key, body })).status).toBe(400);
    }
    expect(await get(id)).toMatchObject({ name: 'Hello', title: 'Kept', foreground: null, seconds: 10 });
  });

  for (const [method, path] of [
    ['GET', '/api/splash'],
    ['GET', '/api/splash/1'],
    ['POST', '/api/splash/add'],
    ['PUT', '/api/splash/1/update'],
    ['DELETE', '/api/splash/1/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401 and returns no data`, async () => {
      const { status, json } = await site.send(method, path);
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
    });
  }

  test('unknown fields in the body are ignored', async () => {
    const body = '{"name":"n","id":77777,"userid":1,"date":"x","links":5,"__proto__":{"title":"x"}}';
    const { json } = await site.send('POST', '/api/splash/add', { key, body });
    expect(json.id).not.toBe(77777);
    expect(await get(json.id)).toMatchObject({ title: '', date: '2026-11-16 12:00:00' });
    expect(await get(json.id, otherKey)).toBeUndefined();
  });
});
