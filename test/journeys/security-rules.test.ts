import { beforeAll, expect, test } from 'bun:test';
import { findSecurityProblems, securityPage } from '../../scripts/security-page.ts';
import { findGuards, type GuardMark } from '../../scripts/test-marks.ts';

let marks: GuardMark[];

beforeAll(async () => {
  marks = await findGuards();
});

test('every security rule has a test, and every mark names a rule', () => {
  expect(findSecurityProblems(marks)).toEqual([]);
});

test('a rule without a test, an unknown rule and a mark outside of a test are reported', () => {
  const without = marks.filter(({ rule }) => rule !== 'one-vote');
  expect(findSecurityProblems(without)).toEqual(['no test guards the security rule one-vote']);
  const unknown = { rule: 'two-votes', file: 'x.test.ts', test: 'a rule' };
  expect(findSecurityProblems([...marks, unknown])).toEqual(['x.test.ts: two-votes is not a security rule']);
  const outside = { rule: 'one-vote', file: 'x.test.ts', test: undefined };
  expect(findSecurityProblems([...marks, outside])).toEqual(['x.test.ts: one-vote is marked outside of a test']);
});

test('the page names the tests of each rule and leaves no cell empty', () => {
  const page = securityPage(marks);
  expect(page).toContain('](../test/attacks/destinations.test.ts): 8: a destination of 2 MB is 413');
  expect(page).not.toMatch(/\| *\|/);
});
