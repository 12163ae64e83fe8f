import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NOON, visitorOf } from '../../../../test/support/plain-link.ts';
import { compileRouting } from './compile-routing.ts';
import type { LooseCondition } from './condition-overlap.ts';
import type { Condition } from './conditions/condition-kinds.ts';
import { findAnswer } from './routing.ts';
import { findUnreachableRules } from './unreachable-rules.ts';

function find(...rules: LooseCondition[][]) {
  return findUnreachableRules(rules.map((when) => ({ when }))).at(-1);
}

const country = (...values: string[]): LooseCondition => ({ type: 'country', in: values });
const device = (...values: string[]): LooseCondition => ({ type: 'device', in: values });
const not = (condition: LooseCondition): LooseCondition => ({ ...condition, not: !condition.not });
const shadowed = (...by: number[]) => ({ kind: 'shadowed' as const, by });

test('a rule after one without conditions is never reached', () => {
  expect(find([], [country('DE')])).toEqual(shadowed(0));
  expect(find([country('DE')], [])).toBeUndefined();
});

test('a rule after a wider one is never reached', () => {
  const wider: [LooseCondition, LooseCondition][] = [
    [country('DE', 'AT'), country('AT')],
    [device('mobile'), device('iphone')],
    [device('iphone', 'ipad', 'android'), device('ipad')],
    [{ type: 'continent', in: ['EU'] }, country('DE', 'FR')],
    [country('US'), { type: 'region', in: ['California'], country: 'US' }],
    [
      { type: 'city', in: ['Paris'] },
      { type: 'city', in: ['Paris'], country: 'FR' },
    ],
    [
      { type: 'language', in: ['pt'] },
      { type: 'language', in: ['pt-BR'] },
    ],
    [
      { type: 'referrer', in: ['example.com'] },
      { type: 'referrer', in: ['shop.example.com'] },
    ],
    [
      { type: 'query', name: 'a' },
      { type: 'query', name: 'a', in: ['1'] },
    ],
    [
      { type: 'address', in: ['10.0.0.0/8'] },
      { type: 'address', in: ['10.1.2.3', '10.2.0.0/16'] },
    ],
    [not(country('DE')), country('FR')],
    [not({ type: 'visitor', is: 'bot' }), { type: 'visitor', is: 'person' }],
  ];
  for (const [outer, inner] of wider) {
    expect(find([outer], [inner, { type: 'os', in: ['Linux'] }])).toEqual(shadowed(0));
    expect(find([not(inner)], [not(outer)])).toEqual(shadowed(0));
    expect(find([inner], [outer])).toBeUndefined();
  }
});

test('conditions that are written in the same way are the same, even if their type is unknown', () => {
  const time: LooseCondition = { type: 'time', ...{ from: '09:00', zone: 'UTC' } };
  expect(find([time], [{ type: 'time', ...{ zone: 'UTC', from: '09:00' } }])).toEqual(shadowed(0));
  expect(find([time], [{ type: 'time', ...{ from: '10:00', zone: 'UTC' } }])).toBeUndefined();
  expect(find([time], [not(time)], [])).toEqual(shadowed(0, 1));
});

test('several rules together can match everyone', () => {
  expect(find([country('DE')], [device('mobile')], [not(country('DE'))], [device('tablet')])).toEqual(shadowed(0, 2));
  expect(find([country('DE')], [country('AT')], [country('AT', 'DE')])).toEqual(shadowed(0, 1));
  expect(find([country('DE'), device('mobile')], [country('DE'), not(device('mobile'))], [country('DE')])).toEqual(
    shadowed(0, 1),
  );
});

