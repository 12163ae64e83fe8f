import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const OWN = 'https://example.com/own';
const A = 'https://a.example/';
const B = 'https://b.example/';

/** The body of a link with every field set. */
const FULL = {
  url: OWN,
  type: 'frame',
  password: 'secret',
  expiry: '2027-01-01 00:00:00',
  geotarget: [{ location: 'Canada', link: A }],
  devicetarget: [{ device: 'ipad', link: A }],
  languagetarget: [{ language: 'de', link: A }],
  rules: [{ name: 'Bots', when: [{ type: 'visitor', is: 'bot' }], url: A }],
  metatitle: 'Title',
  metadescription: 'About',
  metaimage: 'https://img.example/a.png',
  parameters: [{ name: 'a', value: '1' }],
  description: 'Mine',
  tags: ['one', 'two'],
  expiry_url: B,
  max_clicks: 50,
  starts: '2026-01-01 00:00:00',
  status: 'disabled',
  forward_query: false,
  redirect_code: 308,
};

onEachEngine('the fields of a create and of an update', (engine) => {
  let site: TestSite;
  let key: string;
  let pixel: number;
  let otherPixel: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    const addPixel = async () => {
      const body = { type: 'bing', name: 'n', tag: '12345678' };
      return (await site.send('POST', '/api/pixel/add', { key, body })).json.id;
    };
    pixel = await addPixel();
    otherPixel = await addPixel();
  });
  afterAll(() => site.close());

  async function add(body: object): Promise<number> {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body });
    expect({ status, json }).toMatchObject({ status: 200 });
    return json.id;
  }

  async function details(id: number) {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.details;
  }

  async function change(id: number, body: object): Promise<void> {
    const { status, json } = await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, ...body } });
    expect({ status, json }).toMatchObject({ status: 200 });
  }

  async function countLinks(): Promise<number> {
    return (await site.send('GET', '/api/urls', { key })).json.data.result;
  }

  test('an omitted field keeps its value', async () => {
    const id = await add({ ...FULL, pixels: [pixel] });
    const before = await details(id);
    expect(before).toMatchObject({
      type: 'frame',
      password: true,
      location: { canada: A },
      device: { ipad: A },
      language: { de: A },
      tags: ['one', 'two'],
      pixels: [pixel],
      status: 'disabled',
    });
    await change(id, {});
    expect(await details(id)).toEqual(before);
    await change(id, { url: B });
    expect(await details(id)).toEqual({ ...before, longurl: B });
  });

  const cleared: [field: string, empty: object][] = [
    ['type', { type: 'direct' }],
    ['password', { password: false }],
    ['expiry', { expiry: null }],
    ['geotarget', { location: {} }],
    ['devicetarget', { device: {} }],
    ['languagetarget', { language: {} }],
    ['rules', { rules: [] }],
    ['metatitle', { metatitle: '', title: 'example.com' }],
    ['metadescription', { metadescription: '' }],
    ['metaimage', { metaimage: '' }],
    ['parameters', { parameters: [] }],
    ['description', { description: 'About' }],
    ['tags', { tags: [] }],
    ['pixels', { pixels: [] }],
    ['expiry_url', { expiry_url: null }],
    ['max_clicks', { max_clicks: null, used_clicks: null }],
    ['starts', { starts: null }],
    ['status', { status: 'active', state: 'active' }],
    ['forward_query', { forward_query: true }],
    ['redirect_code', { redirect_code: 302 }],
    ['custom', {}],
    ['domain', {}],
    ['channel', {}],
    ['campaign', {}],
  ];
  test.each(cleared)('null or "" clears %s and nothing else', async (field, empty) => {
    for (const nothing of [null, '']) {
      // Hashing a password is slow, so one is set only if it is the field to clear.
      const password = field === 'password' ? FULL.password : null;
      const id = await add({ ...FULL, password, pixels: [pixel] });
      const before = await details(id);
      await change(id, { [field]: nothing });
      expect(await details(id)).toEqual({ ...before, ...empty });
    }
  });

  test('an array replaces the stored one, and an empty array clears it', async () => {
    const id = await add({ ...FULL, pixels: [pixel] });
    await change(id, {
      geotarget: [{ location: 'France', link: B }],
      devicetarget: [{ device: 'mac', link: B }],
      languagetarget: [{ language: 'pt_BR', link: B }],
      parameters: [{ name: 'b', value: '2' }],
      tags: ['three'],
      pixels: [otherPixel],
    });
    expect(await details(id)).toMatchObject({
      location: { france: B },
      device: { macos: B },
      language: { 'pt-br': B },
      parameters: [{ name: 'b', value: '2' }],
      tags: ['three'],
      pixels: [otherPixel],
    });
    await change(id, { geotarget: [], devicetarget: [], languagetarget: [], parameters: [], tags: [], pixels: [] });
    expect(await details(id)).toMatchObject({ device: {}, parameters: [], tags: [], pixels: [] });
    expect((await details(id)).location).toEqual({});
    expect((await details(id)).language).toEqual({});
  });

  test('in a create, "" and null mean the same as omitted', async () => {
    // Except for the alias, which must not be empty.
    const fields = cleared.map(([field]) => field).filter((field) => field !== 'custom');
    for (const nothing of [null, '']) {
      const id = await add({ url: OWN, ...Object.fromEntries(fields.map((field) => [field, nothing])) });
      expect(await details(id)).toMatchObject({
        type: 'direct',
        password: false,
        status: 'active',
        redirect_code: 302,
      });
    }
  });

  test('two requests with the same URL create two links', async () => {
    const [one, two] = [await add({ url: OWN }), await add({ url: OWN })];
    expect(one).not.toBe(two);
    expect((await details(one)).shorturl).not.toBe((await details(two)).shorturl);
  });

  const reuseUrl = (name: string) => `https://reuse.example/${engine}/${name}`;
  const notPlain: [what: string, fields: object][] = [
    ['a password', { password: 'x' }],
    ['an expiry', { expiry: '2030-01-01 00:00:00' }],
    ['a start time', { starts: '2020-01-01 00:00:00' }],
    ['a click limit', { max_clicks: 5 }],
    ['a frame', { type: 'frame' }],
    ['a rule', { devicetarget: [{ device: 'ipad', link: A }] }],
    ['parameters', { parameters: [{ name: 'a', value: '1' }] }],
    ['the status disabled', { status: 'disabled' }],
    ['a meta title', { metatitle: 'Sale' }],
  ];
  test.each(notPlain)('reuse does not return a link with %s', async (what, fields) => {
    const url = reuseUrl(what.replaceAll(' ', '-'));
    const id = await add({ url, ...fields });
    expect(await add({ url, reuse: true })).not.toBe(id);
  });

  test.each(notPlain.slice(0, 7))('reuse does not ignore %s in the body', async (what, fields) => {
    const url = reuseUrl(`body-${what.replaceAll(' ', '-')}`);
    const plain = await add({ url });
    expect(await add({ url, reuse: true, ...fields })).not.toBe(plain);
    expect(await add({ url, reuse: true })).toBe(plain);
  });

  test('reuse does not ignore an alias in the body', async () => {
    const url = reuseUrl('alias');
    await add({ url });
    const id = await add({ url, reuse: true, custom: `reuse-${engine}` });
    expect((await details(id)).alias).toBe(`reuse-${engine}`);
  });

  test('reuse never returns someone else’s link, and creates a link if there is none', async () => {
    const url = reuseUrl('others');
    const { key: other } = await site.addUser();
    const body = { url, reuse: true };
    const others = (await site.send('POST', '/api/url/add', { key: other, body })).json.id;
    const before = await countLinks();
    const own = await add(body);
    expect(own).not.toBe(others);
    expect(await add(body)).toBe(own);
    expect(await countLinks()).toBe(before + 1);
  });
});
