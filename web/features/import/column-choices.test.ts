import { expect, test } from 'bun:test';
import { guessColumns, hasDestination, readFirstRows, toColumns } from './column-choices.ts';

test('the first rows are read without blank ones, whatever the size of the file', async () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `https://example.com/${index};x\n`);
  const rows = await readFirstRows(new Blob(['Wohin;Code\n\n', ...many]));
  expect([rows.length, rows[0], rows[1]]).toEqual([4, ['Wohin', 'Code'], ['https://example.com/0', 'x']]);
  expect(await readFirstRows(new Blob(['a,b\n1,2']))).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('recognized columns are chosen at first', () => {
  expect(guessColumns(['Short link', 'Destination', 'Visits', 'x'])).toEqual({ alias: 0, url: 1, clicks: 2 });
  expect([hasDestination(['Wohin']), hasDestination(['Long URL'])]).toEqual([false, true]);
});

test('columns are sent by number; an alias with a host is a short URL, and the rest is left out', () => {
  const rows = [
    ['Wohin', 'Code'],
    ['https://example.com/', 'go.test/a'],
    ['https://example.com/', '/b'],
  ];
  expect(JSON.parse(toColumns({ url: 0, alias: 1 }, rows))).toMatchObject({ url: 1, short_url: 2, title: null });
  expect(JSON.parse(toColumns({ url: 0, alias: 1 }, [rows[0] ?? [], rows[2] ?? []]))).toMatchObject({
    url: 1,
    alias: 2,
  });
});
