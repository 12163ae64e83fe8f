import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { smallOf } from '../../pages/picture-sizes.ts';

onEachEngine('resized pictures', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function upload(width: number, height: number): Promise<{ id: number; address: string }> {
    const sent = { key, body: makePng(width, height), headers: { 'Content-Type': 'image/png' } };
    const { id } = (await site.send('POST', '/api/file', sent)).json;
    return { id, address: site.site.services.files.addressOf(id) };
  }

  async function look(path: string, peer = '203.0.113.9') {
    const request = new Request(`http://localhost:3000${path}`, { headers: { Host: 'localhost:3000' } });
    const response = await site.site.handle(request, { requestIP: () => ({ address: peer }) });
    return { status: response.status, headers: response.headers, bytes: await response.bytes() };
  }

  test('each width is WebP with its exact type, nosniff and a sandbox, cached forever', async () => {
    const { address } = await upload(1500, 300);
    for (const width of [240, 480, 1120] as const) {
      for (const _ of ['drawn', 'remembered']) {
        const { status, headers, bytes } = await look(smallOf(address, width));
        expect([status, headers.get('Content-Type')]).toEqual([200, 'image/webp']);
        expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
        expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
        expect(headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
        expect((await new Bun.Image(bytes).metadata()).width).toBe(width);
      }
    }
  });

  test('other widths, extensions, forged URLs and methods are not served', async () => {
    const { address } = await upload(300, 300);
    const forged = address.replace(/\/file\/./, (start) => `/file/${start.endsWith('A') ? 'B' : 'A'}`);
    const paths = [address.replace('png', '100.webp'), address.replace('png', 'webp'), smallOf(forged, 240)];
    for (const [index, path] of paths.entries()) expect((await look(path, `192.0.2.${index}`)).status).toBe(404);
    expect((await site.send('POST', smallOf(address, 240))).status).toBe(405);
  });

  test('a deleted picture is not served, even from the cache', async () => {
    const { id, address } = await upload(300, 300);
    expect((await look(smallOf(address, 240))).status).toBe(200);
    await site.send('DELETE', `/api/file/${id}/delete`, { key });
    expect((await look(smallOf(address, 240))).status).toBe(404);
  });

  test('a visitor over the limit gets the full picture, which needs no drawing', async () => {
    const pictures: string[] = [];
    for (let index = 0; index < 21; index += 1) pictures.push((await upload(300, 2)).address);
    const types: (string | null)[] = [];
    for (const address of pictures) {
      for (const width of [240, 480, 1120] as const)
        types.push((await look(smallOf(address, width), '198.51.100.1')).headers.get('Content-Type'));
    }
    expect(types).toEqual([...Array(60).fill('image/webp'), ...Array(3).fill('image/png')]);
    expect((await look(smallOf(pictures[20] ?? '', 240), '198.51.100.2')).headers.get('Content-Type')).toBe(
      'image/webp',
    );
  });
});
