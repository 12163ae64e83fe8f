import { expect, test } from 'bun:test';
import { createLog } from '../lib/log.ts';
import { Damage } from './damage.ts';
import { translateStoreError } from './failures.ts';

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test('damage is logged for both engines, once however often it occurs, and other errors are not', () => {
  const lines: string[] = [];
  const damage = new Damage();
  damage.setLog(createLog('error', (line) => lines.push(line)));
  for (const code of ['SQLITE_BUSY', 'SQLITE_FULL', '40001', '23505', 'ECONNREFUSED'])
    damage.note(failure(code), 'here');
  expect([damage.count, lines]).toEqual([0, []]);
  for (const code of ['SQLITE_CORRUPT', 'SQLITE_CORRUPT_INDEX', 'SQLITE_NOTADB', 'XX001', 'XX002']) {
    damage.note(failure(code), 'here');
    expect(translateStoreError(failure(code))?.code).toBe('store_unavailable');
  }
  expect([damage.count, lines.length]).toEqual([5, 1]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', store: 'here', queries: 1 });
});
