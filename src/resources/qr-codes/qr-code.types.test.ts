import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sampleContents } from '../../../test/support/code-samples.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { fetchFile, scanFile } from '../../../test/support/qr-visitor.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { payloadOf, type QrContent } from '../../qr/payload.ts';

onEachEngine('the types of QR codes', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function scanOf(body: object, isSvgToo = false): Promise<{ read: string | undefined; link: string }> {
    const { json, status } = await site.send('POST', '/api/qr/add', { key, body });
    expect([status, json.errors]).toEqual([200, undefined]);
    const { bytes } = await fetchFile(site, json.link);
    const read = scanFile(bytes);
    if (isSvgToo) {
      const svg = await fetchFile(site, `${json.link}.svg`);
      expect(scanFile(Buffer.from(svg.bytes).toString())).toBe(read);
    }
    return { read, link: json.link };
  }

  function asPairs({ data }: QrContent): unknown {
    if (typeof data === 'string') return data;
    return Object.entries(data).map(([name, value]) => ({ name, value }));
  }

  for (const content of sampleContents) {
    if (content.type === 'link') continue;
    test(`${content.type}: the picture encodes the content, including accents and emoji`, async () => {
      proves('qr.create', 'type', 'data', 'seven types');
      expect((await scanOf(content, true)).read).toBe(payloadOf(content));
    });

    test(`${content.type}: a list of names and values means the same as an object`, async () => {
      expect((await scanOf({ ...content, data: asPairs(content) })).read).toBe(payloadOf(content));
    });
  }

  test('link: the picture encodes a URL of this service', async () => {
    proves('qr.create', 'seven types');
    const { read, link } = await scanOf({ type: 'link', data: 'https://example.com/Köln?a=ü' });
    expect(read).toBe(link.replace('/qr/', '/q/'));
  });

  for (const content of sampleContents) {
    if (content.type === 'wifi') continue;
    test(`${content.type}: a dynamic code encodes a URL of this service`, async () => {
      const { read, link } = await scanOf({ ...content, dynamic: true });
      expect(read).toBe(link.replace('/qr/', '/q/'));
    });
  }

  test('a picture with every design option is still readable', async () => {
    const { read } = await scanOf({
      type: 'text',
      data: 'Grüße 🦊',
      foreground: 'rgb(49,46,129)',
      background: 'rgb(255,251,235)',
      gradient: { to: 'rgb(190,24,93)', angle: 90 },
      margin: 5,
      ecc: 'H',
      style: 'rounded',
      eye_style: 'circle',
      frame: { caption: 'Zum Menü', style: 'line' },
      size: 700,
    });
    expect(read).toBe('Grüße 🦊');
  });

  test('wifi uses WPA if a password is sent, and no encryption otherwise', async () => {
    expect((await scanOf({ type: 'wifi', data: { ssid: 'a', pass: 'b' } })).read).toBe('WIFI:T:WPA;S:a;P:b;;');
    expect((await scanOf({ type: 'wifi', data: { ssid: 'a', pass: '' } })).read).toBe('WIFI:T:nopass;S:a;;');
  });
});
