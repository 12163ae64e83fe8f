import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { fetchFile, scanFile } from '../../../test/support/qr-visitor.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { readPictureHeader } from '../../lib/picture/picture-header.ts';

onEachEngine('the QR code of a link', (engine) => {
  let site: TestSite;
  let key: string;
  let other: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '1000' });
    key = (await site.addUser()).key;
    other = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addLink(fields: object = {}): Promise<{ id: number; shorturl: string }> {
    return (await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', ...fields } })).json;
  }

  function draw(id: number, file: string, by = key) {
    return fetchFile(site, `/api/url/${id}/${file}`, { Authorization: `Bearer ${by}` });
  }

  function change(id: number, body: object, by = key) {
    return site.send('PUT', `/api/url/${id}/qr/update`, { key: by, body });
  }

  const read = async (id: number) => (await site.send('GET', `/api/url/${id}/qr`, { key })).json;

  test('every link has one, which encodes its short URL with the suffix of a scan', async () => {
    const { id, shorturl } = await addLink({ custom: 'poster' });
    expect(await read(id)).toEqual({
      error: 0,
      details: {
        ...{ url: `${shorturl}~`, scans: 0, background: null, foreground: null, gradient: null, logo: null },
        ...{ margin: null, ecc: null, style: null, eye_style: null, frame: null, size: null },
      },
    });
    const { status, headers, bytes } = await draw(id, 'qr.png');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/png']);
    expect(scanFile(bytes)).toBe('http://localhost:3000/poster~');
    expect((await site.send('GET', '/api/qr', { key })).json.data.result).toBe(0);
  });

  test('it is a PNG, SVG or PDF of the requested width', async () => {
    const { id } = await addLink();
    expect(readPictureHeader((await draw(id, 'qr.png?size=300')).bytes)).toMatchObject({ kind: 'png', width: 300 });
    const svg = await draw(id, 'qr.svg?size=200');
    expect(svg.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(svg.headers.get('Content-Security-Policy')).toContain('sandbox');
    expect(Buffer.from(svg.bytes).toString()).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" width="200"');
    const pdf = await draw(id, 'qr.pdf');
    expect(pdf.headers.get('Content-Type')).toBe('application/pdf');
    expect(pdf.headers.get('Content-Disposition')).toContain('attachment');
    expect(Buffer.from(pdf.bytes).toString('latin1')).toStartWith('%PDF-1.');
    for (const size of ['63', '4097', '-1', '1e3', 'abc', '99999']) {
      const { status, json } = await site.send('GET', `/api/url/${id}/qr.png?size=${size}`, { key });
      expect([size, status, json.errors[0].field]).toEqual([size, 400, 'size']);
    }
  });

  test('its design changes field by field, and null resets a field', async () => {
    const { id } = await addLink();
    const body = { foreground: 'rgb(0,0,120)', style: 'dots', frame: 'Scan me', size: 300 };
    expect((await change(id, body)).json).toEqual({ error: 0, message: 'QR has been updated successfully.' });
    await change(id, { size: null, eye_style: 'circle' });
    expect((await read(id)).details).toMatchObject({
      foreground: 'rgb(0,0,120)',
      style: 'dots',
      eye_style: 'circle',
      frame: { caption: 'Scan me', style: null },
      size: null,
    });
    expect(Buffer.from((await draw(id, 'qr.svg')).bytes).toString()).toContain('fill="rgb(0,0,120)"');
  });

  test('it stays bound to the link when the alias changes', async () => {
    const { id } = await addLink({ custom: 'before' });
    await change(id, { style: 'rounded' });
    await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: 'https://example.com/', custom: 'after' } });
    expect((await read(id)).details).toMatchObject({ url: 'http://localhost:3000/after~', style: 'rounded' });
  });

  test('a design that scanners cannot read is refused by field', async () => {
    const { id } = await addLink();
    const { status, json } = await change(id, { foreground: 'rgb(250,250,250)' });
    expect([status, json.errors[0].field]).toEqual([400, 'foreground']);
    const wrong = await change(id, { style: 'stars', logo: '999999' });
    expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, 'style']);
    expect((await change(id, { logo: 999999 })).json.errors[0].field).toBe('logo');
    expect((await read(id)).details).toMatchObject({ foreground: null, style: null, logo: null });
  });

  test('another user’s link and an unknown one are not found, and a key is required', async () => {
    const { id } = await addLink();
    for (const path of ['qr', 'qr.png', 'qr.svg', 'qr.pdf']) {
      expect((await site.send('GET', `/api/url/${id}/${path}`, { key: other })).status).toBe(404);
      expect((await site.send('GET', `/api/url/999999/${path}`, { key })).status).toBe(404);
      expect((await site.send('GET', `/api/url/${id}/${path}`)).status).toBe(401);
    }
    expect((await change(id, { style: 'dots' }, other)).status).toBe(404);
    expect((await site.send('PUT', `/api/url/${id}/qr/update`, { body: {} })).status).toBe(401);
  });

  test('the design is deleted with the link', async () => {
    const { id } = await addLink();
    await change(id, { style: 'dots' });
    await site.send('DELETE', `/api/url/${id}/delete`, { key });
    expect((await draw(id, 'qr.png')).status).toBe(404);
    const rows = site.database.db.selectFrom('link_qr_codes').select('link_id').where('link_id', '=', id);
    expect(await rows.execute()).toEqual([]);
  });
});
