import { z } from 'zod';
import type { PageRequest } from '../core/paging.ts';
import { parseDateTime } from '../lib/date-time.ts';

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 10;

function positive(means: string) {
  return z
    .string()
    .regex(/^0*[1-9]\d{0,14}$/, 'must be a positive whole number.')
    .transform(Number)
    .optional()
    .meta({ description: means, type: 'integer', minimum: 1 });
}

/** `limit` and `page` of every list. */
export const pageQuery = z
  .object({
    limit: positive(`Results per page, 1 to ${MAX_LIMIT}, ${DEFAULT_LIMIT} if left out; more is taken as ${MAX_LIMIT}`),
    page: positive('Page number, from 1'),
  })
  .transform(({ limit = DEFAULT_LIMIT, page = 1 }): PageRequest => ({ limit: Math.min(limit, MAX_LIMIT), page }));

/** `:id` in a path. One that cannot be anybody's number is simply not found. */
export const idParams = z.object({
  id: z
    .string()
    .describe('Number of the record')
    .transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0)),
});

/** A line of text, trimmed, that must not be empty. */
export function textField(maxLength: number) {
  return z
    .string({ error: 'must be text.' })
    .trim()
    .min(1, 'must not be empty.')
    .max(maxLength, `must have at most ${maxLength} characters.`);
}

/** A point in time, `YYYY-MM-DD HH:MM:SS` in UTC, read as epoch milliseconds. */
export const dateTimeField = z.string({ error: 'must be text.' }).transform((text, context) => {
  const ms = parseDateTime(text);
  if (ms === undefined) {
    context.addIssue({ code: 'custom', message: 'must be a real date and time, YYYY-MM-DD HH:MM:SS in UTC.' });
    return z.NEVER;
  }
  return ms;
});

/** A point in time in an answer. */
export const dateTimeView = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .describe('YYYY-MM-DD HH:MM:SS in UTC');
