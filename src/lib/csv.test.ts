import { expect, test } from 'bun:test';
import { csvLine } from './csv.ts';

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['a "quoted" word', '"a ""quoted"" word"'],
  ['a,b;c', '"a,b;c"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+41 44 000', "'+41 44 000"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t=1"`],
  ['x;=1', '"x;=1"'],
  ['x\t=1', '"x\t=1"'],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1', "'＝1"],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ["'=1", "'=1"],
  [7, '7'],
  [-7, '-7'],
])('row %#: %j is written as %s', (value, written) => {
  expect(csvLine([value])).toBe(`${written}\r\n`);
});

test('cells are separated by commas', () => {
  expect(csvLine([1, 'a', 'b'])).toBe('1,a,b\r\n');
});
