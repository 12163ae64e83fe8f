import { describe, expect, test } from 'bun:test';
import { AppError } from '../core/errors.ts';
import { formatDateTime, parseDateTime } from '../lib/date-time.ts';
import { findTimeZone } from '../lib/time-zone.ts';
import { DAY_MS, HOUR_MS } from '../rollups/subject.ts';
import {
  createPointFinder,
  type Interval,
  localOf,
  pointsOf,
  type Range,
  readRange,
  splitRange,
} from './stats.range.ts';

const NOW = '2026-11-16 12:34:56';

function at(text: string): number {
  const ms = parseDateTime(text.length === 10 ? `${text} 00:00:00` : text);
  if (ms === undefined) throw new Error(`${text} is no time`);
  return ms;
}

function read(interval: Interval, from?: string, to?: string, zone = 'UTC'): Range {
  return readRange(
    {
      interval,
      from: from === undefined ? undefined : at(from),
      to: to === undefined ? undefined : at(to),
      zone: findTimeZone(zone),
    },
    at(NOW),
  );
}

function refusedField(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return error instanceof AppError ? error.fields[0]?.field : undefined;
  }
  return undefined;
}

describe('a range is rounded outward', () => {
  for (const [interval, from, to, start, end] of [
    ['day', undefined, undefined, '2026-10-17 00:00:00', '2026-11-17 00:00:00'],
    ['hour', undefined, undefined, '2026-11-15 12:00:00', '2026-11-16 13:00:00'],
    ['month', undefined, undefined, '2025-11-16 00:00:00', '2026-11-17 00:00:00'],
    ['month', undefined, '2028-02-29 10:00:00', '2027-02-28 00:00:00', '2028-03-01 00:00:00'],
    ['day', '2026-11-01 13:00:00', '2026-11-03 00:00:00', '2026-11-01 00:00:00', '2026-11-04 00:00:00'],
    ['day', '2026-11-01', '2026-11-01 23:59:59', '2026-11-01 00:00:00', '2026-11-02 00:00:00'],
    ['hour', '2026-11-01 13:30:00', '2026-11-01 13:30:00', '2026-11-01 13:00:00', '2026-11-01 14:00:00'],
    ['hour', '2026-11-01 13:00:00', '2026-11-01 15:59:59', '2026-11-01 13:00:00', '2026-11-01 16:00:00'],
    ['day', undefined, '2026-01-31', '2026-01-01 00:00:00', '2026-02-01 00:00:00'],
  ] as const) {
    test(`${interval} from ${from} to ${to}`, () => {
      const range = read(interval, from, to);
      expect([formatDateTime(range.from), formatDateTime(range.end)]).toEqual([start, end]);
    });
  }

  test('the range in a response can be requested again', () => {
    for (const interval of ['hour', 'day', 'month'] as const) {
      const range = read(interval);
      expect(read(interval, formatDateTime(range.from), formatDateTime(range.end - 1))).toEqual(range);
      for (const zone of ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata']) {
        const zoned = read(interval, undefined, undefined, zone);
        const [from, to] = [localOf(zoned, zoned.from), localOf(zoned, zoned.end) - 1];
        expect(read(interval, formatDateTime(from), formatDateTime(to), zone)).toEqual(zoned);
      }
    }
  });
});

describe('an invalid range is refused with its field', () => {
  for (const [what, interval, from, to] of [
    ['from after to', 'day', '2026-11-02', '2026-11-01'],
    ['from in the future', 'day', '2026-11-17', undefined],
    ['367 days', 'day', '2025-11-16', '2026-11-17 23:59:59'],
    ['32 days of hours', 'hour', '2026-10-01', '2026-11-01 23:59:59'],
    ['eleven years', 'month', '2015-11-16', '2026-11-15'],
    ['hours that were folded', 'hour', '2026-08-18 11:59:59', '2026-08-19'],
    ['hours that were folded, by default', 'hour', undefined, '2026-08-01'],
  ] as const) {
    test(what, () => {
      expect(refusedField(() => read(interval, from, to))).toBe('from');
    });
  }

  for (const [what, interval, from, to] of [
    ['a year of days', 'day', '2025-11-16', '2026-11-16 23:59:59'],
    ['31 days of hours', 'hour', '2026-10-01', '2026-10-31 23:59:59'],
    ['31 days of hours to the second', 'hour', '2026-10-01 12:30:00', '2026-11-01 12:30:00'],
    ['ten years', 'month', '2016-11-16', '2026-11-16 23:59:59'],
    ['the oldest hour', 'hour', '2026-08-18 12:00:00', '2026-08-19'],
    ['the first year of all', 'month', '1970-01-01', '1970-12-31 23:59:59'],
    ['the last year of all', 'day', '9999-01-01', '9999-12-31 23:59:59'],
  ] as const) {
    test(`but not ${what}`, () => {
      const range = read(interval, from, to);
      expect(pointsOf(range).length).toBeGreaterThan(0);
    });
  }
});

