import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { fetchFile, scanFile } from '../../../test/support/qr-visitor.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { readPictureHeader } from '../../lib/picture/picture-header.ts';

onEachEngine('pictures of QR codes', (engine) => {
  let site: TestSite;
  let key: string;
  let plain: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    plain = (await addQr()).link;
  });
  afterAll(() => site.close());

  async function addQr(fields: object = {}): Promise<{ id: number; link: string }> {
    const body = { type: 'text', data: 'Hello', ...fields };
    return (await site.send('POST', '/api/qr/add', { key, body })).json;
  }

  test('the link returns a PNG of the chosen width, or of any requested width', async () => {
    const { link } = await addQr({ size: 300 });
    for (const [address, width] of [
      [link, 300],
      [`${link}.png`, 300],
      [`${link}?size=64`, 64],
      [`${link}.png?size=1000`, 1000],
    ] as const) {
      const { status, headers, bytes } = await fetchFile(site, address);
      expect([status, headers.get('Content-Type')]).toEqual([200, 'image/png']);
      expect(readPictureHeader(bytes)).toMatchObject({ kind: 'png', width, height: width });
    }
    expect(scanFile((await fetchFile(site, `${link}?size=64`)).bytes)).toBe('Hello');
  });

  test('SVG and PDF have the right format', async () => {
    const { link } = await addQr();
    const svg = await fetchFile(site, `${link}.svg?size=200`);
    expect(svg.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(Buffer.from(svg.bytes).toString()).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" width="200"');
    const pdf = await fetchFile(site, `${link}.pdf`);
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect(Buffer.from(pdf.bytes).toString('latin1')).toStartWith('%PDF-1.');
  });

  test('a conditional request gets 304 until the picture changes', async () => {
    const { id, link } = await addQr();
    const { headers } = await fetchFile(site, link);
    const tag = headers.get('ETag') ?? '';
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`]) {
      const again = await fetchFile(site, link, { 'If-None-Match': known });
      expect([again.status, again.bytes.length, again.headers.get('ETag')]).toEqual([304, 0, tag]);
    }
    expect((await fetchFile(site, `${link}?size=100`, { 'If-None-Match': tag })).status).toBe(200);
    expect((await fetchFile(site, `${link}.svg`, { 'If-None-Match': tag })).status).toBe(200);
    await site.send('PUT', `/api/qr/${id}/update`, { key, body: { data: 'Changed' } });
    const changed = await fetchFile(site, link, { 'If-None-Match': tag });
    expect([changed.status, scanFile(changed.bytes)]).toEqual([200, 'Changed']);
  });

  test('the picture of a dynamic code does not change with its destination', async () => {
    const { id, link } = await addQr({ type: 'link', data: 'https://example.com/a' });
    const before = (await fetchFile(site, link)).headers.get('ETag');
    await site.send('PUT', `/api/qr/${id}/update`, { key, body: { data: 'https://example.com/b' } });
    expect((await fetchFile(site, link)).headers.get('ETag')).toBe(before);
  });

  test.each(['63', '4097', '0', '-1', '1e3', 'abc', '', '99999'])('size=%s is refused', async (size) => {
    expect((await fetchFile(site, `${plain}?size=${size}`)).status).toBe(400);
  });

  test('a missing code is the 404 page, and other methods are refused', async () => {
    const { link } = await addQr();
    const { pathname } = new URL(link);
    const code = pathname.slice('/qr/'.length);
    for (const path of [
      '/qr/',
      '/qr',
      '/qr/zzzzzzzz',
      `/qr/${code}.gif`,
      `/qr/${code}/x`,
      `/qr/${code.toUpperCase()}_`,
    ]) {
      const { status, headers } = await site.send('GET', path, { peer: '198.51.100.7' });
      expect([path, status, headers.get('Content-Type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    }
    expect((await site.send('POST', pathname)).status).toBe(405);
    expect((await site.send('HEAD', pathname)).status).toBe(200);
  });

  test('large new drawings are limited for each visitor, cached pictures are not', async () => {
    const { link } = await addQr();
    const { pathname } = new URL(link);
    const statuses: number[] = [];
    const peer = '198.51.100.8';
    for (let size = 1_025; size < 1_047; size += 1) {
      statuses.push((await site.send('GET', `${pathname}?size=${size}`, { peer })).status);
    }
    expect(statuses.slice(0, 20).every((status) => status === 200)).toBe(true);
    expect(statuses.slice(20)).toEqual([429, 429]);
    expect((await site.send('GET', `${pathname}?size=1030`, { peer })).status).toBe(200);
  });
});