test('conditions that exclude each other are found', () => {
  const impossible: LooseCondition[][] = [
    [country('DE'), country('FR')],
    [country('DE', 'AT'), not(country('AT', 'DE', 'FR'))],
    [country('DE'), { type: 'continent', in: ['AS'] }],
    [device('desktop'), device('iphone')],
    [
      { type: 'address', in: ['10.0.0.0/8'] },
      { type: 'address', in: ['::/0'] },
    ],
  ];
  for (const when of impossible) expect(find(when)).toEqual({ kind: 'impossible' });
});

test('rules that some visitor reaches are left alone', () => {
  const query = (value: string): LooseCondition => ({ type: 'query', name: 'a', in: [value] });
  expect(find([query('1'), query('2')])).toBeUndefined();
  expect(find([country('DE'), device('mobile')], [country('DE')])).toBeUndefined();
  expect(
    find([
      { type: 'region', in: ['US-CA'] },
      { type: 'region', in: ['California'] },
    ]),
  ).toBeUndefined();
  expect(find([not(country('DE'))], [not({ type: 'continent', in: ['AS'] })])).toBeUndefined();
  expect(findUnreachableRules([undefined, { when: [] }])).toEqual([undefined, undefined]);
});

const CONDITIONS: Condition[] = [
  ...[['DE'], ['AT', 'DE'], ['FR'], ['US']].map((values) => ({ type: 'country' as const, in: values })),
  ...[['EU'], ['NA', 'AS']].map((values) => ({ type: 'continent' as const, in: values })),
  { type: 'region', in: ['Bavaria'], country: 'DE' },
  { type: 'region', in: ['bavaria', 'US-CA'] },
  ...[['mobile'], ['iphone'], ['desktop'], ['ios', 'android']].map((values) => ({
    type: 'device' as const,
    in: values,
  })),
  ...[['de'], ['de-AT'], ['pt-BR', 'fr']].map((values) => ({ type: 'language' as const, in: values })),
  ...[['example.com'], ['a.example.com'], ['direct']].map((values) => ({ type: 'referrer' as const, in: values })),
  ...[['10.0.0.0/8'], ['10.1.0.0/16', '::/0']].map((values) => ({ type: 'address' as const, in: values })),
  { type: 'query', name: 'a' },
  { type: 'query', name: 'a', in: ['1', '2'] },
  ...['person', 'bot', 'preview'].map((is) => ({ type: 'visitor' as const, is })),
];

const condition = fc
  .record({ of: fc.constantFrom(...CONDITIONS), not: fc.boolean() })
  .map(({ of, not: isNegated }): Condition => ({ ...of, not: isNegated }));
const rules = fc.array(fc.array(condition, { maxLength: 3 }), { minLength: 2, maxLength: 5 });
const visitor = fc.record({
  place: fc.constantFrom('', 'DE', 'DE-Bavaria', 'AT', 'FR', 'US', 'US-California', 'JP'),
  device: fc.constantFrom('iphone' as const, 'androidPhone' as const, 'windows' as const, 'other' as const),
  reads: fc.constantFrom('', 'de', 'de-at', 'pt-br', 'fr').map((tag) => [tag]),
  referrerHost: fc.constantFrom('', 'example.com', 'b.a.example.com'),
  address: fc.constantFrom('10.1.2.3', '10.2.0.1', '::1'),
  query: fc.constantFrom('', 'a=1', 'a=3&a=2'),
  isBot: fc.boolean(),
});

test('no visitor gets the answer of a rule that is called unreachable', () => {
  fc.assert(
    fc.property(rules, fc.array(visitor, { minLength: 20, maxLength: 20 }), (lists, visitors) => {
      const all = lists.map((when) => ({ when, url: 'https://example.com/' }));
      const { routing } = compileRouting(7, all);
      const unreachable = findUnreachableRules(all).flatMap((found, index) => (found ? [`rule:${index + 1}`] : []));
      const answers = visitors.map((one) => findAnswer(routing, visitorOf(one), NOON)?.route ?? '');
      expect(answers.filter((route) => unreachable.includes(route))).toEqual([]);
    }),
    { numRuns: 400 },
  );
});
