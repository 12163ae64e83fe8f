import { parseDateTime } from './date-time.ts';

const DATE =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i;
const SECONDS = /^\d{9,10}$/;
const MILLISECONDS = /^\d{12,13}$/;
const MINUTE_MS = 60_000;

function readOffset(zone = ''): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? [];
  const value = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
  return sign === '-' ? -value : value;
}

/**
 * Parses a date as other programs write it, to epoch milliseconds: ISO 8601 with optional time and zone, or a Unix time; the
 * default zone is UTC. Undefined for anything else, including formats with an ambiguous order of day and month.
 */
export function parseLooseDate(text: string): number | undefined {
  if (SECONDS.test(text)) return Number(text) * 1000;
  if (MILLISECONDS.test(text)) return Number(text);
  const found = DATE.exec(text);
  if (!found) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = found;
  const ms = parseDateTime(`${year}-${month}-${day} ${hour}:${minute}:${second}`);
  return ms === undefined ? undefined : ms - readOffset(zone);
}
