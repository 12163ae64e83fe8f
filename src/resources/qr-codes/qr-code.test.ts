import { afterAll, beforeAll, expect, test } from 'bun:test';
import { makeLogo } from '../../../test/support/code-samples.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { proves } from '../../../test/support/proves.ts';
import { fetchFile } from '../../../test/support/qr-visitor.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { fieldError } from '../../core/errors.ts';

const GOOD = { type: 'link', data: 'https://example.com/menu' };

onEachEngine('QR codes', (engine) => {
  let site: TestSite;
  let key: string;
  let otherKey: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    otherKey = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function addQr(fields: object = {}, owner = key): Promise<{ id: number; link: string }> {
    const { json, status } = await site.send('POST', '/api/qr/add', { key: owner, body: { ...GOOD, ...fields } });
    expect(status).toBe(200);
    return json;
  }

  async function listOf(owner: string, query = '') {
    return (await site.send('GET', `/api/qr${query}`, { key: owner })).json.data;
  }

  async function detailsOf(id: number) {
    return (await site.send('GET', `/api/qr/${id}`, { key })).json.details;
  }

  test('a created QR code is listed with the reference fields and no others', async () => {
    proves('qr.create', 'answer.error', 'answer.id', 'answer.link');
    proves('qr.list', 'answer.error', 'answer.qrs');
    proves('qr.item', 'id', 'link', 'scans', 'name', 'date');
    const { status, json } = await site.send('POST', '/api/qr/add', { key, body: { ...GOOD, name: 'Menu' } });
    expect(status).toBe(200);
    expect(json).toEqual({ error: 0, id: expect.any(Number), link: expect.any(String) });
    expect(json.link).toMatch(/^http:\/\/localhost:3000\/qr\/[2-9a-km-zA-HJ-NP-Z]{7,}$/);
    const list = await site.send('GET', '/api/qr?limit=1', { key });
    expect(list.json.error).toBe('0');
    const { id, link } = json;
    expect(list.json.data.qrs).toEqual([
      { id, link, scans: 0, name: 'Menu', date: '2026-11-16 12:00:00', status: 'active' },
    ]);
  });

  test('one QR code is returned with its details and its statistics', async () => {
    proves('qr.get', ':id', 'answer.error', 'answer.details', 'answer.data');
    proves('qr.details', 'id', 'link', 'scans', 'name', 'date');
    proves('qr.data', 'clicks', 'uniqueClicks', 'topCountries', 'topReferrers', 'topBrowsers', 'topOs', 'socialCount');
    const { id, link } = await addQr({ name: 'Poster', background: 'rgb(255, 250,240)', dynamic: true });
    const { json } = await site.send('GET', `/api/qr/${id}`, { key });
    expect(json).toMatchObject({
      error: 0,
      details: { id, link, scans: 0, name: 'Poster', date: '2026-11-16 12:00:00', ...GOOD, dynamic: true },
    });
    expect(json.details).toMatchObject({ background: 'rgb(255,250,240)', foreground: null, logo: null });
    expect(json.data).toEqual({
      clicks: 0,
      uniqueClicks: 0,
      topCountries: 0,
      topReferrers: 0,
      topBrowsers: 0,
      topOs: 0,
      socialCount: { facebook: 0, twitter: 0, google: 0 },
    });
  });

  test('the list is newest first, and an empty list has one page', async () => {
    proves('qr.list', 'limit', 'page', 'answer.result', 'answer.perpage', 'answer.currentpage', 'answer.nextpage');
    proves('qr.list', 'answer.maxpage');
    const { key: owner } = await site.addUser();
    expect(await listOf(owner)).toEqual({ result: 0, perpage: 10, currentpage: 1, nextpage: 1, maxpage: 1, qrs: [] });
    const ids: number[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await addQr({ name: `n${index}` }, owner)).id);
    const page = await listOf(owner, '?limit=2&page=2');
    expect(page).toMatchObject({ result: 5, perpage: 2, currentpage: 2, nextpage: 3, maxpage: 3 });
    expect(page.qrs.map((qr: { id: number }) => qr.id)).toEqual([ids[2], ids[1]]);
    expect(await listOf(owner, '?limit=2&page=9')).toMatchObject({ result: 5, qrs: [] });
    expect((await site.send('GET', '/api/qr?limit=0', { key })).status).toBe(400);
  });

  test('an update changes sent fields, keeps omitted ones, and clears null', async () => {
    proves('qr.update', ':id', 'type', 'data', 'answer.error', 'answer.message');
    const { id } = await addQr({ name: 'Old', foreground: 'rgb(0,0,90)', style: 'dots', frame: 'Scan me' });
    const update = await site.send('PUT', `/api/qr/${id}/update`, {
      key,
      body: { data: 'https://example.com/new', foreground: null, frame: '' },
    });
    expect(update.json).toEqual({ error: 0, message: 'QR has been updated successfully.' });
    expect(await detailsOf(id)).toMatchObject({
      name: 'Old',
      data: 'https://example.com/new',
      foreground: null,
      frame: null,
      style: 'dots',
    });
    await site.send('PUT', `/api/qr/${id}/update`, { key, body: { type: 'text', data: 'Hello', name: null } });
    expect(await detailsOf(id)).toMatchObject({ type: 'text', data: 'Hello', dynamic: true, name: 'Untitled QR code' });
  });

  test('an update without data, or with data of another type, is refused', async () => {
    const { id } = await addQr({ type: 'wifi', data: { ssid: 'net' } });
    const without = await site.send('PUT', `/api/qr/${id}/update`, { key, body: { name: 'x' } });
    expect([without.status, without.json.errors]).toEqual([400, [fieldError('data', 'required')]]);
    const wrong = await site.send('PUT', `/api/qr/${id}/update`, { key, body: { data: 'text' } });
    expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, 'data']);
    const dynamic = await site.send('PUT', `/api/qr/${id}/update`, {
      key,
      body: { data: { ssid: 'net' }, dynamic: true },
    });
    expect([dynamic.status, dynamic.json.errors[0].field]).toEqual([400, 'dynamic']);
    expect(await detailsOf(id)).toMatchObject({ type: 'wifi', data: { ssid: 'net' } });
  });

  test('a deleted QR code has no picture and no statistics', async () => {
    proves('qr.delete', ':id', 'answer.error', 'answer.message');
    const { id, link } = await addQr();
    const { json } = await site.send('DELETE', `/api/qr/${id}/delete`, { key });
    expect(json).toEqual({ error: 0, message: 'QR Code has been deleted successfully.' });
    expect((await site.send('DELETE', `/api/qr/${id}/delete`, { key })).status).toBe(404);
    expect((await site.send('GET', `/api/qr/${id}`, { key })).status).toBe(404);
    expect((await fetchFile(site, link)).status).toBe(404);
    expect((await addQr()).id).toBeGreaterThan(id);
  });

  test('an uploaded file can be a logo, which survives deleting the file', async () => {
    proves('qr.create', 'logo');
    const png = Buffer.from(makeLogo());
    const file = await site.send('POST', '/api/file', { key, body: png, headers: { 'Content-Type': 'image/png' } });
    const { id, link } = await addQr({ logo: file.json.id });
    const withLogo = await fetchFile(site, `${link}.svg`);
    expect(Buffer.from(withLogo.bytes).includes('data:image/png;base64,')).toBe(true);
    await site.send('DELETE', `/api/file/${file.json.id}/delete`, { key });
    expect((await fetchFile(site, `${link}?size=100`)).status).toBe(200);
    expect((await detailsOf(id)).logo).toBe(String(file.json.id));
    await site.send('PUT', `/api/qr/${id}/update`, { key, body: { data: GOOD.data, logo: null } });
    const without = await fetchFile(site, `${link}.svg`);
    expect(Buffer.from(without.bytes).includes('data:image/png')).toBe(false);
    expect(without.headers.get('ETag')).not.toBe(withLogo.headers.get('ETag'));
  });

  test('someone else’s file responds like a missing one', async () => {
    const png = Buffer.from(makeLogo());
    const headers = { 'Content-Type': 'image/png' };
    const file = await site.send('POST', '/api/file', { key: otherKey, body: png, headers });
    const others = await site.send('POST', '/api/qr/add', { key, body: { ...GOOD, logo: file.json.id } });
    const missing = await site.send('POST', '/api/qr/add', { key, body: { ...GOOD, logo: '999999' } });
    expect([others.status, others.text]).toEqual([400, missing.text]);
    expect(others.json.errors).toEqual([fieldError('logo', 'no_such_file')]);
  });

  for (const [method, path] of [
    ['GET', '/api/qr'],
    ['GET', '/api/qr/1'],
    ['GET', '/api/qr/1/stats'],
    ['POST', '/api/qr/add'],
    ['PUT', '/api/qr/1/update'],
    ['DELETE', '/api/qr/1/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401 and returns no data`, async () => {
      const { status, json } = await site.send(method, path);
      expect(status).toBe(401);
      expect(json).toEqual({ error: 1, message: 'A valid API key is required.', code: 'key_required' });
    });
  }

  test('someone else’s QR code responds like a missing one, and is not changed', async () => {
    const { id } = await addQr({ name: 'Mine' });
    for (const [method, action, body] of [
      ['GET', '', undefined],
      ['GET', '/stats', undefined],
      ['PUT', '/update', { data: 'https://evil.example/' }],
      ['DELETE', '/delete', undefined],
    ] as const) {
      const others = await site.send(method, `/api/qr/${id}${action}`, { key: otherKey, body });
      const missing = await site.send(method, `/api/qr/999999${action}`, { key: otherKey, body });
      expect(others.status).toBe(404);
      expect(others.text).toBe(missing.text);
    }
    expect(await detailsOf(id)).toMatchObject({ name: 'Mine', data: GOOD.data });
    expect((await listOf(otherKey)).result).toBe(0);
  });

  test('unknown fields in the body are ignored', async () => {
    const body =
      '{"type":"text","data":"x","id":77777,"userid":1,"scans":9,"code":"mine","__proto__":{"isAdmin":true}}';
    const { json } = await site.send('POST', '/api/qr/add', { key, body });
    expect(json.id).not.toBe(77777);
    expect((await listOf(key)).qrs[0]).toMatchObject({ id: json.id, scans: 0 });
    expect(json.link).not.toEndWith('/mine');
  });
});
