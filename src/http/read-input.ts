import type { z } from 'zod';
import { AppError, type Failure, type FieldError, invalidFields } from '../core/errors.ts';
import { isDeeperThan } from '../lib/json.ts';
import { bodyBroken, bodyLargerThan, bodyTooLarge, MAX_BODY_KIB, malformedJson } from './failures.ts';
import { mapIssue, readIssues } from './field-issue.ts';
import { findUnstorable, findUnstorableFields } from './outside-text.ts';
import { readFields, readQuery } from './request-url.ts';

const MAX_BODY_BYTES = MAX_BODY_KIB * 1024;
const MAX_DEPTH = 20;

/** Reads the body up to the limit, whatever Content-Length says. */
export async function readBytes(
  request: Request,
  maxBytes = MAX_BODY_BYTES,
  tooLarge: Failure = bodyTooLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : bodyBroken({ cause });
  }
  return Buffer.concat(chunks);
}

/** Parses the JSON object of a request; a missing body is an empty object. */
export async function readJson(request: Request, maxKib = MAX_BODY_KIB): Promise<object> {
  const bytes = await readBytes(
    request,
    maxKib * 1024,
    maxKib === MAX_BODY_KIB ? bodyTooLarge : bodyLargerThan(maxKib),
  );
  return bytes.byteLength === 0 ? {} : parseJson(bytes);
}

/** Parses bytes as a JSON object. */
export function parseJson(bytes: Uint8Array): object {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (isDeeperThan(text, MAX_DEPTH)) throw malformedJson();
    value = JSON.parse(text);
  } catch (cause) {
    throw malformedJson({ cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformedJson();
  }
  return value;
}

/** Parses the fields of a submitted form; the last value of a repeated name counts. */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const text = new TextDecoder().decode(await readBytes(request));
  return readFields(text);
}

// The problem of a short value may take a hundred times the bytes of the value.
const MAX_INVALID_FIELDS = 100;

/** The first problem of each field, because the others usually follow from it; of the first fields only. */
function firstOfEach(issues: z.core.$ZodIssue[]): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const error of issues.values().flatMap(readIssues)) {
    if (byField.size === MAX_INVALID_FIELDS) break;
    if (!byField.has(error.field)) byField.set(error.field, error);
  }
  return [...byField.values()];
}

/** Adds the texts that no store takes, unless the schema has refused them or what they are part of. */
function withUnstorable(found: FieldError[], unstorable: FieldError[]): FieldError[] {
  const isNew = ({ field: name }: FieldError) =>
    !found.some(({ field }) => name === field || name.startsWith(`${field}.`));
  return [...found, ...unstorable.filter(isNew)].slice(0, MAX_INVALID_FIELDS);
}

function parseChecked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  unstorable: FieldError[],
): z.output<Schema> {
  const result = schema.safeParse(value, { reportInput: true, error: mapIssue });
  if (result.success && unstorable.length === 0) return result.data;
  throw invalidFields(withUnstorable(result.success ? [] : firstOfEach(result.error.issues), unstorable));
}

/** Parses a value with its schema; throws a failure that lists the invalid fields, at most 100. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parseChecked(schema, value, findUnstorable(value));
}

/** The same for a query. */
export function parseQuery<Schema extends z.ZodType>(schema: Schema, query: string): z.output<Schema> {
  return parseChecked(schema, readQuery(query), findUnstorableFields(query));
}

/** The same for a list whose entries are parsed one by one, so that a wrong one does not refuse the others. */
export function parseOutline<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  return parseChecked(schema, value, []);
}
