import { expect, test } from 'bun:test';
import { filterList } from './filter-list.ts';
import type { List } from './query.ts';

const list = { rows: ['Spring Sale', 'Autumn sale', 'Winter'], total: 3 } as List<string>;

function find(search: string): string[] {
  return filterList(list, search, (row) => row).rows;
}

test('a row must contain every word, in any case and order', () => {
  expect(find('SALE')).toEqual(['Spring Sale', 'Autumn sale']);
  expect(find('sale spr')).toEqual(['Spring Sale']);
  expect(find('sale winter')).toEqual([]);
});

test('the total is that of the rows found', () => {
  expect(filterList(list, 'sale', (row) => row).total).toBe(2);
});

test('a search for spaces only changes nothing', () => {
  expect(filterList(list, '  ', (row) => row)).toBe(list);
});
