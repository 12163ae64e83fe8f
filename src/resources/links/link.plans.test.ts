import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openReadyStore } from '../../../test/support/engines.ts';
import { plansOf } from '../../../test/support/query-plans.ts';
import type { Database, Db } from '../../db/db.ts';
import { addToTally } from '../../db/tally.ts';
import { listLinks, listLinksBefore, NEWEST_FIRST, type StoredFilters } from './link-list.store.ts';
import { findParameters } from './link-read.store.ts';
import { listTags } from './link-tag.store.ts';

const PAGE = { limit: 10, page: 1 };

describe('lists of links use their indexes [sqlite]', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openReadyStore('sqlite');
    const user = { email: 'a', username: 'a', password_hash: '', is_admin: 0, created_at: 0 };
    await database.db.insertInto('users').values(user).execute();
    await addToTally(database.db, 1, 'links', 1);
  });
  afterAll(() => database.close());

  const list = (filters: Partial<StoredFilters>) => (db: Db) =>
    listLinks(db, 1, PAGE, { order: NEWEST_FIRST, ...filters });
  const listAll = (filters: Partial<StoredFilters>) => (db: Db) =>
    listLinks(db, 'everyone', PAGE, { order: NEWEST_FIRST, ...filters });
  const lists: [what: string, index: string, work: (db: Db) => Promise<unknown>][] = [
    ['all links of a user', 'links_by_user', list({})],
    ['the most clicked links', 'links_by_clicks', list({ order: { by: 'clicks', direction: 'desc' } })],
    ['the least clicked links', 'links_by_clicks', list({ order: { by: 'clicks', direction: 'asc' } })],
    ['the links by creation date', 'links_by_created', list({ order: { by: 'created_at', direction: 'desc' } })],
    ['the oldest links', 'links_by_created', list({ order: { by: 'created_at', direction: 'asc' } })],
    [
      'the next links of an export',
      'links_by_user',
      (db) => listLinksBefore(db, 1, { order: NEWEST_FIRST }, { id: 1_000, limit: 10 }),
    ],
    ['links with an interstitial', 'links_by_type', list({ type: 'splash' })],
    ['disabled links', 'links_by_status', list({ status: 'disabled' })],
    ['active links', 'links_by_status', list({ status: 'active' })],
    ['direct links', 'links_by_type', list({ type: 'direct' })],
    ['links with a tag', 'link_tags_by_tag', list({ tag: 'spring' })],
    ['links with an alias', 'links_by_alias', list({ short: { alias: 'spring', domainId: undefined } })],
    ['the link with an alias on a domain', 'links_by_alias', list({ short: { alias: 'spring', domainId: 3 } })],
    ['links with rules, for their parameters', 'links_by_rules', (db) => findParameters(db, 1)],
    ['tags', 'link_tags_by_tag', (db) => listTags(db, 1, PAGE)],
    ['all users’ links on a domain', 'links_by_domain', listAll({ domain: { id: 3 } })],
    [
      'all users’ links with an alias on a domain',
      'links_by_alias',
      listAll({ short: { alias: 'spring', domainId: 3 } }),
    ],
    ['tags with a prefix', 'link_tags_by_tag', (db) => listTags(db, 1, PAGE, 'spr')],
  ];
  test.each(lists)('%s', async (_, index, work) => {
    const plan = await plansOf(database.db, work);
    expect(plan.join('\n')).toContain(index);
    expect(plan.filter((line) => line.startsWith('SCAN') && line !== 'SCAN CONSTANT ROW')).toEqual([]);
  });
});
