import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onEachEngine } from '../../../test/support/engines.ts';
import { makeJpeg, makePng } from '../../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { testWithoutStore } from '../../../test/support/without-store.ts';
import { readPictureHeader } from '../../lib/picture/picture-header.ts';
import { MAX_PICTURE_BYTES } from '../../lib/picture/redraw-picture.ts';
import { createFileService } from './file.service.ts';
import type { FileStorage } from './file.storage.ts';
import { MAX_FILES } from './file.ts';

const PNG = makePng(3, 2);

onEachEngine('files', (engine) => {
  let site: TestSite;
  let folder: string;
  let owner: { id: number; key: string };
  let other: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine);
    folder = join(site.dataDir, 'files');
    owner = await site.addUser();
    other = await site.addUser();
  });
  afterAll(() => site.close());

  function upload(body: unknown, type = 'image/png', key = owner.key) {
    return site.send('POST', '/api/file', { key, body, headers: { 'Content-Type': type } });
  }

  async function add(key = owner.key): Promise<number> {
    return (await upload(PNG, 'image/png', key)).json.id;
  }

  async function listOf(key: string, query = '') {
    return (await site.send('GET', `/api/files${query}`, { key })).json.data;
  }

  test('an uploaded picture is stored as PNG, readable by its owner only, and listed', async () => {
    const { status, json } = await upload(await makeJpeg(30, 20), 'image/jpeg');
    expect(status).toBe(200);
    expect(json).toEqual({
      error: 0,
      id: expect.any(Number),
      type: 'png',
      width: 30,
      height: 20,
      url: expect.any(String),
    });
    const bytes = await site.site.services.files.read(owner.id, json.id);
    expect(readPictureHeader(bytes)).toEqual({ kind: 'png', width: 30, height: 20 });
    const path = join(folder, `${json.id}.png`);
    expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
    const [first] = (await listOf(owner.key, '?limit=1')).files;
    const facts = { id: json.id, type: 'png', width: 30, height: 20, url: json.url };
    expect(first).toEqual({ ...facts, size: bytes.length, date: '2026-11-16 12:00:00' });
  });

  test('an upload can also be the only file of a form', async () => {
    const form = new FormData();
    form.set('note', 'x');
    form.set('picture', new Blob([PNG], { type: 'text/html' }), '../../evil.html');
    const { status, json } = await site.send('POST', '/api/file', { key: owner.key, body: form });
    expect([status, json.width, json.height]).toEqual([200, 3, 2]);
    expect(readdirSync(folder).every((name) => /^\d+\.png$/.test(name))).toBe(true);
  });

  test('a picture of more than 64 KiB is accepted, one of more than 2 MB is 413', async () => {
    const large = makePng(100, 100, { extras: { tEXt: 'x'.repeat(200_000) } });
    expect((await upload(large)).status).toBe(200);
    for (const type of ['image/png', 'multipart/form-data; boundary=x']) {
      const { status, json } = await upload(new Uint8Array(MAX_PICTURE_BYTES + 10_000), type);
      expect([status, json.code]).toEqual([413, 'file_too_large']);
    }
    const form = new FormData();
    form.set('a', new Blob([new Uint8Array(MAX_PICTURE_BYTES + 1)]));
    expect((await site.send('POST', '/api/file', { key: owner.key, body: form })).status).toBe(413);
  });

  const [two, none] = [new FormData(), new FormData()];
  two.set('a', new Blob([PNG]));
  two.set('b', new Blob([PNG]));
  none.set('a', 'x');
  const bad: [what: string, type: string | undefined, body: unknown, code: string][] = [
    ['no type', undefined, PNG, 'not_one_file'],
    ['JSON', 'application/json', { file: 'x' }, 'not_one_file'],
    ['an SVG by its type', 'image/svg+xml', PNG, 'not_one_file'],
    ['two files', undefined, two, 'not_one_file'],
    ['a form without a file', undefined, none, 'not_one_file'],
    ['a body that is not a form', 'multipart/form-data; boundary=x', 'hello', 'not_one_file'],
    ['a form without a boundary', 'multipart/form-data', PNG, 'not_one_file'],
  ];
  const notPictures: typeof bad = [
    ['nothing', 'image/png', undefined, 'picture_refused'],
    ['a broken picture', 'image/png', PNG.subarray(0, -20), 'picture_refused'],
  ];
  async function expectRefused(type: string | undefined, body: unknown, code: string): Promise<void> {
    const before = readdirSync(folder).length;
    const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
    const { status, json } = await site.send('POST', '/api/file', { key: owner.key, body, headers });
    expect([status, json.code]).toEqual([400, code]);
    expect(readdirSync(folder)).toHaveLength(before);
  }
  for (const [what, type, body, code] of bad) {
    testWithoutStore(engine)(`${what} is refused, and nothing is stored`, () => expectRefused(type, body, code));
  }
  for (const [what, type, body, code] of notPictures) {
    test(`${what} is refused, and nothing is stored`, async () => {
      const before = (await listOf(owner.key)).result;
      await expectRefused(type, body, code);
      expect((await listOf(owner.key)).result).toBe(before);
    });
  }

  test('a deleted file is gone from the list and from the disk', async () => {
    const id = await add();
    const { json } = await site.send('DELETE', `/api/file/${id}/delete`, { key: owner.key });
    expect(json).toEqual({ error: 0, message: 'File has been deleted successfully.' });
    expect(existsSync(join(folder, `${id}.png`))).toBe(false);
    expect((await site.send('DELETE', `/api/file/${id}/delete`, { key: owner.key })).status).toBe(404);
    expect(await add()).toBeGreaterThan(id);
  });

  test('someone else’s file responds like a missing one, and is not deleted', async () => {
    const id = await add();
    const others = await site.send('DELETE', `/api/file/${id}/delete`, { key: other.key });
    const missing = await site.send('DELETE', '/api/file/999999/delete', { key: other.key });
    expect([others.status, others.text]).toEqual([404, missing.text]);
    const { files } = site.site.services;
    await expect(files.read(other.id, id)).rejects.toMatchObject({ code: 'file_not_found' });
    expect((await files.read(owner.id, id)).length).toBeGreaterThan(0);
    expect((await listOf(other.key)).result).toBe(0);
  });

  for (const [method, path] of [
    ['GET', '/api/files'],
    ['POST', '/api/file'],
    ['DELETE', '/api/file/1/delete'],
  ] as const) {
    testWithoutStore(engine)(`${method} ${path} without a key is 401`, async () => {
      const body = method === 'POST' ? { body: PNG, headers: { 'Content-Type': 'image/png' } } : {};
      const { status, json } = await site.send(method, path, body);
      expect([status, json.code]).toEqual([401, 'key_required']);
    });
  }

  test('a user can store a hundred files, also with simultaneous uploads', async () => {
    const { key } = await site.addUser();
    const uploadAtOnce = (count: number) =>
      Promise.all(Array.from({ length: count }, () => upload(PNG, 'image/png', key)));
    // Not all at once: on a busy machine some of them would wait too long for a connection to the database.
    for (let stored = 0; stored < MAX_FILES - 5; stored += 5) await uploadAtOnce(5);
    const last = await uploadAtOnce(10);
    expect(last.map(({ status }) => status).sort()).toEqual([...Array(5).fill(200), ...Array(5).fill(409)]);
    expect(last.find(({ status }) => status === 409)?.json.code).toBe('too_many_files');
    expect((await listOf(key)).result).toBe(MAX_FILES);
  });

  test('bytes whose row could not be stored are deleted', async () => {
    const kept = new Map<number, Uint8Array>();
    const storage: FileStorage = {
      async write(id, bytes) {
        kept.set(id, bytes);
        throw new Error('the disk is full');
      },
      read: async (id) => kept.get(id),
      async remove(id) {
        kept.delete(id);
      },
    };
    const { id } = await site.addUser();
    const files = createFileService({ ...site.database, storage, secret: 'x', now: Date.now });
    await expect(files.add(id, PNG)).rejects.toThrow('the disk is full');
    expect(kept.size).toBe(0);
    expect(await files.list(id, { limit: 10, page: 1 })).toMatchObject({ total: 0 });
  });

  test('if the bytes cannot be written, no row is stored', async () => {
    const broken = await openTestSite(engine);
    const { id, key } = await broken.addUser();
    writeFileSync(join(broken.dataDir, 'files'), 'in the way');
    const headers = { 'Content-Type': 'image/png' };
    expect((await broken.send('POST', '/api/file', { key, body: PNG, headers })).status).toBe(500);
    expect(await broken.site.services.files.list(id, { limit: 10, page: 1 })).toMatchObject({ total: 0, rows: [] });
    await broken.close();
  });
});
