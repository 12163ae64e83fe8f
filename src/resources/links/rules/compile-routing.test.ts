import { describe, expect, test } from 'bun:test';
import { NOON, type TestVisitor, visitorOf } from '../../../../test/support/plain-link.ts';
import { warnAboutRules } from '../link.ts';
import { compileRouting } from './compile-routing.ts';
import type { Condition } from './conditions/condition-kinds.ts';
import { readRules } from './link-rules.ts';
import { explainAnswer, findAnswer } from './routing.ts';
import { type RoutingRule, routingDestinationsIn, viewRouting } from './routing-rule.ts';

const URL = 'https://rule.example/';

function matches(when: Condition[], visitor: TestVisitor, now = NOON): boolean {
  const { routing, problems } = compileRouting(7, [{ when, url: URL }]);
  expect(problems).toEqual([]);
  return findAnswer(routing, visitorOf(visitor), now) !== undefined;
}

const QUEBEC: TestVisitor = { place: 'CA-Québec (Province)', city: 'Montreal (Ville-Marie)' };

/** The condition, a visitor whom it matches, and one whom it does not match, if there is one. */
const table: [condition: Condition, yes: TestVisitor, no?: TestVisitor][] = [
  [{ type: 'country', in: ['DE', 'AT'] }, { place: 'AT' }, { place: 'CH' }],
  [{ type: 'country', in: ['DE'] }, { place: 'DE-Bavaria' }, { place: '' }],
  [{ type: 'continent', in: ['EU'] }, { place: 'DE' }, { place: 'US' }],
  [{ type: 'continent', in: ['NA'] }, { place: 'US' }, { place: '' }],
  [{ type: 'region', in: ['quebec'] }, QUEBEC, { place: 'CA-Ontario' }],
  [{ type: 'region', in: ['CA-QC'] }, QUEBEC, { place: 'US-Quebec' }],
  [{ type: 'region', in: ['US-CA'] }, { place: 'US-California' }, { place: 'CA' }],
  [{ type: 'region', in: ['Bayern', 'DE-BY'] }, { place: 'DE-Bavaria' }, { place: 'DE' }],
  [{ type: 'region', in: ['Berlin'] }, { place: 'DE-State of Berlin' }, { place: 'DE-Brandenburg' }],
  [{ type: 'region', in: ['US-PR'] }, { place: 'PR-San Juan' }, { place: 'US-California' }],
  [{ type: 'region', in: ['Limburg'], country: 'BE' }, { place: 'BE-Limburg' }, { place: 'NL-Limburg' }],
  [{ type: 'city', in: ['MONTRÉAL'] }, QUEBEC, { place: 'CA', city: 'Toronto' }],
  [{ type: 'city', in: ['Montréal (Ville-Marie)'] }, QUEBEC, { city: '' }],
  [
    { type: 'city', in: ['Paris'], country: 'FR' },
    { place: 'FR', city: 'Paris' },
    { place: 'US', city: 'Paris' },
  ],
  [{ type: 'language', in: ['de'] }, { reads: ['de-at', 'en'] }, { reads: ['en', 'de'] }],
  [{ type: 'language', in: ['pt-BR'] }, { reads: ['pt-br'] }, { reads: ['pt'] }],
  [{ type: 'language', in: ['pt-BR'] }, { reads: ['pt-br'] }, { reads: ['pt-pt', 'pt-br'] }],
  [{ type: 'language', in: ['zh-TW'] }, { reads: ['zh-hant-tw'] }, { reads: [] }],
  [{ type: 'device', in: ['mobile'] }, { device: 'iphone' }, { device: 'windows' }],
  [{ type: 'device', in: ['ipad', 'macos'] }, { device: 'macos' }, { device: 'other' }],
  [{ type: 'os', in: ['iOS'] }, { device: 'iphone' }, { device: 'macos' }],
  [{ type: 'browser', in: ['Chrome'] }, { device: 'windows' }, { device: 'iphone' }],
  [
    { type: 'referrer', in: ['news.example'] },
    { referrerHost: 'm.news.example' },
    { referrerHost: 'fakenews.example' },
  ],
  [
    { type: 'referrer', in: ['www.news.example'] },
    { referrerHost: 'www.news.example' },
    { referrerHost: 'news.example' },
  ],
  [{ type: 'referrer', in: ['direct'] }, {}, { referrerHost: 'direct' }],
  [{ type: 'query', name: 'a' }, { query: 'b&a' }, { query: 'A=1' }],
  [{ type: 'query', name: 'a b', in: ['ü+', ''] }, { query: 'a+b=1&a%20b=%C3%BC%2B' }, { query: 'a+b=2' }],
  [{ type: 'query', name: 'a', in: [''] }, { query: 'a' }, { query: '' }],
  [{ type: 'address', in: ['203.0.113.0/24'] }, { address: '203.0.113.9' }, { address: '203.0.114.9' }],
  [{ type: 'address', in: ['0.0.0.0/0'] }, { address: '1.2.3.4' }, { address: '2001:db8::1' }],
  [{ type: 'address', in: ['2001:db8::/32'] }, { address: '2001:db8:1::1' }, { address: 'unknown' }],
  [{ type: 'visitor', is: 'bot' }, { isBot: true }, { isCrawler: true }],
  [{ type: 'visitor', is: 'preview' }, { isCrawler: true }, {}],
  [{ type: 'visitor', is: 'person' }, {}, { isBot: true }],
];

