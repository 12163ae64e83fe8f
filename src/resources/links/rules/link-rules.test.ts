import { expect, test } from 'bun:test';
import { readRules, viewRules, writeRules } from './link-rules.ts';
import type { LinkRule } from './rule-kinds.ts';

const LINK = 'https://example.com/';
const RULES: LinkRule[] = [
  { kind: 'location', country: 'CA', region: 'quebec', location: 'canada-quebec', link: LINK },
  { kind: 'device', device: 'iphone', link: LINK },
  { kind: 'language', language: 'fr-CA', link: LINK },
];

test('stored rules have a list for each kind', () => {
  const entry = { country: 'CA', region: 'quebec', location: 'canada-quebec', link: LINK };
  expect(JSON.parse(writeRules({ rules: RULES, parameters: [{ name: 'a', value: 'b' }] }) ?? '')).toEqual({
    locations: [entry],
    devices: [{ device: 'iphone', link: LINK }],
    languages: [{ language: 'fr-CA', link: LINK }],
    parameters: [{ name: 'a', value: 'b' }],
  });
});

test('rules are read as they were written', () => {
  const stored = { rules: RULES, parameters: [{ name: 'a', value: 'b' }] };
  expect(readRules(writeRules(stored))).toEqual(stored);
});

test('nothing is stored without rules and parameters', () => {
  expect(writeRules({ rules: [], parameters: [] })).toBeNull();
  expect(readRules(null)).toEqual({ rules: [], parameters: [] });
});

test('a row without the list of a later kind reads it as empty', () => {
  expect(readRules(`{"devices":[{"device":"iphone","link":"${LINK}"}]}`)).toEqual({
    rules: [{ kind: 'device', device: 'iphone', link: LINK }],
    parameters: [],
  });
});

test('every kind has its view, with rules or without', () => {
  expect(viewRules(RULES)).toMatchObject({
    location: { 'canada-quebec': LINK },
    device: { iphone: LINK },
    language: { 'fr-CA': LINK },
  });
  expect(viewRules([])).toMatchObject({ location: {}, device: {}, language: {} });
});
