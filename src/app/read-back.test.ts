import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { bodyFieldsOf, operations } from '../../test/support/operations.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const target = 'https://example.com/';
const design = {
  ...{ frame: 'Scan me', gradient: 'rgb(0,0,90)', background: 'rgb(255,255,255)', foreground: 'rgb(0,0,0)' },
  ...{ style: 'dots', eye_style: 'rounded', ecc: 'Q', margin: 5, size: 600 },
};

/** How a noun is read: the path, and where its fields are in the response. */
interface Reading {
  path: string;
  update?: string;
  // biome-ignore lint/suspicious/noExplicitAny: responses of every shape.
  fieldsIn(json: any, id: number): Record<string, unknown>;
}

const detailsOf: Reading['fieldsIn'] = (json) => json.details ?? json.data;
const bodyIn =
  (list: string): Reading['fieldsIn'] =>
  (json, id) =>
    json.data[list].find((row: { id: number }) => row.id === id).body;

const rowIn =
  (list: string): Reading['fieldsIn'] =>
  (json, id) =>
    json.data[list].find((row: { id: number }) => row.id === id);

onEachEngine('what a read answers in the fields of a body', (engine) => {
  let site: TestSite;
  let key: string;
  let channels: number[];

  const send = (method: string, path: string, body?: object) => site.send(method, path, { key, body });

  async function add(noun: string, body: object): Promise<number> {
    const { json } = await send('POST', `/api/${noun}/add`, body);
    if (json.error !== 0) throw new Error(`${noun}: ${JSON.stringify(json)}`);
    return json.id;
  }

  beforeAll(async () => {
    site = await openTestSite(engine);
    await site.addUser();
    key = (await site.addUser()).key;
    channels = [await add('channel', { name: 'one' }), await add('channel', { name: 'two' })];
  });
  afterAll(() => site.close());

  /** Reads a row, sends what it read, and returns the fields that are different then. */
  async function sendBack(noun: string, id: number, { path, update, fieldsIn }: Reading): Promise<unknown> {
    const read = async () => fieldsIn((await send('GET', path.replace('ID', String(id)))).json, id);
    const before = await read();
    const template = update ?? `/api/${noun}/{id}/update`;
    const operation = operations.find((one) => one.path === template && one.method === 'PUT');
    const names = new Set(operation ? bodyFieldsOf(operation.operation) : []);
    const body = Object.fromEntries(Object.entries(before).filter(([name]) => names.has(name)));
    expect(Object.keys(body).length).toBeGreaterThan(1);
    const { status, json } = await send('PUT', template.replace('{id}', String(id)), body);
    return { status, errors: json.errors, read: await read(), before };
  }

  async function expectKept(noun: string, id: number, reading: Reading): Promise<void> {
    const { status, errors, read, before } = (await sendBack(noun, id, reading)) as Record<string, unknown>;
    expect({ status, errors }).toEqual({ status: 200, errors: undefined });
    expect(read).toEqual(before as never);
  }

  const link = async (fields: object = {}) => add('url', { url: target, ...fields });

  test('of a link, whatever it has', async () => {
    const reading = { path: '/api/urls?body=1&limit=100', fieldsIn: bodyIn('urls') };
    await expectKept('url', await link(), reading);
    const full = {
      ...{ description: 'd', metatitle: 't', tags: ['a', 'b'], expiry: '2030-01-01 00:00:00', max_clicks: 5 },
      ...{ redirect_code: 301, forward_query: false, escape: true, password: 'correct horse', channel: channels[0] },
      parameters: [{ name: 'ref', value: 'x' }],
      geotarget: [{ location: 'France', link: 'https://fr.example/' }],
      devicetarget: [{ device: 'ipad', link: 'https://pad.example/' }],
      languagetarget: [{ language: 'fr', link: 'https://fr.example/' }],
      rules: [{ name: 'r', when: [{ type: 'country', in: ['DE'] }], url: 'https://de.example/' }],
      app: { ios: { url: 'app://x', store: 'https://apps.apple.com/app/id1' } },
    };
    const id = await link(full);
    await expectKept('url', id, reading);
    await send('POST', `/api/channel/${channels[1]}/assign/links/${id}`);
    await expectKept('url', id, reading);
    const { json } = await send('GET', `/api/url/${id}`);
    expect([json.details.password, json.details.channels]).toEqual([true, channels]);
  });

  test('of a link: false removes its password, and a list of channels replaces them', async () => {
    const id = await link({ password: 'correct horse', channel: channels[0] });
    const changed = await send('PUT', `/api/url/${id}/update`, {
      url: target,
      password: false,
      channel: [channels[1]],
    });
    expect(changed.status).toBe(200);
    const { json } = await send('GET', `/api/url/${id}`);
    expect([json.details.password, json.details.channels]).toEqual([false, [channels[1]]]);
    const { key: other } = await site.addUser();
    const foreign = await site.send('POST', '/api/channel/add', { key: other, body: { name: 'x' } });
    const refused = await send('PUT', `/api/url/${id}/update`, {
      url: target,
      channel: [channels[0], foreign.json.id],
    });
    expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'channel']);
  });

  test('of a QR code, plain and with a design', async () => {
    for (const fields of [
      {},
      design,
      { channel: channels[0], name: 'q' },
      { frame: { caption: 'a', style: 'band' } },
    ]) {
      const id = await add('qr', { type: 'link', data: target, ...fields });
      for (const reading of [
        { path: '/api/qr?body=1&limit=100', fieldsIn: bodyIn('qrs') },
        { path: '/api/qr/ID', fieldsIn: detailsOf },
      ])
        await expectKept('qr', id, reading);
    }
    const wifi = await add('qr', { type: 'wifi', data: { ssid: 'a', pass: 'b', encryption: 'WPA' } });
    await expectKept('qr', wifi, { path: '/api/qr/ID', fieldsIn: detailsOf });
    const vcard = await add('qr', { type: 'vcard', data: { fname: 'A', lname: 'B' } });
    await expectKept('qr', vcard, { path: '/api/qr/ID', fieldsIn: detailsOf });
  });

  test('of the QR code of a link', async () => {
    const id = await link();
    expect((await send('PUT', `/api/url/${id}/qr/update`, design)).status).toBe(200);
    await expectKept('url', id, {
      ...{ path: '/api/url/ID/qr', update: '/api/url/{id}/qr/update' },
      fieldsIn: detailsOf,
    });
  });

  test('of a domain', async () => {
    const id = await add('domain', { domain: 'https://go.example', redirectroot: target, redirect404: target });
    for (const reading of [
      { path: '/api/domains?body=1', fieldsIn: bodyIn('domains') },
      { path: '/api/domain/ID', fieldsIn: detailsOf },
    ])
      await expectKept('domain', id, reading);
  });

  const others: [noun: string, body: object, Reading][] = [
    ['pixel', { type: 'gtmpixel', name: 'p', tag: 'GTM-A1B2C3D' }, { path: '/api/pixels', fieldsIn: rowIn('pixels') }],
    ['campaign', { name: 'c', slug: 's', public: true }, { path: '/api/campaign/ID', fieldsIn: detailsOf }],
    ['channel', { name: 'c', description: 'd' }, { path: '/api/channels', fieldsIn: rowIn('channels') }],
    [
      'bio',
      {
        name: 'b',
        blocks: [
          { type: 'link', title: 't', url: target },
          { type: 'heading', text: 'h' },
        ],
      },
      { path: '/api/bio/ID', fieldsIn: detailsOf },
    ],
    ['overlay', { type: 'message', name: 'o', text: 't' }, { path: '/api/overlay/ID', fieldsIn: detailsOf }],
    [
      'overlay',
      { type: 'contact', name: 'o', text: 't', fields: ['email'] },
      { path: '/api/overlay/ID', fieldsIn: detailsOf },
    ],
    [
      'overlay',
      { type: 'poll', name: 'o', question: 'q', answers: ['a', 'b'] },
      { path: '/api/overlay/ID', fieldsIn: detailsOf },
    ],
    ['splash', { name: 's', title: 't' }, { path: '/api/splash/ID', fieldsIn: detailsOf }],
    ['webhook', { url: target, events: ['link.created'] }, { path: '/api/webhooks', fieldsIn: rowIn('webhooks') }],
    ['utm-template', { name: 'u', utm_source: 'a' }, { path: '/api/utm-templates', fieldsIn: rowIn('templates') }],
  ];
  test.each(others)('of a %s %j', async (noun, body, reading) => {
    await expectKept(noun, await add(noun, body), reading);
  });
});
