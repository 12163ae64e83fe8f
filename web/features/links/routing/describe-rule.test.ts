import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { bindCatalog } from '../../../../src/texts/message.ts';
import { describeRule } from './describe-rule.ts';
import type { ConditionDraft } from './rule-draft.ts';
import type { RuleWords } from './rule-words.ts';

function textsIn(language: string, name: string): unknown {
  const catalog = JSON.parse(readFileSync(`locales/${language}/${name}.json`, 'utf8'));
  return bindCatalog(catalog, { language, locale: language });
}

function describeIn(language: string, ...when: ConditionDraft[]): string {
  const t = textsIn(language, 'link-routing') as RuleWords['t'];
  const { device } = textsIn(language, 'link-rules') as { device: { names: RuleWords['devices'] } };
  const phrases = describeRule({ when }, { t, devices: device.names, locale: language });
  return phrases.map(({ text, isValue }) => (isValue ? `*${text}*` : text)).join('');
}

const PHONES: ConditionDraft[] = [
  { type: 'country', in: ['DE', 'AT'] },
  { type: 'device', not: true, in: ['mobile'] },
];

test('a rule reads as a sentence in every language', () => {
  expect(describeIn('en', ...PHONES)).toBe('If the country is *Germany* or *Austria* and the device is not *Phones*');
  expect(describeIn('de', ...PHONES)).toBe(
    'Wenn das Land *Deutschland* oder *Österreich* ist und das Gerät nicht *Smartphones* ist',
  );
  expect(describeIn('fr', ...PHONES)).toBe(
    'Si le pays est *Allemagne* ou *Autriche* et l’appareil n’est pas *Téléphones*',
  );
  expect(describeIn('en')).toBe('Everyone');
});

test('every type of condition has its words', () => {
  const sentences: [ConditionDraft, string][] = [
    [{ type: 'region', in: ['Bavaria'], country: 'DE' }, 'If the region is *Bavaria in Germany*'],
    [{ type: 'continent', in: ['EU'] }, 'If the continent is *Europe*'],
    [{ type: 'language', in: ['pt-BR'] }, 'If the language is *Brazilian Portuguese*'],
    [{ type: 'referrer', in: ['example.com'] }, 'If the referring site is *example.com*'],
    [{ type: 'query', name: 'a', in: ['1', '2'] }, 'If the URL has *?a=1* or *?a=2*'],
    [{ type: 'query', not: true, name: 'a' }, 'If the URL does not have *?a*'],
    [{ type: 'visitor', is: 'bot' }, 'If the visitor is *a bot*'],
    [
      { type: 'time', days: ['tue', 'mon', 'wed'], from: '09:00', to: '17:00', zone: 'America/New_York' },
      'If the time is *Mon–Wed, from 09:00 to 17:00 (America/New York time)*',
    ],
    [{ type: 'time', days: ['sat', 'mon'], from: '09:00' }, 'If the time is *Mon, Sat, from 09:00 on*'],
    [{ type: 'weather', in: ['rain'] }, 'If condition “weather”'],
  ];
  for (const [condition, sentence] of sentences) expect(describeIn('en', condition)).toBe(sentence);
});

test('a long list is cut', () => {
  const hosts = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.example`);
  expect(describeIn('en', { type: 'referrer', in: hosts })).toBe(
    'If the referring site is *a.example*, *b.example*, *c.example*, *d.example*, or *2 others*',
  );
});
