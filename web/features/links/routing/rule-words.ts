import { useMemo } from 'react';
import { nameOfCode } from '../../../lib/code-names.ts';
import { language, localeOf, type TextsOf, useTexts } from '../../../lib/texts.ts';

/** What is needed to describe rules in the reader's language. */
export interface RuleWords {
  t: TextsOf<'link-routing'>;
  devices: Readonly<Record<string, string>>;
  locale: string;
}

/** The words of the reader's language. */
export function useRuleWords(): RuleWords {
  const t = useTexts('link-routing');
  const { names: devices } = useTexts('link-rules').device;
  const locale = localeOf(language.use());
  return useMemo(() => ({ t, devices, locale }), [t, devices, locale]);
}

/** The title of a rule: "2. Office hours", or "Rule 2" if it has no name. */
export function ruleTitle({ name }: { name: string }, index: number, t: RuleWords['t']): string {
  return name.trim() === '' ? t.rule({ position: index + 1 }) : `${index + 1}. ${name.trim()}`;
}

/** The days of a week in the order of the calendar, as the API names them. */
export const weekDays: readonly string[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** The name of a day, such as "Mon". */
export function dayName(day: string, locale: string): string {
  const index = weekDays.indexOf(day);
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + index));
  return index === -1 ? day : new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(date);
}

/** The name of a value of a condition: "Germany" for `DE`. */
export function valueName(type: string, value: string, { t, devices, locale }: RuleWords): string {
  const lookUp = (names: Readonly<Record<string, string>>) => names[value] ?? value;
  switch (type) {
    case 'country':
      return nameOfCode('region', locale, value);
    case 'language':
      return nameOfCode('language', locale, value);
    case 'continent':
      return lookUp(t.continents);
    case 'device':
      return lookUp(devices);
    case 'visitor':
      return lookUp(t.visitors);
    case 'referrer':
      return value === 'direct' ? t.direct : value;
    default:
      return value;
  }
}
