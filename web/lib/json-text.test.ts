import { expect, test } from 'bun:test';
import { ApiError } from './api-error.ts';
import { formatJson, parseJsonFields } from './json-text.ts';

test('a value survives the text field, and an empty field is null', () => {
  const value = { a: ['é', 1, null] };
  expect(parseJsonFields({ x: formatJson(value), y: formatJson(null), z: ' \n' }, '')).toEqual({
    x: value,
    y: null,
    z: null,
  });
});

test('every field that is not JSON is named', () => {
  const parse = () => parseJsonFields({ x: '{', y: '[]', z: 'yes' }, 'Not JSON.');
  expect(parse).toThrow(ApiError);
  try {
    parse();
  } catch (error) {
    expect((error as ApiError).fields).toEqual({ x: 'Not JSON.', z: 'Not JSON.' });
  }
});
