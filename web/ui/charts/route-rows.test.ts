import { expect, test } from 'bun:test';
import { toRouteRows } from './route-rows.ts';

test('the variants of a split follow their sum, and have a share of it', () => {
  const routes = [
    { route: 'default', clicks: 50, unique: 40 },
    { route: 'rule:Test/A', clicks: 42, unique: 30 },
    { route: 'rule:Phones', clicks: 40, unique: null },
    { route: 'rule:Test/B', clicks: 18, unique: 15 },
  ];
  expect(toRouteRows(routes, ['Test'])).toEqual([
    { route: 'rule:Test', clicks: 60, unique: undefined, total: 150 },
    { route: 'rule:Test/A', variant: 'A', clicks: 42, unique: 30, total: 60 },
    { route: 'rule:Test/B', variant: 'B', clicks: 18, unique: 15, total: 60 },
    { route: 'default', clicks: 50, unique: 40, total: 150 },
    { route: 'rule:Phones', clicks: 40, unique: null, total: 150 },
  ]);
});

test('the names of the splits decide where a name with a slash ends', () => {
  const routes = [{ route: 'rule:A/B/C', clicks: 1, unique: 1 }];
  expect(toRouteRows(routes, ['A/B']).map(({ route, variant }) => [route, variant])).toEqual([
    ['rule:A/B', undefined],
    ['rule:A/B/C', 'C'],
  ]);
  expect(toRouteRows(routes, []).map(({ variant }) => variant)).toEqual([undefined, 'B/C']);
});

test('there is nothing without routes', () => {
  expect(toRouteRows([], [])).toEqual([]);
});
