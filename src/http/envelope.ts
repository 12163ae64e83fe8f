import { z } from 'zod';
import type { Page } from '../core/paging.ts';
import { stringifyEscaped } from '../lib/json.ts';

/** The id of a row in a response. */
export const idField = z.int().min(1).describe('ID');

/** The schema of a success response with these fields. */
export function answerOf<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject({ error: z.literal(0).describe('0 = success'), ...shape });
}

/** The schema of a success response with only a message. */
export function messageAnswer<Message extends string>(message: Message) {
  return answerOf({ message: z.literal(message) });
}

/** The schema of one page of a list, with its rows under `key`. */
export function pageAnswer<Key extends string, View extends z.ZodType>(key: Key, view: View) {
  return z.strictObject({
    error: z.literal('0').describe('0 = success, a string on lists'),
    data: z.strictObject({
      result: z.int().min(0).describe('Count of results'),
      perpage: z.int().min(1).describe('Results per page'),
      currentpage: z.int().min(1).describe('Current page number'),
      nextpage: z.int().min(1).describe('Next page number'),
      maxpage: z.int().min(1).describe('Last page number'),
      ...({ [key]: z.array(view) } as Record<Key, z.ZodArray<View>>),
    }),
  });
}

/** A success response. */
export function ok<Fields extends object>(fields: Fields): { error: 0 } & Fields {
  return { error: 0, ...fields };
}

/** One page of a list in the envelope of the API reference. */
export function pageBody<Key extends string, Row>(key: Key, { rows, total, limit, page }: Page<Row>) {
  const maxpage = Math.max(1, Math.ceil(total / limit));
  return {
    error: '0' as const,
    data: {
      result: total,
      perpage: limit,
      currentpage: page,
      nextpage: Math.min(page + 1, maxpage),
      maxpage,
      ...({ [key]: rows } as Record<Key, Row[]>),
    },
  };
}

/** A JSON response. */
export function jsonResponse(status: number, body: object): Response {
  return new Response(stringifyEscaped(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', 'X-Content-Type-Options': 'nosniff' },
  });
}
