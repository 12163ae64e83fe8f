import type { z } from 'zod';
import type { DescribedFailure } from '../../http/error-response.ts';

/** The error codes of Dub, with their statuses. */
const statuses = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  unprocessable_entity: 422,
  rate_limit_exceeded: 429,
  internal_server_error: 500,
} as const;

export type DubCode = keyof typeof statuses;

/** A failure in the words of Dub. */
export class DubFailure extends Error {
  readonly code: DubCode;

  constructor(code: DubCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The failure of a field that this server cannot keep, or whose value is wrong. */
export function unprocessable(message: string): DubFailure {
  return new DubFailure('unprocessable_entity', message);
}

export function notFound(what: string): DubFailure {
  return new DubFailure('not_found', `${what} not found.`);
}

/** Our fields under the names that clients of Dub know. */
const dubNames: Record<string, string> = {
  custom: 'key',
  metatitle: 'title',
  metadescription: 'description',
  metaimage: 'image',
  description: 'comments',
  expiry: 'expiresAt',
  expiry_url: 'expiredUrl',
  geotarget: 'geo',
  devicetarget: 'ios, android',
  tags: 'tagNames',
  redirect404: 'notFoundUrl',
};

function nameField(field: string): string {
  const [first = field] = field.split(/[.[]/);
  return dubNames[first] ?? first;
}

const codesByStatus: Record<number, DubCode> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  405: 'not_found',
  409: 'conflict',
  413: 'unprocessable_entity',
  429: 'rate_limit_exceeded',
};

/** A failure of our API in the words of Dub. */
export function toDubFailure(failure: DescribedFailure, hasKey: boolean): DubFailure {
  const { status, code, message, fields } = failure;
  if (code === 'alias_taken') return new DubFailure('conflict', 'Duplicate key: This short link already exists.');
  if (status === 401)
    return new DubFailure('unauthorized', hasKey ? 'Unauthorized: Invalid API key.' : 'Missing Authorization header.');
  if (fields.length > 0)
    return unprocessable(fields.map((one) => `invalid_value: ${nameField(one.field)}: ${one.message}`).join(' '));
  if (status === 400) return new DubFailure('bad_request', message);
  return new DubFailure(codesByStatus[status] ?? 'internal_server_error', message);
}

/** The body of a failure. */
export function describeDubFailure({ code, message }: DubFailure) {
  return { error: { code, message, doc_url: `https://dub.co/docs/api-reference/errors#${code.replaceAll('_', '-')}` } };
}

/** The response to a failure. A server that is busy responds with 503, which clients try again as they do with 500. */
export function dubFailureResponse(failure: DubFailure, status: number = statuses[failure.code]): Response {
  return Response.json(describeDubFailure(failure), { status });
}

/** Parses a value by its schema; names every wrong field, as Dub does. */
export function parseDub<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw unprocessable(
    result.error.issues.map(({ code, path, message }) => `${code}: ${path.join('.')}: ${message}`).join(' '),
  );
}
