import { expect, test } from 'bun:test';
import type { FileStorage } from '../../src/resources/files/file.storage.ts';

/** The tests that every file storage must pass. */
export function fileStorageSuite(place: string, open: () => Promise<FileStorage>): void {
  test(`a file is read back byte for byte [${place}]`, async () => {
    const storage = await open();
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    await storage.write(7, bytes);
    expect(Buffer.from((await storage.read(7)) ?? []).equals(bytes)).toBe(true);
    expect(await storage.read(77)).toBeUndefined();
  });

  test(`writing a file again replaces its bytes [${place}]`, async () => {
    const storage = await open();
    await storage.write(7, Uint8Array.of(1, 2, 3));
    await storage.write(7, Uint8Array.of(4));
    expect([...((await storage.read(7)) ?? [])]).toEqual([4]);
  });

  test(`a removed file is missing, and removing it again succeeds [${place}]`, async () => {
    const storage = await open();
    await storage.write(7, Uint8Array.of(1));
    await storage.remove(7);
    await storage.remove(7);
    expect(await storage.read(7)).toBeUndefined();
  });

  test(`parallel writes do not affect each other [${place}]`, async () => {
    const storage = await open();
    const ids = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(ids.map((id) => storage.write(id, Uint8Array.of(id))));
    expect(await Promise.all(ids.map(async (id) => [...((await storage.read(id)) ?? [])]))).toEqual(
      ids.map((id) => [id]),
    );
  });
}
