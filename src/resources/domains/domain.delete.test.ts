import { afterAll, beforeAll, expect, test } from 'bun:test';
import { sql } from 'kysely';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type Received, type TestSite } from '../../../test/support/test-site.ts';
import { waitUntil } from '../../../test/support/wait.ts';
import { lockNames } from '../../db/lock-names.ts';

const DESTINATION = 'https://example.com/';
// More links than one statement moves.
const MANY = 1_203;

onEachEngine('deleting a domain that has links', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  let other: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    user = await site.addUser();
    other = await site.addUser();
  });
  afterAll(() => site.close());

  async function addDomain(name: string): Promise<number> {
    const body = { domain: `https://${name}` };
    return (await site.send('POST', '/api/domain/add', { key: user.key, body })).json.id;
  }

  async function addLink(custom: string, domain?: string, key = user.key): Promise<number> {
    const body = { url: DESTINATION + custom, custom, ...(domain && { domain }) };
    const { status, json } = await site.send('POST', '/api/url/add', { key, body });
    expect(status).toBe(200);
    return json.id;
  }

  async function rowOf(id: number) {
    const { db } = site.database;
    const { id: _, ...row } = await db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return row;
  }

  function remove(id: number, query = ''): Promise<Received> {
    return site.send('DELETE', `/api/domain/${id}/delete${query}`, { key: user.key });
  }

  async function visit(host: string, path: string): Promise<string> {
    const { status, headers } = await site.send('GET', path, { headers: { Host: host } });
    return `${status} ${headers.get('Location')}`;
  }

  test('is refused, and no link moves', async () => {
    const id = await addDomain('kept.example');
    await addLink('stays', 'kept.example');
    for (const query of ['', '?force=0']) {
      const { status, json } = await remove(id, query);
      expect([status, json.code]).toEqual([409, 'domain_has_links']);
    }
    expect(await visit('kept.example', '/stays')).toBe(`302 ${DESTINATION}stays`);
    expect(await visit('sgn.example', '/stays')).toBe('404 null');
  });

  test('a link whose alias is the slug of a bio page is renamed, and the page stays', async () => {
    const id = await addDomain('named.example');
    await addLink('mara', 'named.example');
    await site.send('POST', '/api/bio/add', { key: other.key, body: { name: 'Mara', slug: 'mara' } });
    const { json } = await remove(id, '?force=1');
    expect(json).toMatchObject({ moved: 1, renamed: [{ from: 'mara' }] });
    expect(await visit('sgn.example', '/mara')).toBe('200 null');
    expect(await visit('sgn.example', `/${json.renamed[0].to}`)).toBe(`302 ${DESTINATION}mara`);
  });

  test('succeeds once its links are deleted', async () => {
    const id = await addDomain('emptied.example');
    const link = await addLink('only', 'emptied.example');
    await site.send('DELETE', `/api/url/${link}/delete`, { key: user.key });
    expect((await remove(id)).json).toMatchObject({ error: 0, moved: 0 });
  });

  test('with force moves links, and renames those whose alias is taken', async () => {
    const id = await addDomain('forced.example');
    const free = await addLink('free', 'forced.example');
    const mine = await addLink('mine', 'forced.example');
    const theirs = await addLink('theirs', 'forced.example');
    await addLink('mine');
    await addLink('theirs', undefined, other.key);
    // Fills the cache: a miss on the main host, a hit on the domain.
    for (const alias of ['free', 'mine', 'theirs']) await visit('forced.example', `/${alias}`);
    expect(await visit('sgn.example', '/free')).toBe('404 null');

    const { status, json } = await remove(id, '?force=1');
    expect(status).toBe(200);
    expect(json).toEqual({
      error: 0,
      message: 'Domain has been deleted successfully.',
      moved: 3,
      renamed: [
        { id: mine, from: 'mine', to: expect.stringMatching(/^\w{7}$/) },
        { id: theirs, from: 'theirs', to: expect.stringMatching(/^\w{7}$/) },
      ],
    });
    const [first, second] = json.renamed.map(({ to }: { to: string }) => to);
    expect(await visit('sgn.example', '/free')).toBe(`302 ${DESTINATION}free`);
    expect(await visit('sgn.example', `/${first}`)).toBe(`302 ${DESTINATION}mine`);
    expect(await visit('sgn.example', `/${second}`)).toBe(`302 ${DESTINATION}theirs`);
    expect(await visit('sgn.example', '/mine')).toBe(`302 ${DESTINATION}mine`);
    for (const alias of ['free', 'mine', 'theirs']) expect(await visit('forced.example', `/${alias}`)).toBe('404 null');
    const { details } = (await site.send('GET', `/api/url/${free}`, { key: user.key })).json;
    expect(details).toMatchObject({ shorturl: 'https://sgn.example/free', domain: '', alias: 'free' });
    expect((await site.send('GET', `/api/url/${first}`, { key: user.key })).status).toBe(404);
  });

  test('with force moves very many links in one request, and counts them', async () => {
    const id = await addDomain('many.example');
    const row = await rowOf(await addLink('many-0', 'many.example'));
    const rows = Array.from({ length: MANY - 1 }, (_, index) => ({ ...row, alias: `many-${index + 1}` }));
    for (let from = 0; from < rows.length; from += 500)
      await site.database.db
        .insertInto('links')
        .values(rows.slice(from, from + 500))
        .execute();
    await site.database.db.updateTable('domains').set({ link_count: MANY }).where('id', '=', id).execute();
    await addLink('many-7');
    await addLink(`many-${MANY - 1}`);
    const { json } = await remove(id, '?force=1');
    expect(json.moved).toBe(MANY);
    expect(json.renamed.map(({ from }: { from: string }) => from)).toEqual(['many-7', `many-${MANY - 1}`]);
    const left = await site.database.db.selectFrom('links').select('id').where('domain_id', '=', id).execute();
    expect(left).toEqual([]);
    expect(await visit('sgn.example', '/many-600')).toBe(`302 ${DESTINATION}many-0`);
  });

  /** Resolves once a query of this store waits for another; on SQLite a writer waits before its first query. */
  async function untilSomebodyWaits(): Promise<void> {
    if (engine === 'sqlite') return;
    const isWaiting = async () => {
      const { rows } = await sql`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(site.database.db);
      return rows.length > 0;
    };
    await waitUntil('a query waits for another', isWaiting, { everyMs: 2 });
  }

  test('waits for a link that is being created, and moves it too', async () => {
    const id = await addDomain('held.example');
    const row = await rowOf(await addLink('held-1', 'held.example'));
    let removed: Promise<Received> | undefined;
    await site.database.db.transaction().execute(async (tx) => {
      await site.site.services.domains.countMove(tx, user.id, 0, id);
      removed = remove(id, '?force=1');
      await untilSomebodyWaits();
      await tx
        .insertInto('links')
        .values({ ...row, alias: 'held-2' })
        .execute();
    });
    expect((await removed)?.json.moved).toBe(2);
    expect(await visit('sgn.example', '/held-2')).toBe(`302 ${DESTINATION}held-1`);
  });

  test('waits for a bio page that is being created, and keeps its slug', async () => {
    const { db } = site.database;
    const id = await addDomain('waiting.example');
    await addLink('wanted', 'waiting.example');
    await site.send('POST', '/api/bio/add', { key: other.key, body: { name: 'Model', slug: 'model' } });
    const pages = db.selectFrom('bio_pages').selectAll().where('slug', '=', 'model');
    const { id: _, ...page } = await pages.executeTakeFirstOrThrow();
    let removed: Promise<Received> | undefined;
    await db.transaction().execute(async (tx) => {
      await lockNames(tx, ['wanted'], 'alone');
      removed = remove(id, '?force=1');
      await untilSomebodyWaits();
      await tx
        .insertInto('bio_pages')
        .values({ ...page, slug: 'wanted' })
        .execute();
    });
    expect((await removed)?.json).toMatchObject({ moved: 1, renamed: [{ from: 'wanted' }] });
  });

  test('leaves no orphaned link that is created, changed or deleted at the same time', async () => {
    const id = await addDomain('racing.example');
    const kept = await addLink('racer', 'racing.example');
    const gone = await addLink('goner', 'racing.example');
    const make = (index: number) =>
      site.send('POST', '/api/url/add', {
        key: user.key,
        body: { url: DESTINATION, custom: `race-${index}`, domain: 'racing.example' },
      });
    const early = Array.from({ length: 10 }, (_, index) => make(index));
    const changed = [kept, gone, kept].map((link, index) =>
      link === gone
        ? site.send('DELETE', `/api/url/${gone}/delete`, { key: user.key })
        : site.send('PUT', `/api/url/${kept}/update`, {
            key: user.key,
            body: { url: `${DESTINATION}changed${index}` },
          }),
    );
    const removed = remove(id, '?force=1');
    const late = Array.from({ length: 10 }, (_, index) => make(100 + index));
    const made = (await Promise.all([...early, ...late])).filter(({ status }) => status === 200).length;
    const isGoneMoved = (await removed).json.moved === made + 2;
    expect((await removed).json.moved).toBe(made + (isGoneMoved ? 2 : 1));
    expect((await Promise.all(changed)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await visit('sgn.example', '/racer')).toStartWith(`302 ${DESTINATION}changed`);
    expect(await visit('sgn.example', '/goner')).toBe('404 null');
    const left = await site.database.db.selectFrom('links').select('id').where('domain_id', '=', id).execute();
    expect(left).toEqual([]);
  });
});
