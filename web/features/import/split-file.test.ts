import { expect, test } from 'bun:test';
import { readCells, splitFile } from './split-file.ts';

test('every chunk has the header, and rows keep the numbers of the file', async () => {
  const rows = Array.from({ length: 450 }, (_, index) => `https://example.com/${index}\n`);
  const chunks = await splitFile(new Blob(['url\n', ...rows]));
  expect(chunks.map(({ numbers }) => numbers.length)).toEqual([200, 200, 50]);
  expect(chunks[1]?.numbers[0]).toBe(202);
  expect(chunks.every(({ text }) => text.startsWith('url\n'))).toBe(true);
});

test('blank rows are skipped but counted', async () => {
  const [chunk] = await splitFile(new Blob(['url\na\n\n,\nb\n']));
  expect(chunk?.numbers).toEqual([2, 5]);
});

test('a line break inside quotation marks does not end a row', async () => {
  const [chunk] = await splitFile(new Blob(['url,note\na,"two\nlines"\nb,one\n']));
  expect(chunk && readCells(chunk)).toEqual([
    ['url', 'note'],
    ['a', 'two\nlines'],
    ['b', 'one'],
  ]);
});

test('a file that is not UTF-8 is refused', () => {
  expect(splitFile(new Blob([Uint8Array.of(0x75, 0xff, 0x0a)]))).rejects.toBeInstanceOf(TypeError);
});

test('a file without rows has no chunks', async () => {
  expect(await splitFile(new Blob(['url\n']))).toEqual([]);
});
