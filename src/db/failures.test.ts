import { expect, test } from 'bun:test';
import { collision, duplicatedColumn, translateStoreError } from './failures.ts';

const details: [detail: string, column: string][] = [
  ['Key (email)=(a@example.com) already exists.', 'links.email'],
  ['Schlüssel »(email)=(a@example.com)« existiert bereits.', 'links.email'],
  ['La clé « (domain_id, alias)=(0, x) » existe déjà.', 'links.domain_id'],
  ['キー (domain_id, alias)=(0, x) はすでに存在します。', 'links.domain_id'],
  ['Key ("user_id")=(1) already exists.', 'links.user_id'],
];
test.each(details)('%s names the column in every language of the server', (detail, column) => {
  expect(duplicatedColumn(Object.assign(new Error(), { code: '23505', table: 'links', detail }))).toBe(column);
});

test('transactions that conflict for too long are answered like an unavailable store; other errors are bugs', () => {
  const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
  expect(translateStoreError(deadlock)?.code).toBe('store_unavailable');
  expect(translateStoreError(collision('outdated'))?.code).toBe('store_unavailable');
  expect(translateStoreError(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeUndefined();
});
