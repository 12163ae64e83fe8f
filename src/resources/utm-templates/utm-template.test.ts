import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { fieldError } from '../../core/errors.ts';

const NEWSLETTER = { name: 'Newsletter', utm_source: 'newsletter', utm_medium: 'email' };
const EMPTY = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' };
const ONE_REQUIRED = fieldError('utm_source', 'one_required', {
  names: 'utm_source, utm_medium, utm_campaign, utm_term, utm_content',
});

onEachEngine('UTM templates', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    await site.addUser();
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addTemplate(fields: object = NEWSLETTER): Promise<number> {
    return (await site.send('POST', '/api/utm-template/add', { key, body: fields })).json.id;
  }

  async function read(id: number) {
    return (await site.send('GET', `/api/utm-template/${id}`, { key })).json.details;
  }

  async function count(): Promise<number> {
    return (await site.send('GET', '/api/utm-templates', { key })).json.data.result;
  }

  test('templates are listed, newest first, with every parameter and only to their owner', async () => {
    const first = await addTemplate();
    const second = await addTemplate({
      name: 'Ads',
      utm_campaign: ' spring sale ',
      utm_term: 'a & b',
      utm_content: 'x',
    });
    const { data } = (await site.send('GET', '/api/utm-templates?limit=2', { key })).json;
    const date = '2026-11-16 12:00:00';
    expect(data.templates).toEqual([
      { ...EMPTY, id: second, name: 'Ads', utm_campaign: 'spring sale', utm_term: 'a & b', utm_content: 'x', date },
      { ...EMPTY, id: first, ...NEWSLETTER, date },
    ]);
    expect(await read(first)).toEqual(data.templates[1]);
    const { key: other } = await site.addUser();
    const listed = await site.send('GET', '/api/utm-templates', { key: other });
    expect(listed.json.data).toMatchObject({ result: 0, templates: [] });
  });

  test('an update keeps omitted fields, and null or "" clears a field', async () => {
    const id = await addTemplate({ ...NEWSLETTER, utm_term: 'shoes' });
    const body = { utm_medium: '', utm_term: null, utm_content: 'footer' };
    const { json } = await site.send('PUT', `/api/utm-template/${id}/update`, { key, body });
    expect(json).toEqual({ error: 0, message: 'UTM template has been updated successfully.' });
    expect(await read(id)).toMatchObject({
      ...EMPTY,
      name: 'Newsletter',
      utm_source: 'newsletter',
      utm_content: 'footer',
    });
  });

  test('a deleted template is gone', async () => {
    const id = await addTemplate();
    const before = await count();
    const { json } = await site.send('DELETE', `/api/utm-template/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'UTM template has been deleted successfully.' });
    expect(await count()).toBe(before - 1);
    for (const [method, action] of [
      ['GET', ''],
      ['PUT', '/update'],
      ['DELETE', '/delete'],
    ] as const) {
      const gone = await site.send(method, `/api/utm-template/${id}${action}`, {
        key,
        ...(method === 'PUT' && { body: NEWSLETTER }),
      });
      expect([gone.status, gone.json.code]).toEqual([404, 'utm_template_not_found']);
    }
  });

  testWithoutStore(engine).each([
    ['no name', { utm_source: 'a' }, fieldError('name', 'required')],
    ['no parameter', { name: 'Empty' }, ONE_REQUIRED],
    ['only empty parameters', { name: 'Empty', utm_source: '', utm_term: null }, ONE_REQUIRED],
    ['a long name', { ...NEWSLETTER, name: 'x'.repeat(256) }, fieldError('name', 'too_long', { max: 255 })],
    ['a long value', { ...NEWSLETTER, utm_term: 'x'.repeat(256) }, fieldError('utm_term', 'too_long', { max: 255 })],
    ['a control character', { ...NEWSLETTER, utm_medium: 'a\u0000b' }, fieldError('utm_medium', 'control_characters')],
  ] as const)('%s is refused with the field named, and nothing is stored', async (_, body, error) => {
    const { status, json } = await site.send('POST', '/api/utm-template/add', { key, body });
    expect(status).toBe(400);
    expect(json.errors).toEqual([error]);
  });

  test('an update that clears the last parameter is refused', async () => {
    const id = await addTemplate({ name: 'One', utm_source: 'a' });
    const body = { utm_source: null };
    const { status, json } = await site.send('PUT', `/api/utm-template/${id}/update`, { key, body });
    expect([status, json.errors]).toEqual([400, [ONE_REQUIRED]]);
    expect(await read(id)).toMatchObject({ utm_source: 'a' });
  });

  testWithoutStore(engine).each([
    ['GET', '/api/utm-templates'],
    ['GET', '/api/utm-template/1'],
    ['POST', '/api/utm-template/add'],
    ['PUT', '/api/utm-template/1/update'],
    ['DELETE', '/api/utm-template/1/delete'],
  ])('%s %s without a key is 401', async (method, path) => {
    const { status, json } = await site.send(method, path);
    expect([status, json.code]).toEqual([401, 'key_required']);
  });
});
