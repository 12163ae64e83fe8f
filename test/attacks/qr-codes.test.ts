import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createOutbound, OUTBOUND_LIMITS } from '../../src/lib/outbound/outbound.ts';
import { makeLogo } from '../support/code-samples.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { claimSize } from '../support/pictures.ts';
import { fetchFile, scanFile } from '../support/qr-visitor.ts';
import { type RecordingServer, startRecordingServer } from '../support/recording-server.ts';
import { TEST_CERTIFICATE } from '../support/test-certificate.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { testWithoutStore } from '../support/without-store.ts';

const BASE = { type: 'text', data: 'Hello' };

onEachEngine('attacks on QR codes', (engine) => {
  let site: TestSite;
  let server: RecordingServer;
  let key: string;
  let body: Uint8Array = new Uint8Array();

  beforeAll(async () => {
    server = await startRecordingServer({ isSecure: true, answer: (_, response) => response.end(body) });
    const outbound = createOutbound({
      resolve: async (name) => (name === 'good.example' ? ['127.0.0.1'] : ['10.0.0.1']),
      isForbidden: (address) => address !== '127.0.0.1',
      ports: [server.port],
      ownHosts: [],
      limits: OUTBOUND_LIMITS,
      certificates: TEST_CERTIFICATE,
    });
    site = await openTestSite(engine, {}, { outbound });
    key = (await site.addUser()).key;
  });
  afterAll(async () => {
    await site.close();
    await server.close();
  });

  function add(fields: object) {
    return site.send('POST', '/api/qr/add', { key, body: { ...BASE, ...fields } });
  }

  /** Returns the message of the refusal. */
  async function expectRefusal(fields: object, field: string): Promise<string> {
    const { status, json } = await add(fields);
    expect([status, json.errors?.map((error: { field: string }) => error.field)]).toEqual([400, [field]]);
    return json.errors[0].message;
  }

  /** Also expects that nothing is stored. */
  async function expectRefused(fields: object, field: string): Promise<string> {
    const message = await expectRefusal(fields, field);
    expect((await site.send('GET', '/api/qr', { key })).json.data.result).toBe(0);
    return message;
  }

  testWithoutStore(engine).each([
    '/etc/passwd',
    '../../data/x',
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    ' file:///etc/passwd',
    'data:image/png;base64,iVBORw0KGgo=',
    'C:\\logo.png',
    '\\\\host\\share\\logo.png',
    'logo.png',
    '0',
    '00001',
    '1/../2',
  ])('27: the logo %j is refused without reading a file or sending a request', async (logo) => {
    const before = server.connections;
    await expectRefusal({ logo }, 'logo');
    expect(server.connections).toBe(before);
  });

  test('27: a logo at a forbidden address, an HTML page and a decompression bomb are refused, each with a clear message', async () => {
    guards('uploads');
    const address = `https://good.example:${server.port}/logo.png`;
    const unreachable = "Couldn't load an image from this URL.";
    expect(await expectRefused({ logo: `https://evil.example:${server.port}/` }, 'logo')).toBe(unreachable);
    expect(await expectRefused({ logo: 'https://127.0.0.1:6379/' }, 'logo')).toBe(unreachable);
    body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    expect(await expectRefused({ logo: address }, 'logo')).toContain('PNG or JPEG');
    body = claimSize(50_000, 50_000);
    expect(await expectRefused({ logo: address }, 'logo')).toContain('4,096');
  });

  testWithoutStore(engine).each([
    'rgb(999,-1,x)',
    'rgb(256,0,0)',
    'rgb(-1,0,0)',
    'rgb(0,0)',
    'rgb(0,0,0,0)',
    'rgb(0 0 0)',
    'rgba(0,0,0,1)',
    'url(javascript:alert(1))',
    'red;}</style>',
    'rgb(0,0,0)"/><script>alert(1)</script>',
    'rgb(0,0,0);x',
    `rgb(${'0'.repeat(100)},0,0)`,
    '#000000',
  ])('30: the color %j is refused in every color field', async (color) => {
    await expectRefusal({ foreground: color }, 'foreground');
    await expectRefusal({ background: color }, 'background');
    await expectRefusal({ gradient: color }, 'gradient');
    expect((await add({ gradient: { to: color } })).json.errors[0].field).toMatch(/^gradient(\.to)?$/);
  });

  test('31: data that no code can hold is refused at every error correction level', async () => {
    guards('input-bounds');
    expect(await expectRefused({ data: 'ü'.repeat(1_500) }, 'data')).toContain('too long');
    await expectRefused({ data: 'x'.repeat(1_300), ecc: 'high' }, 'data');
    await expectRefused({ data: 'x'.repeat(60_000) }, 'data');
    const wide = Object.fromEntries(
      ['fname', 'lname', 'city', 'state', 'country'].map((name) => [name, '語'.repeat(100)]),
    );
    await expectRefused({ type: 'vcard', data: { ...wide, org: '語'.repeat(255), title: '語'.repeat(255) } }, 'data');
  });

  test('31: the most data that a code can hold is accepted', async () => {
    guards('input-bounds');
    const data = 'x'.repeat(1_200);
    const { json } = await add({ data, ecc: 'high', size: 1_024 });
    expect(scanFile((await fetchFile(site, json.link)).bytes)).toBe(data);
    await site.send('DELETE', `/api/qr/${json.id}/delete`, { key });
  });

  test('32: pictures have their exact type, nosniff and a sandbox; a caption cannot break out of an SVG', async () => {
    guards('uploads');
    body = makeLogo();
    const logo = `https://good.example:${server.port}/logo.png`;
    const frame = { caption: `</text><script>alert(1)</script>"'&` };
    const { json } = await add({ logo, frame });
    expect(json.link).toBeString();
    for (const [ending, type] of [
      ['', 'image/png'],
      ['.png', 'image/png'],
      ['.svg', 'image/svg+xml'],
      ['.pdf', 'application/pdf'],
    ]) {
      const { status, headers, bytes } = await fetchFile(site, `${json.link}${ending}`);
      expect([status, headers.get('Content-Type')]).toEqual([200, type ?? '']);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; img-src data:; sandbox");
      expect(Buffer.from(bytes).includes('<script')).toBe(false);
    }
    const again = await fetchFile(site, json.link, { 'If-None-Match': '*' });
    expect([again.status, again.headers.get('Content-Security-Policy')]).toEqual([
      304,
      expect.stringContaining('sandbox'),
    ]);
    await site.send('DELETE', `/api/qr/${json.id}/delete`, { key });
  });

  test('an unknown Host gets neither pictures nor scans', async () => {
    const own = await openTestSite(engine, { BASE_URL: 'https://sign.example' });
    const { key: owner } = await own.addUser();
    const made = await own.send('POST', '/api/qr/add', {
      key: owner,
      body: { type: 'link', data: 'https://a.example/' },
    });
    const { pathname } = new URL(made.json.link);
    expect(made.json.link).toStartWith('https://sign.example/qr/');
    for (const [Host, status] of [
      ['sign.example', 200],
      ['evil.example', 404],
    ] as const) {
      expect((await own.send('GET', pathname, { headers: { Host } })).status).toBe(status);
    }
    const scan = await own.send('GET', pathname.replace('/qr/', '/q/'), { headers: { Host: 'evil.example' } });
    expect(scan.status).toBe(404);
    await own.close();
  });

  test('guessing codes is refused after 20 misses in a minute, and existing codes still work', async () => {
    const { json } = await add({});
    const peer = '198.51.100.77';
    const statuses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1) {
      const prefix = guess % 2 === 0 ? 'q' : 'qr';
      statuses.push((await site.send('GET', `/${prefix}/guess${guess}zzz`, { peer })).status);
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect((await site.send('GET', new URL(json.link).pathname, { peer })).status).toBe(200);
  });
});
