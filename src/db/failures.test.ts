import { expect, test } from 'bun:test';
import { duplicatedColumn } from './failures.ts';

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
