import { expect, test } from 'bun:test';
import { compareKeys, type RollupKey, timeSlotsOf } from './subject.ts';

test('a time belongs to the total, its UTC day and its UTC hour', () => {
  const at = Date.parse('2026-11-16T13:59:59.999Z');
  expect(timeSlotsOf(at)).toEqual([
    { span: 'total', start: 0 },
    { span: 'day', start: Date.parse('2026-11-16T00:00:00Z') },
    { span: 'hour', start: Date.parse('2026-11-16T13:00:00Z') },
  ]);
  const midnight = Date.parse('2026-11-17T00:00:00Z');
  expect(timeSlotsOf(midnight).map(({ start }) => start)).toEqual([0, midnight, midnight]);
});

test('keys have a fixed order', () => {
  const sorted: RollupKey[] = [
    { noun: 'user', id: 20, span: 'hour', start: 9 },
    { noun: 'link', id: 3, span: 'total', start: 0 },
    { noun: 'link', id: 20, span: 'total', start: 0 },
    { noun: 'link', id: 20, span: 'day', start: 5 },
    { noun: 'link', id: 20, span: 'day', start: 40 },
    { noun: 'link', id: 20, span: 'hour', start: 5 },
    { noun: 'qr', id: 1, span: 'total', start: 0 },
  ];
  expect(sorted.toReversed().sort(compareKeys)).toEqual(sorted);
});
