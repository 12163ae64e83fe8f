import { expect, test } from 'bun:test';
import { isMatch } from './match-filters.ts';

const VISIT = { country: 'Germany', device: 'mobile', referrer: 't.co' };

test.each([
  [{}, true],
  [{ 'filter[country]': ['Germany'], 'filter[device]': ['mobile'] }, true],
  [{ 'filter[country]': ['Canada', 'Germany'] }, true],
  [{ 'filter[country]': ['Germany'], 'filter[device]': ['desktop'] }, false],
  [{ 'filter[social]': ['twitter'] }, true],
  [{ 'filter[social]': ['facebook'] }, false],
  [{ 'filter[referrer]': ['Direct'] }, false],
])('%p matches a visit by phone from X in Germany: %p', (filters, expected) => {
  expect(isMatch(VISIT, filters as Record<string, string[]>)).toBe(expected);
});

test('a visit without a referrer is direct', () => {
  expect(isMatch({ ...VISIT, referrer: '' }, { 'filter[referrer]': ['Direct'] })).toBe(true);
});
