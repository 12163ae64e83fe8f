import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BucketServer, startBucket } from '../../../test/support/bucket-server.ts';
import { makePng } from '../../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { readPictureHeader } from '../../lib/picture/picture-header.ts';
import { addressOf, readToken } from './file.address.ts';

const SECRET = 'a secret of the tests alone';
const PNG = makePng(3, 2);

/** The last part of a picture path, without its extension. */
function tokenOf(secret: string, id: number): string {
  return /([^/]+)\.png$/.exec(addressOf(secret, id))?.[1] ?? '';
}

describe.each(['a folder', 'a bucket'])('public pictures in %s [sqlite]', (kind) => {
  let site: TestSite;
  let bucket: BucketServer | undefined;
  let key: string;

  beforeAll(async () => {
    if (kind === 'a bucket') bucket = startBucket();
    site = await openTestSite('sqlite', { SECRET, ...(bucket && { S3_URL: bucket.url.href }) });
    key = (await site.addUser()).key;
  });
  afterAll(() => Promise.all([site.close(), bucket?.close()]));

  async function upload(): Promise<{ id: number; path: string }> {
    const headers = { 'Content-Type': 'image/png' };
    const { json } = await site.send('POST', '/api/file', { key, body: PNG, headers });
    expect(json.url).toStartWith('http://localhost:3000/file/');
    return { id: json.id, path: new URL(json.url).pathname };
  }

  async function bytesAt(path: string): Promise<Uint8Array> {
    const peers = { requestIP: () => ({ address: '203.0.113.9' }) };
    const response = await site.site.handle(new Request(`http://localhost:3000${path}`), peers);
    return response.bytes();
  }

  test('a picture is public, with its exact type, sandboxed, cached forever', async () => {
    const { path } = await upload();
    const { status, headers } = await site.send('GET', path);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(readPictureHeader(await bytesAt(path))).toEqual({ kind: 'png', width: 3, height: 2 });
    expect(headers.get('Set-Cookie')).toBeNull();
  });

  test('a conditional request gets 304', async () => {
    const { path } = await upload();
    const tag = (await site.send('GET', path)).headers.get('ETag') ?? '';
    for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      const { status, text, headers } = await site.send('GET', path, { headers: { 'If-None-Match': known } });
      expect([status, text, headers.get('ETag')]).toEqual([304, '', tag]);
    }
    expect((await site.send('GET', path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  test('a deleted picture is gone, also for conditional requests', async () => {
    const { id, path } = await upload();
    await site.send('DELETE', `/api/file/${id}/delete`, { key });
    expect((await site.send('GET', path)).status).toBe(404);
    expect((await site.send('GET', path, { headers: { 'If-None-Match': '*' } })).status).toBe(404);
  });

  test('no id leads to a picture, and repeated guesses are limited', async () => {
    const { id, path } = await upload();
    const peer = '198.51.100.7';
    const guesses = [
      `/file/${id}.png`,
      `/file/${id.toString(36)}.png`,
      path.replace('.png', '.svg'),
      path.replace('.png', ''),
      `${path}/`,
      path.replace('/file/', '/file/A'),
      addressOf('another secret', id),
      '/file/',
    ];
    for (const guess of guesses) expect((await site.send('GET', guess, { peer })).status).toBe(404);
    for (let times = guesses.length; times < 20; times += 1) await site.send('GET', '/file/x.png', { peer });
    expect((await site.send('GET', '/file/x.png', { peer })).status).toBe(429);
    expect((await site.send('GET', path, { peer })).status).toBe(200);
  });

  test('only GET and HEAD are allowed', async () => {
    const { path } = await upload();
    expect((await site.send('HEAD', path)).status).toBe(200);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers } = await site.send(method, path);
      expect([status, headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    }
  });
});

test('a token contains its id, and other text is not a token', () => {
  for (const id of [1, 35, 36, 1_000, 999_999_999_999_999]) expect(readToken(SECRET, tokenOf(SECRET, id))).toBe(id);
  const token = tokenOf(SECRET, 7);
  for (const other of ['', 'x', token.slice(1), `${token}0`, token.toUpperCase(), tokenOf('other', 7), `0${token}`])
    expect(readToken(SECRET, other)).toBeUndefined();
});
