import { expect, test } from 'bun:test';
import { selectLines } from './select-lines.ts';

test('only the lines of the selected links remain, with the header and their line breaks', () => {
  const csv = 'id,note\r\n3,"two\nlines"\r\n2,plain\r\n1,"a ""quote"""\r\n';
  expect(selectLines(csv, new Set([3, 1]))).toBe('id,note\r\n3,"two\nlines"\r\n1,"a ""quote"""\r\n');
  expect(selectLines(csv, new Set())).toBe('id,note\r\n');
});
