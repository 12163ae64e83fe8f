import { formatDateTime } from '../../lib/date-time.ts';

const MAX_TITLE = 255;
const MAX_DESCRIPTION = 1_000;

function toLine(text: string | null | undefined, maxLength: number): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: titles of pages may contain anything.
  const line = (text ?? '').replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();
  return line === '' ? undefined : line.slice(0, maxLength).toWellFormed().trim();
}

/** A title as a link may have it. It is cut rather than refused: nobody wrote it by hand. */
export function toTitle(text: string | null | undefined): string | undefined {
  return toLine(text, MAX_TITLE);
}

/** A description, cut in the same way. */
export function toDescription(text: string | null | undefined): string | undefined {
  return toLine(text, MAX_DESCRIPTION);
}

/** A date as the API takes it; omitted if it is unknown. */
export function toDate(ms: number | null | undefined): string | undefined {
  return ms ? formatDateTime(ms) : undefined;
}

/** A body without the fields that have no value. */
export function withoutEmpty(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
}
