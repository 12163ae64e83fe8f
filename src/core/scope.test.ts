import { expect, test } from 'bun:test';
import { findMissingScope, hasScope } from './scope.ts';

test('read and write cover all nouns, but not the account', () => {
  expect(hasScope(['read'], 'links:read')).toBe(true);
  expect(hasScope(['read'], 'stats:read')).toBe(true);
  expect(hasScope(['read'], 'links:write')).toBe(false);
  expect(hasScope(['write'], 'links:write')).toBe(true);
  expect(hasScope(['write'], 'links:read')).toBe(false);
  expect(hasScope(['read', 'write'], 'account')).toBe(false);
});

test('a single scope covers itself only', () => {
  expect(hasScope(['links:write'], 'links:write')).toBe(true);
  expect(hasScope(['links:write'], 'links:read')).toBe(false);
  expect(hasScope(['links:write'], 'qr:write')).toBe(false);
  expect(hasScope(['account'], 'account')).toBe(true);
});

test('a key without scopes may use every endpoint', () => {
  expect(hasScope(null, 'account')).toBe(true);
});

test('no scope is missing in what is granted', () => {
  expect(findMissingScope(null, null)).toBeUndefined();
  expect(findMissingScope(['read'], ['links:read', 'stats:read'])).toBeUndefined();
  expect(findMissingScope(['read'], ['read'])).toBeUndefined();
});

test('the first missing scope is found', () => {
  expect(findMissingScope(['account', 'links:read'], ['read'])).toBe('qr:read');
  expect(findMissingScope(['account', 'links:read'], ['links:write'])).toBe('links:write');
  expect(findMissingScope(['read', 'write', 'account'], null)).toBeUndefined();
  expect(findMissingScope(['read', 'write'], null)).toBe('account');
});
