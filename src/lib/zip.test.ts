import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { writeZip, ZipArchive, ZipError } from './zip.ts';

async function* textOf(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces;
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return new Uint8Array(Buffer.concat(all));
}

async function linesOf(archive: ZipArchive, name: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of archive.lines(name)) lines.push(line);
  return lines;
}

async function writeSample(path: string): Promise<Uint8Array> {
  const files = [
    { name: 'one.ndjson', pieces: textOf('{"a":"ü"}\n{"b"', ':2}\n') },
    { name: 'none.ndjson', pieces: textOf() },
  ];
  const bytes = await collect(writeZip(files, Date.UTC(2026, 10, 18)));
  await Bun.write(path, bytes);
  return bytes;
}

test('files come back as they were written, in any order', async () => {
  const path = join(newFolder(), 'a.zip');
  await writeSample(path);
  const archive = await ZipArchive.open(path);
  expect(archive.names).toEqual(['one.ndjson', 'none.ndjson']);
  expect(await linesOf(archive, 'none.ndjson')).toEqual([]);
  expect(await linesOf(archive, 'one.ndjson')).toEqual(['{"a":"ü"}', '{"b":2}']);
  expect(await linesOf(archive, 'missing.ndjson')).toEqual([]);
});

test('reading may stop after a line', async () => {
  const path = join(newFolder(), 'a.zip');
  await writeSample(path);
  for await (const line of (await ZipArchive.open(path)).lines('one.ndjson')) {
    expect(line).toBe('{"a":"ü"}');
    break;
  }
});

test('an error of a file ends the archive with it', async () => {
  async function* failing(): AsyncGenerator<string> {
    yield 'a';
    throw new Error('the store is away');
  }
  expect(collect(writeZip([{ name: 'a', pieces: failing() }], 0))).rejects.toThrow('the store is away');
});

test('an archive that is cut off or damaged is refused', async () => {
  const path = join(newFolder(), 'a.zip');
  const bytes = await writeSample(path);
  for (const length of [0, 3, 40, bytes.length - 10]) {
    await Bun.write(path, bytes.slice(0, length));
    expect(ZipArchive.open(path)).rejects.toBeInstanceOf(ZipError);
  }
  // Somewhere in the compressed text, which follows the header of the first file.
  const middle = Math.floor((Buffer.from(bytes).indexOf('one.ndjson') + Buffer.from(bytes).indexOf('none.ndjson')) / 2);
  await Bun.write(
    path,
    bytes.map((byte, at) => (at === middle ? byte ^ 0xff : byte)),
  );
  expect(linesOf(await ZipArchive.open(path), 'one.ndjson')).rejects.toBeInstanceOf(ZipError);
});

/** Writes an archive of one file that repeats a piece. */
async function writeRepeated(piece: string, times: number): Promise<string> {
  async function* pieces() {
    for (let count = 0; count < times; count += 1) yield piece;
  }
  const path = join(newFolder(), 'a.zip');
  await Bun.write(path, await collect(writeZip([{ name: 'one.ndjson', pieces: pieces() }], 0)));
  return path;
}

test('a line that no export has is refused, and not kept in memory', async () => {
  guards('background-rights');
  const path = await writeRepeated('a'.repeat(64 * 1024), 17 * 16);
  await expect(linesOf(await ZipArchive.open(path), 'one.ndjson')).rejects.toThrow('line is too long');
});

test('a file that unpacks to far more than its size is refused', async () => {
  guards('background-rights');
  const path = await writeRepeated(`${'a'.repeat(64 * 1024 - 1)}\n`, 65 * 16);
  const archive = await ZipArchive.open(path);
  let size = 0;
  const readAll = async () => {
    for await (const line of archive.lines('one.ndjson')) size += line.length;
  };
  await expect(readAll()).rejects.toThrow('too large when unpacked');
  expect(size).toBeLessThan(65 * 1024 * 1024);
});

test('an archive of more files than any export has is refused', async () => {
  guards('background-rights');
  const files = Array.from({ length: 1_001 }, (_, number) => ({ name: `${number}`, pieces: textOf() }));
  const path = join(newFolder(), 'a.zip');
  await Bun.write(path, await collect(writeZip(files, 0)));
  await expect(ZipArchive.open(path)).rejects.toThrow('too many files');
});
