import { z } from 'zod';
import type { PageRequest } from '../core/paging.ts';
import { parseDateTime } from '../lib/date-time.ts';
import { customIssue, fieldIssue } from './field-issue.ts';

const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 10;

// As good as any that is larger, and its product with a limit is still a whole number that every engine can hold.
const MOST = 1e12;

function positive(means: string) {
  return z
    .string()
    .regex(/^0*[1-9]\d*$/, fieldIssue('not_a_positive_number'))
    .transform((text) => Math.min(Number(text), MOST))
    .optional()
    .meta({ description: means, type: 'integer', minimum: 1 });
}

/** `limit` and `page` as every list takes them. */
export const pageQueryFields = {
  limit: positive(`Results per page, 1 to ${MAX_LIMIT}, ${DEFAULT_LIMIT} if left out; more is taken as ${MAX_LIMIT}`),
  page: positive('Page number, from 1'),
};

/** The page that was asked for, with what was left out filled in. */
export function readPage({
  limit = DEFAULT_LIMIT,
  page = 1,
}: {
  limit?: number | undefined;
  page?: number | undefined;
}): PageRequest {
  return { limit: Math.min(limit, MAX_LIMIT), page };
}

/** The query of a list that takes nothing else. */
export const pageQuery = z.object(pageQueryFields).transform(readPage);

/** Clients write "" for a field that they leave empty; it means the same as null. */
export function blankIsNull(body: object): object {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value]));
}

/** A number in a path. One that cannot be anybody's is simply not found. */
export const idInPath = z
  .string()
  .describe('Number of the record')
  .transform((text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0));

/** `:id` in a path. */
export const idParams = z.object({ id: idInPath });

// Control characters, and the marks that turn the direction of what follows: they make a text look like another.
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text can be stored on every engine and shown on every screen as it is. */
export function isPrintable(text: string): boolean {
  return text.isWellFormed() && !UNPRINTABLE.test(text);
}

/** A line of text, trimmed, that must not be empty. */
export function textField(maxLength: number) {
  return z.string().trim().refine(isPrintable, fieldIssue('control_characters')).min(1).max(maxLength);
}

/** The number of another record, in a body. */
export const idInBody = z.int().min(1);

/** Text that a list is narrowed by; an empty one narrows nothing. */
export function searchField(maxLength: number) {
  return z.string().max(maxLength).refine(isPrintable, fieldIssue('control_characters')).optional();
}

/** A point in time, `YYYY-MM-DD HH:MM:SS` in UTC, read as epoch milliseconds. */
export const dateTimeField = z.string().transform((text, context) => {
  const ms = parseDateTime(text);
  if (ms === undefined) {
    context.addIssue(customIssue({ code: 'not_a_date' }));
    return z.NEVER;
  }
  return ms;
});

/** A point in time in an answer. */
export const dateTimeView = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .describe('YYYY-MM-DD HH:MM:SS in UTC');
