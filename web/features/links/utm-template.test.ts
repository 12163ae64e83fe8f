import { expect, test } from 'bun:test';
import { applyTemplate, hasTemplate } from './utm-template.ts';

const EMPTY = { utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' };
const MAIL = { ...EMPTY, utm_source: 'newsletter', utm_medium: 'email' };
const ADS = { ...EMPTY, utm_source: 'google', utm_term: 'shoes' };
const REF = { name: 'ref', value: '7' };
const TYPED = { name: 'utm_content', value: 'footer' };

test('a template sets its values and keeps other parameters', () => {
  const applied = applyTemplate([REF, TYPED, { name: 'utm_source', value: 'old' }], MAIL, undefined);
  expect(applied).toEqual([
    REF,
    TYPED,
    { name: 'utm_source', value: 'newsletter' },
    { name: 'utm_medium', value: 'email' },
  ]);
  expect([hasTemplate(applied, MAIL), hasTemplate(applied, ADS)]).toEqual([true, false]);
});

test('another template replaces what the previous one filled in, and keeps what was typed', () => {
  const applied = applyTemplate(applyTemplate([TYPED], MAIL, undefined), ADS, MAIL);
  expect(applied).toEqual([TYPED, { name: 'utm_source', value: 'google' }, { name: 'utm_term', value: 'shoes' }]);
  expect(applyTemplate(applied, undefined, ADS)).toEqual([TYPED]);
});

test('a value of the previous template that was edited stays', () => {
  const edited = [
    { name: 'utm_source', value: 'newsletter' },
    { name: 'utm_medium', value: 'print' },
  ];
  expect(applyTemplate(edited, undefined, MAIL)).toEqual([{ name: 'utm_medium', value: 'print' }]);
});
