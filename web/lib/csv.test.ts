import { expect, test } from 'bun:test';
import { writeCsv } from './csv.ts';

test('no cell is read as a formula, and separators are quoted', () => {
  const lines = writeCsv([
    ['name', 'clicks'],
    ['=1+1', 3],
    ['a,b', 4],
  ]).split('\r\n');
  expect(lines[0]).toBe('name,clicks');
  expect(lines[1]).not.toMatch(/^=/);
  expect(lines[2]).toBe('"a,b",4');
});
