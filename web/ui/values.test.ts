import { expect, test } from 'bun:test';
import { readValues } from './values.ts';

const OPTIONS = [
  { value: 'DE', label: 'Germany' },
  { value: 'AT', label: 'Austria' },
];

test('a pasted list is read by names and codes in any case; unknown words remain', () => {
  expect(readValues('germany; at\nNarnia', OPTIONS, false)).toEqual({ values: ['DE', 'AT'], rest: 'Narnia' });
});

test('free values are taken as they were typed', () => {
  expect(readValues(' example.com , ', OPTIONS, true)).toEqual({ values: ['example.com'], rest: '' });
});
