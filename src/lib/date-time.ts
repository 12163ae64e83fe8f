/** Returns the current time in epoch milliseconds; passed in, so that a test can control it. */
export type Clock = () => number;

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Formats epoch milliseconds as `YYYY-MM-DD HH:MM:SS` in UTC. */
export function formatDateTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, 19)}`;
}

/** The same for an optional time. */
export function formatOptional(ms: number | null): string | null {
  return ms === null ? null : formatDateTime(ms);
}

/** Formats the day of epoch milliseconds as `YYYY-MM-DD` in UTC. */
export function formatDay(ms: number): string {
  return formatDateTime(ms).slice(0, 10);
}

/** Parses `YYYY-MM-DD HH:MM:SS` in UTC to epoch milliseconds; undefined for anything else, such as 30 February. */
export function parseDateTime(text: string): number | undefined {
  if (!DATE_TIME.test(text)) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(ms)) return undefined;
  return formatDateTime(ms) === text ? ms : undefined;
}
