import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { proves } from '../../../test/support/proves.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { fieldError } from '../../core/errors.ts';
import { overlayTypes } from '../../pages/overlay-content.ts';

const COMMON = { date: '2026-11-16 12:00:00', delay: 0, dismissable: true, responses: 0, status: 'active' };
const DESIGN = { background: null, foreground: null, accent: null, logo: null, logo_url: null };

/** The content of each type when the body has only a type and a name. */
const LEAST: Record<string, object> = {
  message: { position: 'bottom', text: null, button: null, button_url: null },
  contact: {
    position: 'bottom-right',
    text: null,
    fields: ['name', 'email', 'message'],
    button: null,
    thanks: null,
  },
  poll: { position: 'bottom-right', question: null, answers: ['Yes', 'No'], thanks: null },
  newsletter: { position: 'bottom-right', text: null, button: null, thanks: null },
  image: { position: 'center', picture: null, picture_url: null, link: null, alt: null },
  coupon: { position: 'bottom-right', text: null, code: null, button: null, button_url: null },
};

const FULL: Record<string, object> = {
  message: { text: 'Two\nlines', button: 'Go', button_url: 'https://shop.example/' },
  contact: { text: 'Write', fields: ['email'], button: 'Off', thanks: 'Thanks' },
  poll: { question: 'Why?', answers: ['a', 'b', 'c'], thanks: 'Thanks' },
  newsletter: { text: 'News', button: 'Yes', thanks: 'Thanks' },
  image: { link: 'https://shop.example/', alt: 'A hill' },
  coupon: { text: 'Less', code: 'SPRING', button: 'Go', button_url: 'https://shop.example/' },
};

