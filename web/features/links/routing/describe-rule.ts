import type { ConditionType } from '../../../../src/resources/links/rules/conditions/condition-kinds.ts';
import type { ConditionDraft } from './rule-draft.ts';
import { dayName, type RuleWords, valueName, weekDays } from './rule-words.ts';

/** A part of a sentence; values are emphasized. */
export interface Phrase {
  text: string;
  isValue: boolean;
}

type SentencePair = RuleWords['t']['sentences']['country'];

// More values make a sentence hard to read.
const MAX_VALUES = 5;
const MARK = '\u0000';

function plain(text: string): Phrase {
  return { text, isValue: false };
}

/** "Germany, Austria or Switzerland", with the names emphasized; the rest of a long list is counted. */
function listValues(names: readonly string[], { t, locale }: RuleWords): Phrase[] {
  const isLong = names.length > MAX_VALUES;
  const shown = isLong ? names.slice(0, MAX_VALUES - 1) : names;
  const all = isLong ? [...shown, t.others({ count: names.length - shown.length })] : shown;
  return new Intl.ListFormat(locale, { type: 'disjunction' })
    .formatToParts(all)
    .map(({ type, value }) => ({ text: value, isValue: type === 'element' }));
}

/** Puts phrases into the place of `{values}` of a text. */
export function fillValues(write: (values: { values: string }) => string, phrases: Phrase[]): Phrase[] {
  const [before = '', after = ''] = write({ values: MARK }).split(MARK);
  return [plain(before), ...phrases, plain(after)].filter(({ text }) => text !== '');
}

/** "Mon–Fri" for days that follow each other, otherwise "Mon, Wed". */
function nameDays(days: readonly string[], locale: string): string {
  const places = weekDays.flatMap((day, index) => (days.includes(day) ? [index] : []));
  const names = places.map((place) => dayName(weekDays[place] ?? '', locale));
  const isRow =
    places.length > 2 && places.every((place, index) => index === 0 || place === (places[index - 1] ?? 0) + 1);
  return isRow ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}

function nameDate(text: string, locale: string): string {
  const date = new Date(`${text.replace(' ', 'T').slice(0, 16)}Z`);
  if (Number.isNaN(date.getTime())) return text;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(date);
}

function describeTime({ days, from, to, after, before, zone }: ConditionDraft, { t, locale }: RuleWords): string {
  const { when } = t;
  const range = from && to ? when.range({ from, to }) : (from && when.from({ from })) || (to && when.to({ to }));
  const parts = [
    days && days.length > 0 && nameDays(days, locale),
    range,
    after && when.after({ date: nameDate(after, locale) }),
    before && when.before({ date: nameDate(before, locale) }),
  ];
  const text = parts.filter(Boolean).join(', ');
  return [text || '…', zone && when.zone({ zone: zone.replaceAll('_', ' ') })].filter(Boolean).join(' ');
}

function valuesOf(condition: ConditionDraft, words: RuleWords): string[] {
  const { type, in: values = [], name = '', country, is = '' } = condition;
  switch (type) {
    case 'time':
      return [describeTime(condition, words)];
    case 'visitor':
      return [valueName(type, is, words)];
    case 'query':
      return values.length === 0 ? [`?${name}`] : values.map((value) => `?${name}=${value}`);
    case 'region':
    case 'city': {
      const place = (value: string) => valueName(type, value, words);
      if (!country) return values.map(place);
      const where = valueName('country', country, words);
      return values.map((value) => words.t.inCountry({ place: place(value), country: where }));
    }
    default:
      return values.map((value) => valueName(type, value, words));
  }
}

/** "the country is Germany or Austria". */
function describeCondition(condition: ConditionDraft, words: RuleWords): Phrase[] {
  const { t } = words;
  // Every type has its sentences; a type of a newer version has none.
  const sentences: Readonly<Record<ConditionType, SentencePair>> = t.sentences;
  const sentence = (sentences as Readonly<Record<string, SentencePair>>)[condition.type];
  if (!sentence) return [plain(t.unknownCondition({ type: condition.type }))];
  const values = valuesOf(condition, words);
  return fillValues(
    condition.not ? sentence.isNot : sentence.is,
    listValues(values.length > 0 ? values : ['…'], words),
  );
}

/** Says in words whom a rule matches: "If the country is Germany and the device is Phones", or "Everyone". */
export function describeRule({ when }: { when: readonly ConditionDraft[] }, words: RuleWords): Phrase[] {
  const { t } = words;
  if (when.length === 0) return [plain(t.everyone)];
  return when.flatMap((condition, index) => [
    plain(index === 0 ? `${t.if} ` : ` ${t.and} `),
    ...describeCondition(condition, words),
  ]);
}
