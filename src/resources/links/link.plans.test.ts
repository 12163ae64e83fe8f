import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { newConfig } from '../../../test/support/engines.ts';
import { plansOf } from '../../../test/support/query-plans.ts';
import type { Database, Db } from '../../db/db.ts';
import { openStore } from '../../db/open.ts';
import { addToTally } from '../../db/tally.ts';
import { listLinks, type StoredFilters } from './link-list.store.ts';
import { findParameters } from './link-read.store.ts';
import { listTags } from './link-tag.store.ts';

const PAGE = { limit: 10, page: 1 };

describe('lists of links read no more than they show [sqlite]', () => {
  let database: Database;

  beforeAll(async () => {
    ({ database } = await openStore(await newConfig('sqlite'), 0));
    const user = { email: 'a', username: 'a', password_hash: '', is_admin: 0, created_at: 0 };
    await database.db.insertInto('users').values(user).execute();
    await addToTally(database.db, 1, 'links', 1);
  });
  afterAll(() => database.close());

  const list = (filters: Partial<StoredFilters>) => (db: Db) =>
    listLinks(db, 1, PAGE, { isByClicks: false, ...filters });
  const listAll = (filters: Partial<StoredFilters>) => (db: Db) =>
    listLinks(db, 'everyone', PAGE, { isByClicks: false, ...filters });
  const lists: [what: string, index: string, work: (db: Db) => Promise<unknown>][] = [
    ['all of them', 'links_by_user', list({})],
    ['the most clicked', 'links_by_clicks', list({ isByClicks: true })],
    ['those with a page between', 'links_by_type', list({ type: 'splash' })],
    ['those that are off', 'links_by_status', list({ status: 'disabled' })],
    ['those that are on', 'links_by_status', list({ status: 'active' })],
    ['the direct ones', 'links_by_type', list({ type: 'direct' })],
    ['those with a tag', 'link_tags_by_tag', list({ tag: 'spring' })],
    ['those with an alias', 'links_by_alias', list({ short: { alias: 'spring', domainId: undefined } })],
    ['the one with an alias on a domain', 'links_by_alias', list({ short: { alias: 'spring', domainId: 3 } })],
    ['those with rules, for their parameters', 'links_by_rules', (db) => findParameters(db, 1)],
    ['the tags', 'link_tags_by_tag', (db) => listTags(db, 1, PAGE)],
    ['all users’ links on a domain', 'links_by_domain', listAll({ domain: { id: 3 } })],
    [
      'all users’ links with an alias on a domain',
      'links_by_alias',
      listAll({ short: { alias: 'spring', domainId: 3 } }),
    ],
    ['tags that begin so', 'link_tags_by_tag', (db) => listTags(db, 1, PAGE, 'spr')],
  ];
  test.each(lists)('%s', async (_, index, work) => {
    const plan = await plansOf(database.db, work);
    expect(plan.join('\n')).toContain(index);
    expect(plan.filter((line) => line.startsWith('SCAN') && line !== 'SCAN CONSTANT ROW')).toEqual([]);
  });
});
