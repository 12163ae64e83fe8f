import type { z } from 'zod';
import type { CodeOf, GivenParams } from '../core/api-messages.ts';
import { type FieldError, type FieldProblem, toFieldError } from '../core/errors.ts';

// The message is the only custom part of a Zod issue, so it contains the code and its parameters as JSON.

/** The `error` of a Zod check: a field code and its parameters. `parseInput` turns it into a field error. */
export function fieldIssue<Code extends CodeOf<'fields'>>(
  code: Code,
  ...[params]: GivenParams<'fields', Code>
): string {
  return encodeProblem({ code, params } as FieldProblem);
}

/** The same for a problem that other code has found. */
export function encodeProblem(problem: FieldProblem): string {
  return JSON.stringify(problem);
}

/** A custom issue, for `context.addIssue`. */
export function customIssue(problem: FieldProblem, path: PropertyKey[] = []) {
  return { code: 'custom' as const, message: encodeProblem(problem), path };
}

const typeProblems: Record<string, FieldProblem> = {
  string: { code: 'not_text' },
  number: { code: 'not_a_whole_number' },
  int: { code: 'not_a_whole_number' },
  boolean: { code: 'not_true_or_false' },
  array: { code: 'not_a_list' },
  object: { code: 'not_an_object' },
  record: { code: 'not_an_object' },
};

function problemOfSize(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>): FieldProblem {
  if (issue.code === 'too_big') {
    const max = Number(issue.maximum);
    if (issue.origin === 'string') return { code: 'too_long', params: { max } };
    return issue.origin === 'array'
      ? { code: 'too_many_entries', params: { max } }
      : { code: 'too_large', params: { max } };
  }
  const min = Number(issue.minimum);
  if (issue.origin === 'string') return min === 1 ? { code: 'required' } : { code: 'too_short', params: { min } };
  return issue.origin === 'array'
    ? { code: 'too_few_entries', params: { min } }
    : { code: 'too_small', params: { min } };
}

/** The problem of an issue if the schema defines no error for it. */
function problemOf(issue: z.core.$ZodRawIssue): FieldProblem {
  switch (issue.code) {
    case 'invalid_type':
      return typeProblems[String(issue.expected)] ?? { code: 'invalid' };
    case 'too_big':
    case 'too_small':
      return problemOfSize(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>);
    case 'invalid_value':
      return { code: 'not_one_of', params: { options: (issue.values as unknown[]).join(', ') } };
    default:
      return { code: 'invalid' };
  }
}

/** The `error` option of `safeParse`: maps the issues of checks that define no error. */
export function mapIssue(issue: z.core.$ZodRawIssue): string {
  return encodeProblem(problemOf(issue));
}

const MAX_UNKNOWN = 10;

/** Converts an issue to field errors: unknown properties of a strict object are named one by one. */
export function readIssues(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [readIssue(issue)];
  const names = issue.keys.slice(0, MAX_UNKNOWN).map((key) => [...issue.path, key].join('.'));
  return names.map((field) => toFieldError(field, { code: 'unknown_property' }));
}

/** Converts an issue to a field error. A missing value or null is reported as required, whatever its type should be. */
function readIssue(issue: z.core.$ZodIssue): FieldError {
  const field = issue.path.join('.') || 'body';
  const isOfType = issue.code === 'invalid_type' || issue.code === 'invalid_union';
  // Fields that were left blank arrive as null.
  if (isOfType && (issue.input === undefined || issue.input === null)) return toFieldError(field, { code: 'required' });
  return toFieldError(field, JSON.parse(issue.message) as FieldProblem);
}
