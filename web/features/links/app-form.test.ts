import { expect, test } from 'bun:test';
import { listAppSystems, NO_APP, toAppBody, toAppValues } from './app-form.ts';

test('empty fields are no app, and a system without input is null', () => {
  expect(toAppBody(NO_APP)).toBeNull();
  expect(toAppBody(toAppValues(null))).toBeNull();
  const ios = { url: 'myapp://x', store: '' };
  expect(toAppBody({ ...NO_APP, ios })).toEqual({ ios, android: null });
});

test('a store without a URL is sent, so that the API can name the missing field', () => {
  const android = { url: '', package: 'com.example', store: '' };
  expect(toAppBody({ ...NO_APP, android })).toEqual({ ios: null, android });
});

test('the systems of a link are those with a URL', () => {
  expect(listAppSystems(NO_APP)).toEqual([]);
  expect(listAppSystems({ android: { url: 'myapp://x' } })).toEqual(['Android']);
  expect(listAppSystems(null)).toEqual([]);
});
