/** Tells the time in epoch milliseconds; passed in, so that a test can hold it still. */
export type Clock = () => number;

const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/;

/** Epoch milliseconds as `YYYY-MM-DD HH:MM:SS` in UTC. */
export function formatDateTime(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** The same for a time that may be missing. */
export function formatOptional(ms: number | null): string | null {
  return ms === null ? null : formatDateTime(ms);
}

/** The day of epoch milliseconds as `YYYY-MM-DD` in UTC. */
export function formatDay(ms: number): string {
  return formatDateTime(ms).slice(0, 10);
}

/** The epoch milliseconds of `YYYY-MM-DD HH:MM:SS` in UTC; undefined for anything else, 30 February included. */
export function parseDateTime(text: string): number | undefined {
  if (!DATE_TIME.test(text)) return undefined;
  const ms = Date.parse(`${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(ms)) return undefined;
  return formatDateTime(ms) === text ? ms : undefined;
}