describe('points and parts', () => {
  const ranges = [
    read('hour'),
    read('hour', '2026-11-16 05:00:00', '2026-11-16 06:00:00'),
    read('hour', '2026-11-15 22:00:00', '2026-11-16 03:00:00'),
    read('hour', '2026-10-16 05:00:00', '2026-11-15 03:00:00'),
    read('hour', '2026-11-01', '2026-11-10 23:00:00'),
    read('day'),
    read('day', '2025-11-16', '2026-11-16'),
    read('month'),
    read('month', '2016-11-30', '2026-11-16'),
    read('month', '1970-02-03', '1971-02-03'),
    read('hour', '2026-10-24', '2026-10-26', 'Europe/Berlin'),
    ...['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Etc/GMT+12'].flatMap((zone) => [
      read('day', undefined, undefined, zone),
      read('day', '2025-11-16', '2026-11-16', zone),
      read('month', '2025-01-16', undefined, zone),
    ]),
  ];

  test('every time in a range belongs to the point that starts before it', () => {
    for (const range of ranges) {
      const points = pointsOf(range).map(({ start }) => start);
      const findPoint = createPointFinder(range);
      for (let moment = range.from; moment < range.end; moment += 7 * HOUR_MS) {
        const index = findPoint(moment);
        expect(points[index]).toBeLessThanOrEqual(moment);
        expect(points[index + 1] ?? range.end).toBeGreaterThan(moment);
      }
      expect(findPoint(range.end - 1)).toBe(points.length - 1);
      expect([findPoint(range.from - 1), findPoint(range.end)]).toEqual([-1, -1]);
    }
  });

  test('the parts cover a range once, with daily rollups for whole days', () => {
    for (const range of ranges) {
      const pieces = splitRange(range).flat();
      expect(pieces[0]?.from).toBe(range.from);
      expect(pieces.at(-1)?.end).toBe(range.end);
      for (const [index, { span, from, end }] of pieces.entries()) {
        expect(end).toBeGreaterThan(from);
        expect(pieces[index + 1]?.from ?? range.end).toBe(end);
        if (span === 'day') expect([from % DAY_MS, end % DAY_MS]).toEqual([0, 0]);
        else expect(end - from).toBeLessThan(2 * DAY_MS);
        expect(end - from).toBeLessThanOrEqual(31 * DAY_MS);
      }
    }
  });

  test('the default thirty days are one part', () => {
    expect(splitRange(read('day'))).toHaveLength(1);
    expect(
      splitRange(read('hour', '2026-11-01', '2026-11-10 23:00:00'))
        .flat()
        .map(({ span }) => span),
    ).toEqual(['day']);
    expect(
      splitRange(read('hour', '2026-10-16 05:00:00', '2026-11-15 03:00:00'))
        .flat()
        .map(({ span }) => span),
    ).toEqual(['hour', 'day', 'hour']);
  });

  test('months start on their first day, even if the range starts later', () => {
    expect(pointsOf(read('month', '2026-01-31', '2026-03-01')).map(({ start }) => formatDateTime(start))).toEqual([
      '2026-01-01 00:00:00',
      '2026-02-01 00:00:00',
      '2026-03-01 00:00:00',
    ]);
  });
});

describe('a time zone', () => {
  function showPoints(range: Range): string[][] {
    return pointsOf(range).map(({ start, local }) => [formatDateTime(start), formatDateTime(local)]);
  }

  test('cuts days at its midnight, also where the clock changes', () => {
    expect(showPoints(read('day', '2026-10-24', '2026-10-26', 'Europe/Berlin'))).toEqual([
      ['2026-10-23 22:00:00', '2026-10-24 00:00:00'],
      ['2026-10-24 22:00:00', '2026-10-25 00:00:00'],
      ['2026-10-25 23:00:00', '2026-10-26 00:00:00'],
    ]);
  });

  test('with half an hour cuts days at the nearest full hour, and names them by their date', () => {
    expect(showPoints(read('day', '2026-11-15', '2026-11-16', 'Asia/Kolkata'))).toEqual([
      ['2026-11-14 19:00:00', '2026-11-15 00:00:00'],
      ['2026-11-15 19:00:00', '2026-11-16 00:00:00'],
    ]);
  });

  test('cuts months at its midnight', () => {
    expect(showPoints(read('month', '2026-10-01', '2026-11-16', 'America/New_York'))).toEqual([
      ['2026-10-01 04:00:00', '2026-10-01 00:00:00'],
      ['2026-11-01 04:00:00', '2026-11-01 00:00:00'],
    ]);
  });

  test('does not cut days whose hours may have been deleted: these are days of UTC', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Pacific/Kiritimati']) {
      const points = showPoints(read('day', '2026-08-10', '2026-09-01', zone));
      expect(points[0]).toEqual(['2026-08-10 00:00:00', '2026-08-10 00:00:00']);
      expect(points.map(([, local]) => local?.slice(0, 10))).toEqual(
        Array.from({ length: 23 }, (_, day) => formatDateTime(at('2026-08-10') + day * DAY_MS).slice(0, 10)),
      );
    }
  });

  test('starts at the current local day by default', () => {
    const range = readRange({ interval: 'day', zone: findTimeZone('Pacific/Kiritimati') }, at(NOW));
    expect(formatDateTime(localOf(range, range.end) - 1)).toBe('2026-11-17 23:59:59');
  });
});