test.each(table)('%j matches %j, not %j, and negated the other way round', (condition, yes, no) => {
  expect([matches([condition], yes), matches([{ ...condition, not: true }], yes)]).toEqual([true, false]);
  if (no) expect([matches([condition], no), matches([{ ...condition, not: true }], no)]).toEqual([false, true]);
});

describe('times', () => {
  const at = (text: string) => Date.parse(`${text}Z`);
  const NIGHT = { days: ['fri'], from: '22:00', to: '06:00' };
  // 2026-11-16 is a Monday. Berlin is one hour before UTC in winter, and two from 29 March to 25 October.
  const times: [condition: Omit<Extract<Condition, { type: 'time' }>, 'type'>, yes: string[], no: string[]][] = [
    [{ after: '2026-11-16 12:00:00' }, ['2026-11-16T12:00:00'], ['2026-11-16T11:59:59']],
    [{ before: '2026-11-16 12:00:00' }, ['2026-11-16T11:59:59'], ['2026-11-16T12:00:00']],
    [{ after: '2026-11-16 13:00:00', zone: 'Europe/Berlin' }, ['2026-11-16T12:00:00'], ['2026-11-16T11:59:59']],
    [{ from: '09:00', to: '17:00' }, ['2026-11-16T09:00:00', '2026-11-16T16:59:59'], ['2026-11-16T17:00:00']],
    [{ from: '09:00' }, ['2026-11-16T09:00:00', '2026-11-16T23:59:59'], ['2026-11-16T08:59:59']],
    [{ to: '09:00' }, ['2026-11-16T00:00:00', '2026-11-16T08:59:59'], ['2026-11-16T09:00:00']],
    [{ from: '09:00', to: '09:00' }, ['2026-11-16T08:59:00', '2026-11-16T09:00:00'], []],
    [{ days: ['mon'] }, ['2026-11-16T00:00:00', '2026-11-16T23:59:59'], ['2026-11-17T00:00:00', '2026-11-15T23:59:59']],
    [{ days: ['mon'], zone: 'Asia/Tokyo' }, ['2026-11-15T15:00:00'], ['2026-11-16T15:00:00']],
    [{ days: ['tue'], to: '06:00' }, ['2026-11-17T05:59:00'], ['2026-11-17T06:00:00', '2026-11-18T05:00:00']],
    [
      { ...NIGHT },
      ['2026-11-20T22:00:00', '2026-11-21T05:59:00'],
      ['2026-11-20T05:00:00', '2026-11-21T22:00:00', '2026-11-21T06:00:00'],
    ],
    // The clock is set forward on 29 March 2026 at 1:00 UTC: 2:30 does not exist that day.
    [
      { from: '02:00', to: '03:30', zone: 'Europe/Berlin' },
      ['2026-03-29T01:10:00', '2026-03-28T01:10:00'],
      ['2026-03-29T01:30:00', '2026-03-29T00:59:00'],
    ],
    // It is set back on 25 October 2026 at 1:00 UTC: 2:30 comes twice.
    [
      { from: '02:15', to: '02:45', zone: 'Europe/Berlin' },
      ['2026-10-25T00:30:00', '2026-10-25T01:30:00'],
      ['2026-10-25T02:30:00'],
    ],
  ];
  test.each(times)('%j matches at %j and not at %j', (condition, yes, no) => {
    const when: Condition[] = [{ type: 'time', ...condition }];
    expect(yes.map((text) => matches(when, {}, at(text)))).toEqual(yes.map(() => true));
    expect(no.map((text) => matches(when, {}, at(text)))).toEqual(no.map(() => false));
  });
});

