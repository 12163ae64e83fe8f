import { expect, test } from 'bun:test';
import { adoptUnedited, changedFields } from './changed-fields.ts';

const row = { name: 'News', description: '', starred: false, tags: ['a'] };

test('an update contains the changed fields and no others', () => {
  expect(changedFields(row, { ...row, description: 'Weekly', tags: ['a'] })).toEqual({ description: 'Weekly' });
  expect(changedFields(row, { ...row, tags: ['a', 'b'] })).toEqual({ tags: ['a', 'b'] });
  expect(changedFields(row, { ...row })).toEqual({});
});

test('a field that the row did not have is a change', () => {
  expect(changedFields<{ logo?: string | null }>({}, { logo: null })).toEqual({ logo: null });
});

test('an open form adopts a change of the row and keeps what the user edited', () => {
  const values = { ...row, description: 'Weekly', name: 'Mine' };
  expect(adoptUnedited(row, { ...row, starred: true, name: 'Theirs' }, values)).toEqual({
    ...row,
    starred: true,
    description: 'Weekly',
    name: 'Mine',
  });
});
