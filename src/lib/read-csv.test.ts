import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { csvLine, readCell } from './csv.ts';
import { type CsvRow, createCsvReader } from './read-csv.ts';

function readAll(text: string, pieceLength = text.length || 1): CsvRow[] {
  const reader = createCsvReader();
  const rows: CsvRow[] = [];
  for (let at = 0; at < text.length; at += pieceLength) rows.push(...reader.push(text.slice(at, at + pieceLength)));
  return [...rows, ...reader.end()];
}

const read: [name: string, text: string, rows: string[][]][] = [
  ['commas', 'a,b\n1,2', [['a', 'b'], ['1', '2']]], // biome-ignore format: a table.
  ['semicolons', 'a;b\n1;2,5\n', [['a', 'b'], ['1', '2,5']]], // biome-ignore format: a table.
  ['tabs', 'a\tb\r\n1;2\t3\r\n', [['a', 'b'], ['1;2', '3']]], // biome-ignore format: a table.
  ['a separator in quotes does not count', '"a;b;c",d\n1,2', [['a;b;c', 'd'], ['1', '2']]], // biome-ignore format: a table.
  ['one column', 'url\nhttps://a.example/', [['url'], ['https://a.example/']]],
  ['the mark of UTF-8', '\ufeffurl\nx', [['url'], ['x']]],
  ['lines that end in \\r', 'a,b\r1,2\r', [['a', 'b'], ['1', '2']]], // biome-ignore format: a table.
  ['quotes, separators and line breaks in quotes', 'a,b\n"say ""x"", y","1\r\n2"\n', [['a', 'b'], ['say "x", y', '1\r\n2']]], // biome-ignore format: a table.
  ['a quote inside a cell is an ordinary character', 'a,b\n5" disk,x"y"\n', [['a', 'b'], ['5" disk', 'x"y"']]], // biome-ignore format: a table.
  ['text after a closing quote belongs to the cell', 'a\n"b"c\n', [['a'], ['bc']]],
  ['empty cells and lines', 'a,b\n,\n\n"",x', [['a', 'b'], ['', ''], [''], ['', 'x']]], // biome-ignore format: a table.
  ['nothing', '', []],
];
test.each(read)('%s', (_, text, rows) => {
  expect(readAll(text).map(({ cells }) => cells)).toEqual(rows);
  expect(readAll(text, 1)).toEqual(readAll(text));
});

test('an unclosed quote invalidates its line, not the rest', () => {
  const rows = readAll('a,b\n"x,1\ny,2\nz,3\n');
  expect(rows.map(({ cells, isOpen }) => [cells, isOpen])).toEqual([
    [['a', 'b'], false],
    [['"x,1'], true],
    [['y', '2'], false],
    [['z', '3'], false],
  ]);
  const long = readAll(`a,b\n"x,1\n${'y,2\n'.repeat(100_000)}`, 64 * 1024);
  expect(long.length).toBe(100_002);
  expect(long.filter(({ isOpen }) => isOpen).length).toBe(1);
});

test('a line that is too long is skipped and not buffered', () => {
  const rows = readAll(`a,b\r\n${'x'.repeat(600_000)}\r\n1,2\r\n`, 1_000);
  expect(rows.map(({ cells, isOpen }) => [cells.length, isOpen])).toEqual([
    [2, false],
    [1, true],
    [2, false],
  ]);
});

// If each line were read to the end of the file, these would take hours.
const bombs = ['a","b\n', 'a,"b\n', '"\n', '"",x"\n', 'a,"""b\n', '"a""\n', '","\r\n'];
test.each(bombs)('a file of lines like %j is read in linear time', (line) => {
  const text = `url,custom\n${line.repeat(300_000)}"`;
  for (const pieceLength of [64 * 1024, text.length]) {
    const rows = readAll(text, pieceLength);
    expect(rows.reduce((length, row) => length + row.text.length, 0)).toBe(text.length);
  }
});

test('the texts of all rows together are the file', () => {
  const text = 'a,b\r\n"1\n2",x\n\n"open,1\nlast';
  expect(
    readAll(text, 3)
      .map((row) => row.text)
      .join(''),
  ).toBe(text);
});

test('any output of our own writer is read back unchanged, in chunks of any length', () => {
  const cell = fc.oneof(fc.string(), fc.stringMatching(/^[a",;\t\r\n'=-]{0,6}$/));
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(table, fc.integer({ min: 1, max: 9 }), (rows, pieceLength) => {
      // The header decides the separator; an original apostrophe before a formula cannot be distinguished from an added one.
      const lines = [['first', 'second', 'third', 'fourth', 'fifth', 'sixth'], ...rows];
      const text = lines.map(csvLine).join('');
      const back = readAll(text, pieceLength).map(({ cells }) => cells.map(readCell));
      expect(back).toEqual(lines.map((line) => line.map(readCell)));
    }),
    { numRuns: 300 },
  );
});