test('all conditions of a rule must match, and an empty list always matches', () => {
  const both: Condition[] = [
    { type: 'country', in: ['DE'] },
    { type: 'device', in: ['mobile'] },
  ];
  expect(matches(both, { place: 'DE', device: 'iphone' })).toBe(true);
  expect(matches(both, { place: 'DE', device: 'windows' })).toBe(false);
  expect(matches([], { place: '' })).toBe(true);
});

describe('an explanation', () => {
  const rules: RoutingRule[] = [
    { name: 'Germans', when: [{ type: 'country', in: ['DE'] }], url: 'https://de.example/' },
    {
      when: [
        { type: 'visitor', is: 'person' },
        { type: 'city', in: ['Paris'] },
      ],
      url: 'https://paris.example/',
    },
    { name: 'Test', when: [], split: [{ name: 'A', url: URL, weight: 1 }] },
    { name: 'Never', when: [], url: URL },
  ];

  test('has the first condition that failed of every rule before the answer', () => {
    const { routing } = compileRouting(7, rules);
    const { answer, steps } = explainAnswer(routing, visitorOf({ place: 'FR', city: 'Lyon' }), NOON);
    expect(answer).toEqual({ url: URL, route: 'rule:Test/A' });
    expect(steps).toEqual([
      { rule: 'Germans', condition: 'country', matched: false, saw: 'FR' },
      { rule: '2', condition: 'city', matched: false, saw: 'Lyon' },
      { rule: 'Test', condition: null, matched: true, saw: null },
    ]);
  });
});

describe('stored rules that no longer work', () => {
  const good = { when: [], url: URL };
  const bad: [name: string, rule: object, field: string][] = [
    ['a removed zone', { when: [{ type: 'time', days: ['mon'], zone: 'Mars/Base' }], url: URL }, 'rules.0.when.0.zone'],
    ['an unknown type', { when: [{ type: 'weather', in: ['rain'] }], url: URL }, 'rules.0.when.0.type'],
    ['an unknown value', { when: [{ type: 'device', in: ['ios', 'watch'] }], url: URL }, 'rules.0.when.0.in.1'],
    ['an unknown parameter', { when: [{ type: 'visitor', is: 'bot', of: 'x' }], url: URL }, 'rules.0.when.0.of'],
    ['no value', { when: [{ type: 'country' }], url: URL }, 'rules.0.when.0.in'],
    ['no destination', { when: [] }, 'rules.0.url'],
    ['no conditions', { url: URL }, 'rules.0.when'],
    ['an empty split', { when: [], split: [] }, 'rules.0.split'],
    ['an unknown key', { when: [], url: URL, chance: 5 }, 'rules.0.chance'],
  ];
  test('nothing that is stored breaks reading, showing or compiling', () => {
    const entries = [
      '7',
      'null',
      '[]',
      '{}',
      '{"when":7,"url":"x"}',
      '{"when":[null],"split":{"a":1}}',
      '{"when":[{}]}',
    ];
    for (const json of ['{"rules":{}}', '{"rules":null}', ...entries.map((entry) => `{"rules":[${entry}]}`)]) {
      const { routingRules } = readRules(json);
      expect(compileRouting(7, routingRules).routing).toEqual([]);
      expect(viewRouting(routingRules).every(({ when }) => Array.isArray(when))).toBe(true);
      expect(routingDestinationsIn(routingRules)).toEqual([]);
      expect(warnAboutRules({ routingRules }).length).toBe(routingRules.length);
    }
  });

  test.each(bad)('%s: the rule is left out and the others work', (_, rule, field) => {
    const { routing, problems } = compileRouting(7, [rule, good] as RoutingRule[]);
    expect(problems.map((problem) => problem.field)).toEqual([field]);
    expect(findAnswer(routing, visitorOf({}), NOON)).toEqual({ url: URL, route: 'rule:2' });
  });
});
