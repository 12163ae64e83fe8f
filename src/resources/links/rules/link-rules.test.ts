import { describe, expect, test } from 'bun:test';
import { visitorOf } from '../../../../test/support/plain-link.ts';
import { changeRules, compileRules, findRule, readRules, viewRules, writeRules } from './link-rules.ts';
import type { LinkRule } from './rule-kinds.ts';

const LINK = 'https://example.com/';
const RULES: LinkRule[] = [
  { kind: 'location', country: 'CA', region: 'quebec', location: 'canada-quebec', link: LINK },
  { kind: 'device', device: 'iphone', link: LINK },
  { kind: 'language', language: 'fr-CA', link: LINK },
];

test('stored rules have a list for each kind', () => {
  const entry = { country: 'CA', region: 'quebec', location: 'canada-quebec', link: LINK };
  const json = writeRules({
    rules: RULES,
    unknownRules: {},
    routingRules: [],
    parameters: [{ name: 'a', value: 'b' }],
  });
  expect(JSON.parse(json ?? '')).toMatchObject({
    locations: [entry],
    devices: [{ device: 'iphone', link: LINK }],
    languages: [{ language: 'fr-CA', link: LINK }],
    parameters: [{ name: 'a', value: 'b' }],
  });
});

test('rules are read as they were written', () => {
  const stored = { rules: RULES, unknownRules: {}, routingRules: [], parameters: [{ name: 'a', value: 'b' }] };
  expect(readRules(writeRules(stored))).toEqual(stored);
});

test('nothing is stored without rules and parameters', () => {
  const nothing = { rules: [], unknownRules: {}, routingRules: [], parameters: [] };
  expect(writeRules(nothing)).toBeNull();
  expect(readRules(null)).toEqual(nothing);
});

test('a list that an older version did not write is empty', () => {
  expect(readRules(`{"devices":[{"device":"iphone","link":"${LINK}"}]}`)).toEqual({
    rules: [{ kind: 'device', device: 'iphone', link: LINK }],
    unknownRules: {},
    routingRules: [],
    parameters: [],
  });
});

test('a field that an older version did not write has its default', () => {
  expect(readRules(`{"locations":[{"country":"CA","location":"canada","link":"${LINK}"}]}`).rules).toEqual([
    { kind: 'location', country: 'CA', region: '', location: 'canada', link: LINK },
  ]);
});

describe('rules of a newer version', () => {
  const watch = { device: 'watch', link: LINK };
  const phone = { device: 'iphone', link: LINK };
  const rain = { weather: 'rain', link: LINK };
  const newer = JSON.stringify({ weathers: [rain], devices: [watch, phone], locations: [] });
  const lists = { locations: [], devices: [phone, watch], languages: [], weathers: [rain], parameters: [] };

  test('an unknown kind and an unknown condition are ignored; the other rules work', () => {
    const { rules } = readRules(newer);
    expect(rules).toEqual([{ kind: 'device', device: 'iphone', link: LINK }]);
    expect(findRule(compileRules(rules), visitorOf({ device: 'macos' }))).toBeUndefined();
    expect(findRule(compileRules(rules), visitorOf({ device: 'iphone' }))).toEqual(rules[0]);
    expect(viewRules(rules)).toMatchObject({ location: {}, device: { iphone: LINK }, language: {} });
  });

  test('an update of the link keeps them', () => {
    const stored = readRules(newer);
    const written = writeRules({ ...stored, ...changeRules(stored, {}) });
    expect(JSON.parse(written ?? '')).toMatchObject(lists);
    expect(readRules(written)).toEqual(stored);
  });

  test('a new list also replaces unknown entries', () => {
    const stored = readRules(newer);
    const written = writeRules({ ...stored, ...changeRules(stored, { devicetarget: null }) });
    expect(JSON.parse(written ?? '')).toMatchObject({ ...lists, devices: [] });
  });
});

test('every kind has a view, with or without rules', () => {
  expect(viewRules(RULES)).toMatchObject({
    location: { 'canada-quebec': LINK },
    device: { iphone: LINK },
    language: { 'fr-CA': LINK },
  });
  expect(viewRules([])).toMatchObject({ location: {}, device: {}, language: {} });
});
