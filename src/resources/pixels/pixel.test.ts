import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { fieldError } from '../../core/errors.ts';
import { pixelTypes, vendors, warnAboutTag } from './pixel.ts';

const GOOD = { type: 'tagmgrpixel', name: 'Shop', tag: 'GTM-A1B2C3D' };

// Spelled and ordered as in the API reference.
const TYPES = [
  ...['tagmgrpixel', 'analyticspixel', 'socialapixel', 'adspixel', 'professionalnetpixel', 'microblogpixel'],
  ...['retargetpixel', 'qapixel', 'imageboard', 'searchengine', 'ephemeralchat', 'forum', 'shortvideo'],
];

onEachEngine('pixels', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addPixel(fields: object = {}, owner = key): Promise<number> {
    const { status, json } = await site.send('POST', '/api/pixel/add', { key: owner, body: { ...GOOD, ...fields } });
    expect(status).toBe(200);
    return json.id;
  }

  async function listOf(owner: string, query = '') {
    return (await site.send('GET', `/api/pixels${query}`, { key: owner })).json.data;
  }

  test('a created pixel is listed with the reference fields and no others', async () => {
    proves('pixels.create', 'type', 'name', 'tag', 'answer.error', 'answer.id');
    proves('pixels.item', 'id', 'type', 'name', 'tag', 'date');
    proves('pixels.list', 'answer.error', 'answer.pixels');
    proves('envelope', 'error', 'error on lists');
    proves('values', 'date and time');
    const { status, json } = await site.send('POST', '/api/pixel/add', { key, body: GOOD });
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, id: expect.any(Number) });
    const list = await site.send('GET', '/api/pixels?limit=1', { key });
    expect(list.status).toBe(200);
    expect(list.json.error).toBe('0');
    expect(list.json.data.pixels).toEqual([{ id: json.id, ...GOOD, date: '2026-11-16 12:00:00' }]);
  });

  test('each of the thirteen types and its common name is accepted and returned as sent', async () => {
    proves('pixels.create', 'thirteen types');
    expect(vendors.map(({ type }): string => type)).toEqual(TYPES);
    const { key: owner } = await site.addUser();
    for (const type of pixelTypes) await addPixel({ type }, owner);
    const { pixels, result } = await listOf(owner, '?limit=100');
    expect(result).toBe(26);
    expect(pixels.map((pixel: { type: string }) => pixel.type)).toEqual([...pixelTypes].reverse());
  });

  test('a tag in an unusual format is stored, with a warning', async () => {
    const { json } = await site.send('POST', '/api/pixel/add', { key, body: { ...GOOD, tag: 'hello' } });
    expect(json).toEqual({
      error: 0,
      id: expect.any(Number),
      warning: expect.stringContaining('GTM-A1B2C3D'),
      warning_details: [
        { code: 'pixel_tag', message: json.warning, params: { type: 'tagmgrpixel', example: 'GTM-A1B2C3D' } },
      ],
    });
    const update = await site.send('PUT', `/api/pixel/${json.id}/update`, { key, body: { tag: 'again' } });
    expect(update.json.warning).toContain('GTM-A1B2C3D');
    expect((await listOf(key)).pixels[0].tag).toBe('again');
  });

  test('the list is newest first, with the counts of the reference', async () => {
    proves('pixels.list', 'limit', 'page', 'answer.result', 'answer.perpage', 'answer.currentpage', 'answer.nextpage');
    proves('pixels.list', 'answer.maxpage');
    proves('page', 'result', 'perpage', 'currentpage', 'nextpage', 'maxpage');
    proves('lists', 'limit', 'page');
    const { key: owner } = await site.addUser();
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push(await addPixel({ name: `n${index}` }, owner));
    const page = await listOf(owner, '?limit=2&page=2');
    expect(page).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(page.pixels.map((pixel: { id: number }) => pixel.id)).toEqual([ids[2], ids[1]]);
    expect(await listOf(owner, '?limit=2&page=3')).toMatchObject({ currentpage: 3, nextpage: 3 });
    expect(await listOf(owner, '?limit=2&page=999999999999999')).toMatchObject({ result: 5, pixels: [], maxpage: 3 });
    expect(await listOf(owner, '?limit=999999')).toMatchObject({ perpage: 1000 });
  });

  test('an empty list has one page', async () => {
    proves('page', 'the records themselves');
    const { key: owner } = await site.addUser();
    expect(await listOf(owner)).toEqual({
      result: 0,
      perpage: 10,
      currentpage: 1,
      nextpage: 1,
      maxpage: 1,
      pixels: [],
    });
  });

  test('an update changes the tag, and the name only if it is sent', async () => {
    proves('pixels.update', ':id', 'name', 'tag', 'answer.error', 'answer.message');
    const id = await addPixel();
    const update = await site.send('PUT', `/api/pixel/${id}/update`, { key, body: { tag: 'GTM-ZZZZ' } });
    expect(update.json).toEqual({ error: 0, message: 'Pixel has been updated successfully.' });
    expect((await listOf(key)).pixels[0]).toMatchObject({ name: 'Shop', tag: 'GTM-ZZZZ' });
    await site.send('PUT', `/api/pixel/${id}/update`, { key, body: { name: 'Blog', tag: 'GTM-YYYY', type: 'bing' } });
    expect((await listOf(key)).pixels[0]).toMatchObject({ name: 'Blog', tag: 'GTM-YYYY', type: 'tagmgrpixel' });
  });

  test('a deleted pixel is gone, and its id is not reused', async () => {
    proves('pixels.delete', ':id', 'answer.error', 'answer.message');
    const id = await addPixel();
    const { json } = await site.send('DELETE', `/api/pixel/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'Pixel has been deleted successfully.' });
    expect((await site.send('DELETE', `/api/pixel/${id}/delete`, { key })).status).toBe(404);
    expect(await addPixel()).toBeGreaterThan(id);
  });

  const badBodies: [string, object, string[]][] = [
    ['nothing', {}, ['type', 'name', 'tag']],
    ['an unknown type', { ...GOOD, type: 'nopixel' }, ['type']],
    ['a type in another case', { ...GOOD, type: 'GtmPixel' }, ['type']],
    ['an empty name', { ...GOOD, name: '  ' }, ['name']],
    ['a name with a NUL', { ...GOOD, name: 'a\u0000b' }, ['name']],
    ['a name with a lone surrogate', { ...GOOD, name: 'a\ud800b' }, ['name']],
    ['a name with a bidirectional override', { ...GOOD, name: 'a\u202eb' }, ['name']],
    ['a name of 256 characters', { ...GOOD, name: 'x'.repeat(256) }, ['name']],
    ['a name that is not text', { ...GOOD, name: 7 }, ['name']],
    ['an empty tag', { ...GOOD, tag: '' }, ['tag']],
    ['a tag of 65 characters', { ...GOOD, tag: 'x'.repeat(65) }, ['tag']],
    ['a tag that ends with a newline', { ...GOOD, tag: 'GTM-AAAA\n' }, ['tag']],
    ['a tag that breaks out of a script', { ...GOOD, tag: "');alert(1)//" }, ['tag']],
    ['a tag that closes the script', { ...GOOD, tag: '</script><script>' }, ['tag']],
    ['a tag that is a list', { ...GOOD, tag: ['x'] }, ['tag']],
    ['null', { ...GOOD, tag: null }, ['tag']],
  ];
  for (const [what, body, fields] of badBodies) {
    testWithoutStore(engine)(`${what} is refused with the field named, and nothing is stored`, async () => {
      const { status, json } = await site.send('POST', '/api/pixel/add', { key, body });
      expect(status).toBe(400);
      expect(json).toMatchObject({ error: 1, message: expect.any(String), code: 'invalid_input' });
      expect(json.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
    });
  }

  test('an update without a tag is refused', async () => {
    const id = await addPixel();
    const { status, json } = await site.send('PUT', `/api/pixel/${id}/update`, { key, body: { name: 'x' } });
    expect(status).toBe(400);
    expect(json.errors).toEqual([fieldError('tag', 'required')]);
  });

  for (const [method, path] of [
    ['GET', '/api/pixels'],
    ['POST', '/api/pixel/add'],
    ['PUT', '/api/pixel/1/update'],
    ['DELETE', '/api/pixel/1/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401 and returns no data`, async () => {
      const { status, json, headers } = await site.send(method, path);
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
      expect(headers.get('X-RateLimit-Remaining')).not.toBeNull();
    });
  }

  test('someone else’s pixel responds like a missing one, and is not changed', async () => {
    const id = await addPixel();
    for (const [method, action, body] of [
      ['PUT', 'update', { tag: 'x' }],
      ['DELETE', 'delete', undefined],
    ] as const) {
      const others = await site.send(method, `/api/pixel/${id}/${action}`, { key: otherKey, body });
      const missing = await site.send(method, `/api/pixel/999999/${action}`, { key: otherKey, body });
      const odd = await site.send(method, `/api/pixel/1e3/${action}`, { key: otherKey, body });
      expect(others.status).toBe(404);
      expect(others.text).toBe(missing.text);
      expect(others.text).toBe(odd.text);
    }
    expect((await listOf(key)).pixels[0]).toMatchObject({ id, tag: GOOD.tag });
    expect((await listOf(otherKey)).result).toBe(0);
  });

  test('unknown fields in the body are ignored', async () => {
    const body =
      '{"type":"bing","name":"n","tag":"12345678","id":77777,"userid":1,"date":"x","__proto__":{"isAdmin":true}}';
    const { json } = await site.send('POST', '/api/pixel/add', { key, body });
    expect(json.id).not.toBe(77777);
    expect((await listOf(key)).pixels[0]).toMatchObject({ id: json.id, date: '2026-11-16 12:00:00' });
  });

  test('simultaneous creations are all counted', async () => {
    const { key: owner } = await site.addUser();
    await Promise.all(Array.from({ length: 20 }, (_, index) => addPixel({ name: `p${index}` }, owner)));
    expect(await listOf(owner, '?limit=50')).toMatchObject({ result: 20 });
  });
});

test('the example of every vendor matches its format', () => {
  for (const { type, alias, example } of vendors) {
    expect(warnAboutTag(type, example)).toEqual([]);
    expect(warnAboutTag(alias, example)).toEqual([]);
    expect(example).toMatch(/^[A-Za-z0-9_./-]{1,64}$/);
  }
});
