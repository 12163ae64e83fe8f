import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileStorageSuite } from '../../../test/suites/file-storage.suite.ts';
import { type BucketServer, startBucket } from '../../../test/support/bucket-server.ts';
import { newFolder } from '../../../test/support/engines.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage } from './s3-storage.ts';

describe('a folder', () => {
  fileStorageSuite('folder', async () => createFolderStorage(join(newFolder(), 'files')));

  test('only this system user can read the folder and its files, and no temporary file remains', async () => {
    const folder = join(newFolder(), 'files');
    await createFolderStorage(folder).write(7, Uint8Array.of(1));
    expect(readdirSync(folder)).toEqual(['7.png']);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, '7.png')).mode & 0o777]).toEqual([0o700, 0o600]);
  });
});

describe('a bucket', () => {
  let server: BucketServer | undefined;
  beforeEach(async () => {
    await server?.close();
    server = startBucket();
  });
  afterAll(() => server?.close());

  function urlOf(change: (url: URL) => void = () => {}): string {
    const url = new URL(server?.url ?? '');
    change(url);
    return url.href;
  }

  fileStorageSuite('s3', async () => createS3Storage(urlOf()));

  test('a picture is stored under its id', async () => {
    await createS3Storage(urlOf()).write(7, Uint8Array.of(1));
    expect(server?.keys()).toEqual(['/bucket/files/7.png']);
  });

  test.each([
    [
      'with an unknown key',
      (url: URL) => {
        url.username = 'OTHER';
      },
    ],
    [
      'that does not exist',
      (url: URL) => {
        url.port = '1';
      },
    ],
  ])('a bucket %s is reported as unavailable', async (_, change) => {
    const storage = createS3Storage(urlOf(change));
    for (const work of [() => storage.write(1, Uint8Array.of(1)), () => storage.read(1), () => storage.remove(1)])
      await expect(work()).rejects.toMatchObject({ kind: 'unavailable' });
  });
});
