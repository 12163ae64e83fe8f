import { parseTime, useFormat } from '../lib/format.ts';

/** A time of the API in the reader's time zone, exact on hover; "3 hours ago" if `isRelative`. */
export function Time({ value, isRelative = false }: { value: string; isRelative?: boolean }) {
  const format = useFormat();
  return (
    <time dateTime={parseTime(value).toISOString()} title={format.dateTime(value)}>
      {isRelative ? format.relative(value) : format.date(value)}
    </time>
  );
}
