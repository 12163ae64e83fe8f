import { expect, test } from 'bun:test';
import { mapInSteps, stringifyInSteps } from './json-steps.ts';

const long = Array.from({ length: 250 }, (_, index) => ({ id: index, name: `é "${index}"`, none: undefined }));
const values: [string, unknown][] = [
  ['a text', 'a'],
  ['null', null],
  ['an empty list', []],
  ['an empty object', {}],
  ['a long list', long],
  ['a long list in an object', { first: 1, page: { data: long, total: 250, none: undefined }, last: [] }],
  [
    'an object with many fields',
    { links: Object.fromEntries(long.map((item) => [`link_${item.id}`, item])), ok: true },
  ],
  ['a date, and what JSON omits', { at: new Date(0), none: undefined, run: () => 1, list: [undefined, 1] }],
];

test.each(values)('%s is written as JSON.stringify writes it', async (_, value) => {
  expect(await (await stringifyInSteps(value)).text()).toBe(JSON.stringify(value));
});

test('items are shown in their order', async () => {
  expect(await mapInSteps(long, ({ id }) => id)).toEqual(long.map(({ id }) => id));
});
