import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { onEachEngine } from './engines.ts';
import { openTestSite, type TestSite } from './test-site.ts';
import { runWithoutStore, testWithoutStore } from './without-store.ts';
import { addMember } from './workspace-members.ts';

onEachEngine('cases without a store', (engine) => {
  const declared: string[] = [];
  testWithoutStore(engine)('run on SQLite only', () => {
    declared.push(engine);
  });
  testWithoutStore(engine).each(['a', 'b'])('run once for each value, such as %s', (value) => {
    declared.push(value);
  });
  const rows: [name: string, count: number][] = [
    ['c', 1],
    ['d', 2],
  ];
  testWithoutStore(engine).each(rows)('run once for each row, such as %s', (name, count) => {
    declared.push(name.repeat(count));
  });

  test('are not declared on another engine', () => {
    expect(declared).toEqual(engine === 'sqlite' ? ['sqlite', 'a', 'b', 'c', 'dd'] : []);
  });
});

describe('a case without a store', () => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite('sqlite');
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  /** Why the case failed; undefined if it passed. */
  async function failureOf(work: () => unknown): Promise<string | undefined> {
    try {
      await runWithoutStore(work);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }

  const readLinks = () => site.database.db.selectFrom('links').select('id').execute();

  test('may identify the caller by a key or a session, in any workspace, and record that use', async () => {
    const member = await addMember(site);
    const { id } = (await member.send('POST', '/api/workspace/add', undefined, { name: 'Shared' })).json;
    const statuses: number[] = [];
    const requests = [
      () => site.send('GET', '/api/urls?limit=0', { key }),
      () => member.send('GET', '/api/urls?limit=0'),
      () => member.send('GET', '/api/urls?limit=0', id),
    ];
    for (const hours of [0, 1]) {
      site.clock.now += hours * 3_600_000;
      for (const send of requests) {
        expect(await failureOf(async () => statuses.push((await send()).status))).toBeUndefined();
      }
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 400]);
  });

  test('fails if it reads a table, also when the response is a refusal', async () => {
    expect(await failureOf(() => site.send('GET', '/api/urls', { key }))).toContain(' from links where user_id = ?');
    const body = { url: 'https://example.com/', channel: 99 };
    expect(await failureOf(() => site.send('POST', '/api/url/add', { key, body }))).toContain('from "channels"');
    expect(await failureOf(readLinks)).toContain('select "id" from "links"');
  });

  test('fails if it writes', async () => {
    const body = { url: 'https://example.com/' };
    expect(await failureOf(() => site.send('POST', '/api/url/add', { key, body }))).toContain('begin immediate');
  });

  test('fails for its own reason if it has one', async () => {
    const failure = await failureOf(() => expect(1).toBe(2));
    expect(failure).toContain('toBe');
  });

  test('is not blamed for statements of work that began earlier', async () => {
    let start = () => {};
    const earlier = new Promise<void>((resolve) => {
      start = resolve;
    }).then(readLinks);
    const own = async () => {
      start();
      await earlier;
    };
    expect(await failureOf(own)).toBeUndefined();
  });
});
