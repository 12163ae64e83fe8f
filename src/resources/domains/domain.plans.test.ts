import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openReadyStore } from '../../../test/support/engines.ts';
import { plansOf } from '../../../test/support/query-plans.ts';
import type { Database, Db } from '../../db/db.ts';
import { insertDomain } from './domain.store.ts';
import { findRivals, findServed, findTaken } from './domain-rival.store.ts';
import { takeDueClaims } from './domain-verification.store.ts';

describe('claims and rivals use their indexes [sqlite]', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openReadyStore('sqlite');
    const user = { email: 'a', username: 'a', password_hash: '', is_admin: 0, created_at: 0 };
    await database.db.insertInto('users').values(user).execute();
    const address = { scheme: 'https', host: 'go.shop.example', name: 'go.shop.example' } as const;
    const claim = { ...address, redirectRoot: null, redirect404: null, verifiedBy: null };
    await insertDomain(database.db, 1, claim, 0);
  });
  afterAll(() => database.close());

  const reads: [what: string, indexes: string[], work: (db: Db) => Promise<unknown>][] = [
    [
      'the served domains of a name',
      ['domains_by_name', 'domains_verified_name'],
      (db) => findServed(db, 'a.shop.example'),
    ],
    [
      'the names that others have verified',
      ['domains_by_name', 'domains_verified_name'],
      (db) => findRivals(db, 1, 'a.shop.example'),
    ],
    [
      'which claims are taken',
      ['domains_by_name', 'domains_verified_name'],
      async (db) => findTaken(db, await findServed(db, 'go.shop.example')),
    ],
    ['due claims', ['domains_unverified'], (db) => takeDueClaims(db, 0, 20, 1)],
  ];
  test.each(reads)('%s', async (_, indexes, work) => {
    const plan = await plansOf(database.db, work);
    for (const index of indexes) expect(plan.join('\n')).toContain(index);
    expect(plan.filter((line) => line.startsWith('SCAN') && line !== 'SCAN CONSTANT ROW')).toEqual([]);
  });
});
