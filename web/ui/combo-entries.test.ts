import { expect, test } from 'bun:test';
import { findEntries, findNamed } from './combo-entries.ts';

const NONE = { value: '', label: 'No campaign' };
const SPRING = { value: '1', label: 'Spring' };
const LATE_SPRING = { value: '2', label: 'Late spring' };
const OPTIONS = [NONE, LATE_SPRING, SPRING];

function shown(typed: string): string[] {
  return findEntries(OPTIONS, typed).map((entry) => (entry.kind === 'create' ? `+ ${entry.name}` : entry.option.label));
}

test('without a text, all options are shown', () => {
  expect(shown(' ')).toEqual(['No campaign', 'Late spring', 'Spring']);
});

test('an option with exactly this name comes first, and is not created again', () => {
  expect(shown(' SPRING ')).toEqual(['Spring', 'Late spring']);
});

test('options that begin with the text come first, a new name last; no name stands for "none"', () => {
  expect(shown('spr')).toEqual(['Spring', 'Late spring', '+ spr']);
  expect(shown('No campaign')).toEqual(['+ No campaign']);
  expect(findNamed(OPTIONS, 'no campaign')).toBeUndefined();
});
