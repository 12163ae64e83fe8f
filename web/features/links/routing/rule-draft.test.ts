import { expect, test } from 'bun:test';
import { sharesOf, toggleSplit, toRuleDrafts, writeRuleDrafts } from './rule-draft.ts';

const RULES = [
  { name: 'Phones', when: [{ type: 'device', not: true, in: ['mobile'] }], url: 'https://example.com/' },
  {
    when: [],
    split: [
      { url: 'https://example.com/a', weight: 70 },
      { name: 'B', url: 'https://b.example/', weight: 30 },
    ],
  },
];

test('rules are sent as they were received', () => {
  expect(writeRuleDrafts(toRuleDrafts(RULES))).toEqual(RULES);
});

test('rules, conditions and parameters of a newer version are sent as they were received', () => {
  const newer = [
    { when: [{ type: 'weather', in: [], wind: { above: 3 } }], url: 'https://example.com/' },
    { when: [{ type: 'country', in: ['DE'], since: 2030 }], url: 'https://example.com/' },
    { when: [], url: 'https://example.com/', priority: 1 },
    { when: 'always', page: 3 },
    null,
  ];
  expect(writeRuleDrafts(toRuleDrafts(newer))).toEqual(newer);
});

test('a rule that redirects skip is marked', () => {
  const warnings = [{ code: 'rule_skipped', params: { rule: 'Phones', field: 'rules.1.when.0.zone' } }];
  expect(toRuleDrafts(RULES, warnings).map((rule) => rule.isSkipped)).toEqual([undefined, true]);
});

test('what was typed is completed, and what is empty is left out', () => {
  const draft = {
    key: 0,
    name: ' Sale ',
    when: [
      { type: 'time', not: false, days: [], from: '09:00', to: '', zone: 'UTC' },
      { type: 'query', name: 'a', in: [] },
      { type: 'city', in: [], country: '' },
    ],
    url: 'example.com/sale',
    split: undefined,
  };
  expect(writeRuleDrafts([draft])).toEqual([
    {
      name: 'Sale',
      when: [
        { type: 'time', from: '09:00', zone: 'UTC' },
        { type: 'query', name: 'a' },
        // An empty list is an error that the API names.
        { type: 'city', in: [] },
      ],
      url: 'https://example.com/sale',
    },
  ]);
});

test('a destination becomes the first variant of a split, and back', () => {
  const split = toggleSplit({ url: 'https://example.com/', split: undefined });
  expect(split.split?.map(({ url, weight }) => [url, weight])).toEqual([
    ['https://example.com/', '50'],
    ['', '50'],
  ]);
  expect(toggleSplit(split)).toEqual({ url: 'https://example.com/', split: undefined });
});

test('shares add up to 1, whatever the weights add up to', () => {
  expect(sharesOf([{ weight: '3' }, { weight: '1' }])).toEqual([0.75, 0.25]);
  expect(sharesOf([{ weight: '' }, { weight: '0' }])).toEqual([0, 0]);
});
