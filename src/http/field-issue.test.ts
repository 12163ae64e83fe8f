import { expect, test } from 'bun:test';
import { z } from 'zod';
import { AppError, fieldError } from '../core/errors.ts';
import { customIssue, fieldIssue } from './field-issue.ts';
import { parseInput } from './read-input.ts';

function errorsOf(schema: z.ZodType, value: unknown) {
  try {
    parseInput(z.object({ it: schema }), { it: value });
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
  return [];
}

test.each([
  ['a missing value', z.string(), undefined, fieldError('it', 'required')],
  ['null', z.array(z.string()), null, fieldError('it', 'required')],
  ['an empty text', z.string().min(1), '', fieldError('it', 'required')],
  ['a number for a text', z.string(), 7, fieldError('it', 'not_text')],
  ['a text for a number', z.int(), 'x', fieldError('it', 'not_a_whole_number')],
  ['a fraction', z.int(), 1.5, fieldError('it', 'not_a_whole_number')],
  ['a text for a boolean', z.boolean(), 'yes', fieldError('it', 'not_true_or_false')],
  ['an object for a list', z.array(z.string()), {}, fieldError('it', 'not_a_list')],
  ['a list for an object', z.object({}), [], fieldError('it', 'not_an_object')],
  ['a long text', z.string().max(3), 'abcd', fieldError('it', 'too_long', { max: 3 })],
  ['a short text', z.string().min(3), 'ab', fieldError('it', 'too_short', { min: 3 })],
  ['a long list', z.array(z.int()).max(1), [1, 2], fieldError('it', 'too_many_entries', { max: 1 })],
  ['a short list', z.array(z.int()).min(2), [1], fieldError('it', 'too_few_entries', { min: 2 })],
  ['a large number', z.int().max(5), 6, fieldError('it', 'too_large', { max: 5 })],
  ['a small number', z.int().min(5), 4, fieldError('it', 'too_small', { min: 5 })],
  ['another word', z.enum(['a', 'b']), 'c', fieldError('it', 'not_one_of', { options: 'a, b' })],
  ['a check with its own code', z.string().regex(/^a/, fieldIssue('not_http')), 'b', fieldError('it', 'not_http')],
  ['an issue without a code', z.url(), 'b', fieldError('it', 'invalid')],
] as [string, z.ZodType, unknown, unknown][])('the code of %s', (_, schema, value, error) => {
  expect(errorsOf(schema, value)).toEqual([error as never]);
});

test('a custom issue names the field that it is about', () => {
  const schema = z.object({ name: z.string() }).superRefine(({ name }, context) => {
    context.addIssue(customIssue({ code: 'duplicate_name', params: { name } }, ['name']));
  });
  expect(errorsOf(schema, { name: 'de' })).toEqual([fieldError('it.name', 'duplicate_name', { name: 'de' })]);
});

test('one invalid field is the message, several are listed', () => {
  const parse = (value: object) => parseInput(z.object({ a: z.string(), b: z.int() }), value);
  expect(() => parse({ a: 1, b: 2 })).toThrow('a: Must be text.');
  expect(() => parse({})).toThrow('2 invalid fields: a, b.');
});
