import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { chooseLanguage, parseLanguage, preferredLanguages } from './language.ts';

const headers: [string, string | null, string[]][] = [
  ['no header means no preference', null, []],
  ['an empty header means no preference', '', []],
  ['one language', 'de', ['de']],
  ['as browsers write it', 'fr-CA,fr;q=0.9,en-US;q=0.8,en;q=0.7', ['fr-ca', 'fr', 'en-us', 'en']],
  ['the weight takes precedence over the position', 'en;q=0.5, de;q=0.9, fr', ['fr', 'de', 'en']],
  ['equal weights keep their order', 'en;q=0.5,de;q=0.5,fr;q=0.5', ['en', 'de', 'fr']],
  ['weight nought is a refusal', 'en;q=0,de;q=0.0,fr;q=0.001', ['fr']],
  ['the star is left out', '*,en;q=0.5,*;q=0.1', ['en']],
  ['spaces do not matter', '  en-GB ; q=0.8 ,\tde ', ['de', 'en-gb']],
  ['capitals do not matter', 'EN-us;Q=0.5,DE', ['de', 'en-us']],
  ['a weight above one is one', 'en;q=5,de', ['en', 'de']],
  ['a weight that cannot be read is one', 'en;q=x,de;q=', ['en', 'de']],
  ['a negative weight is a refusal', 'en;q=-1,de', ['de']],
  ['invalid tags are omitted', 'en us,<b>,,;q=1,d,de-', []],
  ['scripts stay', 'zh-Hant-TW,zh-Hans;q=0.5', ['zh-hant-tw', 'zh-hans']],
];
for (const [rule, header, tags] of headers) test(rule, () => expect(preferredLanguages(header)).toEqual(tags));

test('only twenty tags and 512 characters are parsed', () => {
  expect(preferredLanguages('en,'.repeat(100)).length).toBe(20);
  const padding = ' '.repeat(505);
  expect(preferredLanguages(`de,${padding}fr-CA`)).toEqual(['de']);
  expect(preferredLanguages(`de,${padding.slice(2)}fr-CA`)).toEqual(['de', 'fr-ca']);
});

const targets: [string, string | undefined][] = [
  ['fr', 'fr'],
  [' FR ', 'fr'],
  ['fr-CA', 'fr-ca'],
  ['pt_BR', 'pt-br'],
  ['es-419', 'es-419'],
  ['zh-TW', 'zh-tw'],
  ['xx', undefined],
  ['jp', undefined],
  ['fra', undefined],
  ['french', undefined],
  ['fr-', undefined],
  ['fr-C', undefined],
  ['fr-CAN', undefined],
  ['fr-12', undefined],
  ['fr--ca', undefined],
  ['fr-ca-x', undefined],
  ['*', undefined],
  ['', undefined],
  ['f'.repeat(100_000), undefined],
];
for (const [text, tag] of targets) {
  test(`the rule ${JSON.stringify(text.slice(0, 20))} is ${tag ?? 'refused'}`, () =>
    expect(parseLanguage(text)).toBe(tag));
}

test('exactly the languages of ISO 639-1 are accepted', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const accepted = letters.flatMap((a) => letters.map((b) => a + b)).filter((code) => parseLanguage(code));
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  expect(accepted.length).toBe(183);
  for (const code of accepted) expect({ code, name: names.of(code) }).not.toEqual({ code, name: undefined });
});

const choices: [string, string, string, string | undefined][] = [
  ['the same tag', 'fr-CA', 'fr fr-ca', 'fr-ca'],
  ['a region matches its language', 'fr-CA', 'en fr', 'fr'],
  ['a region does not take another region', 'fr-BE', 'fr-ca', undefined],
  ['a language matches itself before its regions', 'fr', 'fr-ca fr', 'fr'],
  ['a language matches a region if nothing is closer', 'fr', 'en fr-ca fr-be', 'fr-ca'],
  ['the order of the visitor decides, not that of the targets', 'de,fr;q=0.9', 'fr de', 'de'],
  ['the weights decide', 'de;q=0.5,fr', 'de fr', 'fr'],
  ['a loose match of the first preference comes before an exact match of the second', 'fr-CA,de;q=0.9', 'de fr', 'fr'],
  ['a script does not hide the region', 'zh-Hant-TW', 'zh zh-tw', 'zh-tw'],
  ['a script without region matches the language', 'zh-Hant', 'zh', 'zh'],
  ['nothing fits', 'ja', 'fr de', undefined],
  ['no preference', '', 'fr', undefined],
  ['a longer code is another language', 'fil', 'fi', undefined],
];
for (const [rule, header, offered, expected] of choices) {
  test(rule, () => {
    const list = offered.split(' ');
    expect(list[chooseLanguage(preferredLanguages(header), list)]).toBe(expected);
  });
}

test('no header takes long or gives anything but tags', () => {
  for (const bait of ['a-', 'en;q=', ',', ';', 'q=', ' ', 'en,', 'a-a-a-a-']) {
    const header = bait.repeat(100_000 / bait.length);
    expect(fastestCpuMs(5, () => chooseLanguage(preferredLanguages(header), ['fr']))).toBeLessThan(1);
  }
  fc.assert(
    fc.property(fc.string(), (header) => {
      for (const tag of preferredLanguages(header)) expect(tag).toMatch(/^[a-z]{2,8}(-[a-z\d]{1,8})*$/);
    }),
  );
});