onEachEngine('overlays', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function add(fields: object, owner = key): Promise<number> {
    const body = { type: 'message', name: 'Mine', ...fields };
    return (await site.send('POST', '/api/overlay/add', { key: owner, body })).json.id;
  }

  async function upload(): Promise<{ id: number; url: string }> {
    const headers = { 'Content-Type': 'image/png' };
    return (await site.send('POST', '/api/file', { key, body: makePng(3, 2), headers })).json;
  }

  async function get(id: number) {
    return (await site.send('GET', `/api/overlay/${id}`, { key })).json.details;
  }

  async function listOf(owner: string, query = '') {
    return (await site.send('GET', `/api/overlay${query}`, { key: owner })).json.data;
  }

  test.each([...overlayTypes])('type and name are enough for a %s', async (type) => {
    proves('overlays.item', 'id', 'type', 'name', 'date');
    proves('overlays.list', 'answer.error', 'answer.cta');
    const { status, json } = await site.send('POST', '/api/overlay/add', { key, body: { type, name: 'Mine' } });
    expect(status).toBe(200);
    const warning = { image: expect.stringContaining('no image'), coupon: 'It has no code yet.' };
    expect(json).toEqual({
      error: 0,
      id: expect.any(Number),
      ...(type in warning && { warning: expect.anything(), warning_details: expect.any(Array) }),
    });
    const { position, ...content } = LEAST[type] as { position: string };
    const listed = { id: json.id, type, name: 'Mine', position, ...COMMON };
    const list = await site.send('GET', '/api/overlay?limit=1', { key });
    expect(list.json.error).toBe('0');
    expect(list.json.data.cta).toEqual([listed]);
    expect(await get(json.id)).toEqual({ ...listed, ...DESIGN, ...content });
  });

  test.each([...overlayTypes])(
    'a %s stores each of its fields, null resets them, and the type cannot change',
    async (type) => {
      const file = await upload();
      const design = { position: 'top', delay: 5, dismissable: false, accent: 'rgb(20,40,120)', logo: file.id };
      const content = { ...FULL[type], ...(type === 'image' && { picture: file.id }) };
      const id = await add({ type, ...design, ...content });
      expect(await get(id)).toMatchObject({ ...design, ...content, logo_url: file.url });
      const path = `/api/overlay/${id}/update`;
      const update = await site.send('PUT', path, { key, body: { name: 'Other', type } });
      expect(update.json).toEqual({ error: 0, message: 'Overlay has been updated successfully.' });
      expect(await get(id)).toMatchObject({ ...design, ...content, name: 'Other', type });
      const nothing = Object.fromEntries(Object.keys({ ...design, ...content }).map((field) => [field, null]));
      await site.send('PUT', path, { key, body: nothing });
      expect(await get(id)).toEqual({ id, type, name: 'Other', ...COMMON, ...DESIGN, ...LEAST[type] });
      const changed = await site.send('PUT', path, { key, body: { type: type === 'poll' ? 'coupon' : 'poll' } });
      expect(changed.json.errors).toEqual([fieldError('type', 'cannot_change')]);
    },
  );

  test('fields of another type are ignored', async () => {
    const id = await add({ type: 'newsletter', answers: ['a', 'b'], code: 'X', picture: 5 });
    await site.send('PUT', `/api/overlay/${id}/update`, { key, body: { code: 'X', question: 'Why?' } });
    expect(await get(id)).toEqual({ id, type: 'newsletter', name: 'Mine', ...COMMON, ...DESIGN, ...LEAST.newsletter });
  });

  test('the list is newest first, and q searches the name', async () => {
    proves('overlays.list', 'limit', 'page', 'answer.result', 'answer.perpage', 'answer.currentpage');
    proves('overlays.list', 'answer.nextpage', 'answer.maxpage');
    const { key: owner } = await site.addUser();
    const ids: number[] = [];
    for (const name of ['one', 'TWO', 'Three', 'two more']) ids.push(await add({ name }, owner));
    const counts = { result: 4, perpage: 3, currentpage: 1, nextpage: 2, maxpage: 2 };
    expect(await listOf(owner, '?limit=3')).toMatchObject(counts);
    expect(await listOf(owner, '?limit=3&page=2')).toMatchObject({ ...counts, currentpage: 2, cta: [{ id: ids[0] }] });
    expect(await listOf(owner, '?q=Two')).toMatchObject({ result: 2, cta: [{ id: ids[3] }, { id: ids[1] }] });
    expect(await listOf(owner, '?q=%5F')).toMatchObject({ result: 0, cta: [] });
  });

  test('a deleted overlay is gone, and its id is not reused', async () => {
    const id = await add({});
    const { json } = await site.send('DELETE', `/api/overlay/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'Overlay has been deleted successfully.', links: 0 });
    expect((await site.send('DELETE', `/api/overlay/${id}/delete`, { key })).status).toBe(404);
    expect(await add({})).toBeGreaterThan(id);
  });

  test('an image whose file was deleted warns again', async () => {
    const file = await upload();
    const id = await add({ type: 'image', picture: file.id });
    await site.send('DELETE', `/api/file/${file.id}/delete`, { key });
    expect(await get(id)).toMatchObject({ picture: null, picture_url: null });
    const { json } = await site.send('PUT', `/api/overlay/${id}/update`, { key, body: { name: 'n' } });
    expect(json.warning).toContain('no image');
  });

  test('unknown fields in the body are ignored', async () => {
    const body = '{"type":"message","name":"n","id":77777,"userid":1,"responses":9,"__proto__":{"text":"x"}}';
    const { json } = await site.send('POST', '/api/overlay/add', { key, body });
    expect(json.id).not.toBe(77777);
    expect(await get(json.id)).toMatchObject({ text: null, responses: 0 });
  });

  for (const [method, path] of [
    ['GET', '/api/overlay'],
    ['GET', '/api/overlay/1'],
    ['POST', '/api/overlay/add'],
    ['PUT', '/api/overlay/1/update'],
    ['DELETE', '/api/overlay/1/delete'],
    ['GET', '/api/overlay/1/responses'],
    ['GET', '/api/overlay/1/responses.csv'],
    ['DELETE', '/api/overlay/1/response/1/delete'],
    ['DELETE', '/api/overlay/1/responses/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401 and returns no data`, async () => {
      const { status, json } = await site.send(method, path);
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
    });
  }
});
