import { z } from 'zod';
import type { PageRequest } from '../core/paging.ts';
import { parseDateTime } from '../lib/date-time.ts';
import { customIssue, fieldIssue } from './field-issue.ts';

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 10;

// Larger values are clamped to this: its product with a limit is still an exact integer in both engines.
const MAX_VALUE = 1e12;

function positive(means: string) {
  return z
    .string()
    .regex(/^0*[1-9]\d*$/, fieldIssue('not_a_positive_number'))
    .transform((text) => Math.min(Number(text), MAX_VALUE))
    .optional()
    .meta({ description: means, type: 'integer', minimum: 1 });
}

/** `limit` and `page` of every list. */
export const pageQueryFields = {
  limit: positive(`Results per page, 1 to ${MAX_LIMIT}; default ${DEFAULT_LIMIT}, maximum ${MAX_LIMIT}`),
  page: positive('Page number, from 1'),
};

/** The requested page, with defaults filled in. */
export function readPage({
  limit = DEFAULT_LIMIT,
  page = 1,
}: {
  limit?: number | undefined;
  page?: number | undefined;
}): PageRequest {
  return { limit: Math.min(limit, MAX_LIMIT), page };
}

/** `body` in the query of a list. */
export const bodyQueryField = z
  .enum(['0', '1'])
  .optional()
  .describe('1 adds `body` to each row: its fields with the names and values of a request body');

/** `body` in a row of a list. */
export const bodyView = z
  .record(z.string(), z.unknown())
  .optional()
  .describe('With `body=1`: its fields as in a request body; `channel` is a list of IDs, `password` is true or false');

/** The query of a list without other parameters. */
export const pageQuery = z.object(pageQueryFields).transform(readPage);

/** Clients send "" for an empty field; it means the same as null. */
export function blankIsNull(body: object): object {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));
}

/** An id in a path. An impossible id becomes 0, which is not found. */
export const idInPath = z
  .string()
  .describe('ID')
  .transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0));

/** `:id` in a path. */
export const idParams = z.object({ id: idInPath });

// Control characters, and bidirectional overrides, which make a text look like another.
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text can be stored in both engines and displayed unchanged. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !UNPRINTABLE.test(text);
}

/** A non-empty, trimmed line of text. */
export function textField(maxLength: number) {
  return z.string().trim().refine(isPrintable, fieldIssue('control_characters')).min(1).max(maxLength);
}

/** The id of another record, in a body. */
export const idInBody = z.int().min(1);

// More channels than anyone puts one thing into.
const MAX_CHANNELS = 100;

/** The channels of an item, in a body: one ID, or a list as lists with `body=1` answer it. */
export const channelField = z
  .union([idInBody, z.array(idInBody).max(MAX_CHANNELS)], fieldIssue('not_a_whole_number'))
  .transform((value) => [...new Set([value].flat())])
  .nullish()
  .describe('ID of one of your channels, or a list of IDs; it is then in no other channel');

/** Text that filters a list; an empty text does not filter. */
export function searchField(maxLength: number) {
  return z.string().max(maxLength).refine(isPrintable, fieldIssue('control_characters')).optional();
}

/** A time `YYYY-MM-DD HH:MM:SS` in UTC, parsed to epoch milliseconds. */
export const dateTimeField = z.string().transform((text, context) => {
  const ms = parseDateTime(text);
  if (ms === undefined) {
    context.addIssue(customIssue({ code: 'not_a_date' }));
    return z.NEVER;
  }
  return ms;
});

/** A date with or without a time in UTC; `dayTime` is the time of a date without one. */
export function momentField(dayTime: '00:00:00' | '23:59:59') {
  return z
    .string()
    .max(19)
    .transform((text, context) => {
      const ms = parseDateTime(text) ?? parseDateTime(`${text} ${dayTime}`);
      if (ms !== undefined && ms >= 0) return ms;
      context.addIssue(customIssue({ code: 'not_a_date_since_1970' }));
      return z.NEVER;
    })
    .optional();
}

/** A time in a response. */
export const dateTimeView = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .describe('YYYY-MM-DD HH:MM:SS in UTC');
