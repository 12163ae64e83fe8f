import { useMemo } from 'react';
import { language, localeOf } from './texts.ts';
import { currentZone, useTimeZone } from './time-zone.ts';

/** Parses a time of the API, `YYYY-MM-DD HH:MM:SS` in UTC. */
export function parseTime(text: string): Date {
  return new Date(`${text.replace(' ', 'T')}Z`);
}

/** Writes a time in the API's format. */
export function writeTime(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

/** Converts a time of the API to the value of a `datetime-local` input, in the reader's time zone. */
export function toLocalInput(text: string | null): string {
  if (!text) return '';
  return new Date(currentZone().toLocal(parseTime(text).getTime())).toISOString().slice(0, 16);
}

/** Converts the value of a `datetime-local` input to a time of the API. */
export function fromLocalInput(text: string): string {
  return text === '' ? '' : writeTime(new Date(currentZone().fromLocal(Date.parse(`${text}Z`))));
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Formats numbers and times for this reader. */
export interface Format {
  number(value: number): string;
  /** 12,345 as 12K. */
  compact(value: number): string;
  percent(value: number): string;
  /** A share in percent; a small share is not shown as 0 %. */
  share(part: number, whole: number): string;
  /** A size such as 12.3 MB. */
  bytes(value: number): string;
  date(text: string): string;
  dateTime(text: string): string;
  /** "3 hours ago". */
  relative(text: string, now?: number): string;
}

const BYTE_UNITS: [unit: string, bytes: number][] = [
  ['gigabyte', 1e9],
  ['megabyte', 1e6],
  ['kilobyte', 1e3],
];

function createFormat(locale: string, timeZone: string): Format {
  const number = new Intl.NumberFormat(locale);
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const date = new Intl.DateTimeFormat(locale, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  const dateTime = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'medium' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  return {
    number: (value) => number.format(value),
    compact: (value) => compact.format(value),
    percent: (value) => percent.format(value),
    bytes(value) {
      const [unit, size] = BYTE_UNITS.find(([, least]) => value >= least) ?? ['byte', 1];
      return new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(value / size);
    },
    share(part, whole) {
      if (whole === 0) return '';
      return part / whole < 0.005 ? `<${percent.format(0.01)}` : percent.format(part / whole);
    },
    date: (text) => date.format(parseTime(text)),
    dateTime: (text) => dateTime.format(parseTime(text)),
    relative(text, now = Date.now()) {
      const seconds = (parseTime(text).getTime() - now) / 1000;
      for (const [unit, size] of UNITS) {
        if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit);
      }
      return relative.format(0, 'second');
    },
  };
}

/** The formats of the reader's locale and time zone. */
export function useFormat(): Format {
  const chosen = language.use();
  const { name } = useTimeZone();
  return useMemo(() => createFormat(localeOf(chosen), name), [chosen, name]);
}
