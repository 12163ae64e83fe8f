import { expect, test } from 'bun:test';
import { type ListOrder, orderQuery, readOrder, sortOf } from './link-order.ts';

test('by default, links are sorted by creation date, and all users’ links by id', () => {
  expect(readOrder('unknown')).toBe('');
  expect(orderQuery('', false)).toEqual({ order: 'created' });
  expect(orderQuery('', true)).toEqual({});
  expect(orderQuery('fewest', true)).toEqual({ order: 'click', direction: 'asc' });
});

test('a click on a heading sorts by its column, and the next one reverses it', () => {
  let order: ListOrder = '';
  const clicks = () => sortOf(order, ['click', 'fewest'], (chosen) => (order = chosen));
  expect(clicks().direction).toBeUndefined();
  clicks().onSort();
  expect(order as ListOrder).toBe('click');
  expect(clicks().direction).toBe('descending');
  clicks().onSort();
  expect(order as ListOrder).toBe('fewest');
  expect(clicks().direction).toBe('ascending');
  clicks().onSort();
  expect(order as ListOrder).toBe('click');
});
