import { formatDateTime, parseDateTime } from '../../../../lib/date-time.ts';
import { parseLooseDate } from '../../../../lib/loose-date.ts';
import { findTimeZone, type TimeZone, UTC_ZONE } from '../../../../lib/time-zone.ts';
import { defineCondition, oneOf, optionalText, optionalValues } from './condition-kind.ts';

const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 1_440;
// 1 January 1970 was a Thursday.
const FIRST_DAY = 4;

const DATE_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i;
const OFFSET = /(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Parses a date and a time. A text with an offset from UTC gets a `Z`, until `finish` converts it to the zone. */
function parseMoment(text: string): string | undefined {
  const written = text.trim();
  const ms = DATE_TIME.test(written) ? parseLooseDate(written) : undefined;
  if (ms === undefined) return undefined;
  const date = formatDateTime(ms);
  if (parseDateTime(date) === undefined) return undefined;
  return OFFSET.test(written.slice('YYYY-MM-DD'.length)) ? `${date}Z` : date;
}

function toLocalDate(text: string, zone: TimeZone): string {
  return text.endsWith('Z') ? formatDateTime(zone.toLocal(parseDateTime(text.slice(0, -1)) ?? 0)) : text;
}

function zoneNamed(name: string | undefined): TimeZone {
  return (name !== undefined && findTimeZone(name)) || UTC_ZONE;
}

function momentOf(date: string, zone: TimeZone): number {
  return zone.fromLocal(parseDateTime(date) ?? 0);
}

function minutesOf(time: string): number {
  const [hours = '', minutes = ''] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** The day, counted from 1970, on which the daily range began that the local minute is in; undefined outside of the range. */
function dayOfRange(localMinute: number, start: number, end: number): number | undefined {
  const day = Math.floor(localMinute / DAY_MINUTES);
  const minute = localMinute - day * DAY_MINUTES;
  if (minute >= start) return start < end && minute >= end ? undefined : day;
  // After midnight, a range that passes it belongs to the day before.
  return start >= end && minute < end ? day - 1 : undefined;
}

const moment = { maxLength: 40, parse: parseMoment, problem: { code: 'not_a_local_date' } } as const;
const time = {
  maxLength: 10,
  parse: (text: string) => (TIME.test(text.trim()) ? text.trim() : undefined),
  problem: { code: 'not_a_time' },
} as const;

export const timeCondition = defineCondition({
  type: 'time',
  description: 'The time of the visit; at least one parameter besides `zone`',
  fields: {
    after: optionalText({ ...moment, description: 'From this date and time on, YYYY-MM-DD HH:MM:SS' }),
    before: optionalText({ ...moment, description: 'Until this date and time, YYYY-MM-DD HH:MM:SS' }),
    days: optionalValues({
      maxLength: 10,
      parse: oneOf(DAYS),
      problem: { code: 'not_one_of', params: { options: 'mon, tue, wed, thu, fri, sat, sun' } },
      description: 'mon, tue, wed, thu, fri, sat, sun',
    }),
    from: optionalText({ ...time, description: 'Daily from this time on, HH:MM' }),
    to: optionalText({
      ...time,
      description: 'Daily until this time, HH:MM; a range past midnight belongs to the day on which it begins',
    }),
    zone: optionalText({
      maxLength: 64,
      parse: (text: string) => findTimeZone(text.trim())?.name,
      problem: { code: 'not_a_time_zone' },
      description: 'IANA time zone of all of them; default: UTC',
    }),
  },
  finish(values) {
    const { after, before, days, from, to } = values;
    const zone = zoneNamed(values.zone);
    if ([after, before, days, from, to].every((value) => value === undefined))
      return { problem: { code: 'time_empty' } };
    const dates: { after?: string; before?: string } = {};
    for (const [field, date] of [
      ['after', after],
      ['before', before],
    ] as const) {
      if (date === undefined) continue;
      dates[field] = toLocalDate(date, zone);
      // In the zone, the last day of the year 9999 may already be over.
      if (parseDateTime(dates[field]) === undefined) return { field, problem: moment.problem };
    }
    return { ...values, ...dates };
  },
  compile({ after, before, days, from, to, zone: name }) {
    const zone = zoneNamed(name);
    const startMs = after === undefined ? Number.NEGATIVE_INFINITY : momentOf(after, zone);
    const endMs = before === undefined ? Number.POSITIVE_INFINITY : momentOf(before, zone);
    const hasRange = days !== undefined || from !== undefined || to !== undefined;
    const start = from === undefined ? 0 : minutesOf(from);
    const end = to === undefined ? DAY_MINUTES : minutesOf(to);
    // Asking for the local time is slow, so it is asked once a minute.
    let last = { minute: Number.NaN, localMinute: 0 };

    function localMinuteOf(now: number): number {
      const minute = Math.floor(now / MINUTE_MS);
      if (minute !== last.minute) last = { minute, localMinute: Math.floor(zone.toLocal(now) / MINUTE_MS) };
      return last.localMinute;
    }

    function isInRange(now: number): boolean {
      const day = dayOfRange(localMinuteOf(now), start, end);
      if (day === undefined) return false;
      return days === undefined || days.includes(DAYS[(((day + FIRST_DAY) % 7) + 7) % 7] ?? '');
    }

    return {
      matches: (_, now) => now >= startMs && now < endMs && (!hasRange || isInRange(now)),
      see(_, now) {
        const local = zone.toLocal(now);
        const day = DAYS[(((Math.floor(local / DAY_MS) + FIRST_DAY) % 7) + 7) % 7];
        return `${day} ${formatDateTime(local)} ${zone.name}`;
      },
    };
  },
});
