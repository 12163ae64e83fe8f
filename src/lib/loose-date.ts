import { parseDateTime } from './date-time.ts';

const DATE =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;
// Month and day in either order; the name tells them apart.
const NAMED =
  /^(?:([a-z]{3,9})\.? (\d{1,2})|(\d{1,2}) ([a-z]{3,9})\.?),? (\d{4})(?:,? (?:at )?(\d{1,2}):(\d\d)(?::(\d\d))?(?: ?([ap]m))?(?: (?:UTC|GMT))?)?$/i;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
const MINUTE_MS = 60_000;

function readOffset(zone = ''): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const value = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === '-' ? -value : value;
}

function hourOf(hour: string, half = ''): string {
  if (half === '') return hour;
  const ofHalf = Number(hour) % 12;
  return String(half.toLowerCase() === 'pm' ? ofHalf + 12 : ofHalf);
}

/** Parses an English date such as `May 4, 2023 10:15 AM`, in UTC. */
function parseNamedDate(text: string): number | undefined {
  const [, before = '', dayAfter, dayBefore, after = '', year, hour = '0', minute = '00', second = '00', half] =
    NAMED.exec(text) ?? [];
  const name = (before || after).toLowerCase();
  const month = name === '' ? 0 : MONTHS.findIndex((one) => one.startsWith(name)) + 1;
  if (month === 0) return undefined;
  const two = (part: string | number) => String(part).padStart(2, '0');
  const day = two(dayAfter ?? dayBefore ?? '');
  return parseDateTime(`${year}-${two(month)}-${day} ${two(hourOf(hour, half))}:${minute}:${second}`);
}

/**
 * Parses a date as other programs write it, to epoch milliseconds: ISO 8601 with optional time and zone, a Unix time, or an
 * English date with the name of its month; the default zone is UTC. Undefined for anything else, including formats with an
 * ambiguous order of day and month.
 */
export function parseLooseDate(text: string): number | undefined {
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (MILLISECONDS.test(text)) return Number(text);
  const found = DATE.exec(text);
  if (!found) return parseNamedDate(text);
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = found;
  const ms = parseDateTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
  return ms === undefined ? undefined : ms - readOffset(zone);
}
