import { expect, test } from 'bun:test';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import { newJournalFolder, takeAbandoned } from './journal-folder.ts';

test('a folder that is just being removed does not hide others', async () => {
  const root = newFolder();
  const left = [newJournalFolder(root, 'store'), newJournalFolder(root, 'store')];
  for (const { release } of left) release();
  // Makes opening the lock fail, as for a folder that was removed after it was listed; one sorts first, one last.
  for (const name of ['000', 'zzz']) mkdirSync(join(root, name, 'lock'), { recursive: true });
  const taken = await takeAbandoned(root);
  expect(taken.map(({ id }) => id).toSorted()).toEqual(left.map(({ id }) => id).toSorted());
  for (const { release } of taken) release();
});
