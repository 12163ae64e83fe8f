import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { makePng } from '../../test/support/pictures.ts';
import { DESTINATION, publishedNouns, visitAll } from '../../test/support/published-nouns.ts';
import { signIn } from '../../test/support/sign-in.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { insertRemoval, listRemovals } from '../resources/account/user-removal.store.ts';
import { NO_LISTENERS } from './change-listeners.ts';
import { createGiveContent } from './give-content.ts';

const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0' };

const OWNED = [
  ...['bio_pages', 'campaigns', 'channels', 'domains', 'files', 'keys', 'links', 'overlays', 'pixels', 'qr_codes'],
  ...['splash_pages', 'utm_templates'],
];
const WITH_OWNER = [...OWNED, 'channel_items', 'feeds', 'link_qr_codes', 'link_tags', 'sessions', 'shares', 'tallies'];

onEachEngine('deleting a user', (engine) => {
  let site: TestSite;
  let admin: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000', BASE_URL: 'https://sgn.example' });
    admin = await site.addUser('admin@example.com');
  });
  afterAll(() => site.close());

  const remove = (id: number, body: object, key = admin.key) =>
    site.send('DELETE', `/api/user/${id}/delete`, { key, body });

  async function post(key: string, path: string, body: object = {}) {
    const { status, json, text } = await site.send('POST', path, { key, body });
    if (status !== 200) throw new Error(`${path}: ${text}`);
    return json;
  }

  /** Adds a row to every table that has owners; returns the public paths. */
  async function fill(key: string, name: string) {
    const paths: string[] = [];
    for (const noun of publishedNouns) paths.push(...(await noun.add(site, key, `${noun.noun} ${name}`)).paths);
    const host = `${name}.example.com`;
    await post(key, '/api/domain/add', { domain: `https://${host}` });
    const pixel = await post(key, '/api/pixel/add', { type: 'gtmpixel', name, tag: 'GTM-A1B2C3D' });
    const campaign = await post(key, '/api/campaign/add', { name, slug: `c-${name}`, public: true });
    const channel = await post(key, '/api/channel/add', { name });
    await post(key, '/api/utm-template/add', { name, utm_source: 'x' });
    await site.send('POST', '/api/file', { key, body: makePng(2, 2), headers: { 'Content-Type': 'image/png' } });
    const fields = { url: DESTINATION, tags: ['red'], channel: channel.id };
    const link = await post(key, '/api/url/add', { ...fields, campaign: campaign.id, custom: `k-${name}` });
    await post(key, '/api/url/add', { ...fields, custom: 'here', domain: host, pixels: [pixel.id] });
    const code = await post(key, '/api/qr/add', { type: 'link', data: DESTINATION, domain: host, channel: channel.id });
    await post(key, `/api/url/${link.id}/share`);
    await post(key, `/api/campaign/${campaign.id}/share`);
    const body = { foreground: 'rgb(20,40,120)' };
    expect((await site.send('PUT', `/api/url/${link.id}/qr/update`, { key, body })).status).toBe(200);
    const scan = new URL(code.link).pathname.replace('/qr/', '/q/');
    return {
      paths,
      host,
      scan,
      alias: `/k-${name}`,
      rotator: `/r/c-${name}`,
      campaign: campaign.id,
      channel: channel.id,
    };
  }

  async function visit(path: string, host = 'sgn.example'): Promise<number> {
    const send = async () => (await site.send('GET', path, { headers: { Host: host, ...BROWSER } })).status;
    const status = await send();
    // On a busy machine the store may take longer than a visit waits for it.
    return status === 503 ? send() : status;
  }

  async function rowsOf(userId: number): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const table of WITH_OWNER) {
      const query = sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where user_id = ${userId}`;
      const count = Number((await query.execute(site.database.db)).rows[0]?.count);
      if (count > 0) found[table] = count;
    }
    return found;
  }

  /** Every tally must equal the number of rows. */
  async function expectRightTallies(...users: number[]): Promise<void> {
    for (const id of users) {
      const tallies = await site.database.db.selectFrom('tallies').selectAll().where('user_id', '=', id).execute();
      const rows = await rowsOf(id);
      for (const table of OWNED) {
        const tally = tallies.find(({ noun }) => noun === table)?.rows ?? 0;
        expect([id, table, tally]).toEqual([id, table, rows[table] ?? 0]);
      }
    }
  }

  const clicksOf = async (key: string) =>
    (await site.send('GET', '/api/stats', { key, headers: BROWSER })).json.data.clicks;

  test('with their content deletes every row, statistics and files, for visitors at once', async () => {
    guards('take-down');
    const [user, other] = [await site.addUser('all@example.com'), await site.addUser('stays@example.com')];
    const { headers } = await signIn(site, 'all@example.com');
    const content = await fill(user.key, 'gone');
    const kept = await fill(other.key, 'kept');
    const active = publishedNouns.flatMap((noun) => noun.active);
    expect(await visitAll(site, content.paths)).toEqual(active);
    expect([await visit(content.alias), await visit('/here', content.host)]).toEqual([302, 200]);
    expect(await clicksOf(user.key)).toBeGreaterThan(0);
    const files = () => readdirSync(join(site.dataDir, 'files')).length;
    const fileCount = files();

    const { status, json } = await remove(user.id, { content: 'delete' });
    expect([status, json]).toEqual([200, { error: 0, message: 'User has been deleted successfully.', finished: true }]);
    expect(await rowsOf(user.id)).toEqual({});
    expect(files()).toBe(fileCount - 1);
    for (const path of [...content.paths, content.alias, content.rotator])
      expect([path, await visit(path)]).toEqual([path, 404]);
    expect(await visit('/here', content.host)).toBe(404);
    expect((await site.send('GET', '/api/account', { key: user.key })).status).toBe(401);
    expect((await site.send('GET', '/api/account', { headers })).status).toBe(401);
    const noUser = await site.database.db
      .selectFrom('rollups')
      .select('noun')
      .where('noun', '=', 1)
      .where('noun_id', '=', user.id)
      .execute();
    expect(noUser).toEqual([]);
    const orphans = site.database.db.selectFrom('rollups').select('noun_id').where('noun', '=', 2);
    expect(await orphans.where('noun_id', 'not in', (eb) => eb.selectFrom('links').select('id')).execute()).toEqual([]);
    expect(await visitAll(site, kept.paths)).toEqual(active);
    await expectRightTallies(other.id, admin.id);
    // The address is free again.
    expect((await site.addUser('all@example.com')).id).not.toBe(user.id);
  });

  test('with another owner for their content keeps every address and the statistics', async () => {
    const [user, heir] = [await site.addUser('giver@example.com'), await site.addUser('heir@example.com')];
    const content = await fill(user.key, 'given');
    await fill(heir.key, 'own');
    const places: [string, string][] = [
      ...[...content.paths, content.alias, content.rotator].map((path): [string, string] => [path, 'sgn.example']),
      ...['/here', content.scan].map((path): [string, string] => [path, content.host]),
    ];
    const visitPlaces = () => Promise.all(places.map(([path, host]) => visit(path, host)));
    const before = await visitPlaces();
    expect(before).not.toContain(404);
    const clicks = (await clicksOf(user.key)) + (await clicksOf(heir.key));
    const [given, own] = [await rowsOf(user.id), await rowsOf(heir.id)];

    expect((await remove(user.id, { content: 'transfer', to: heir.id })).json.finished).toBe(true);
    expect(await rowsOf(user.id)).toEqual({});
    const after = await rowsOf(heir.id);
    for (const table of WITH_OWNER.filter((name) => !['tallies', 'keys', 'sessions', 'feeds'].includes(name)))
      expect([table, after[table]]).toEqual([table, Number(given[table]) + Number(own[table])]);
    await expectRightTallies(heir.id);
    expect(await clicksOf(heir.key)).toBe(clicks);
    expect(await visitPlaces()).toEqual(before);
    expect(await clicksOf(heir.key)).toBeGreaterThan(clicks);
    const listed = (await site.send('GET', `/api/urls?campaign=${content.campaign}`, { key: heir.key })).json.data;
    expect(listed.result).toBe(1);
    const items = (await site.send('GET', `/api/channel/${content.channel}`, { key: heir.key })).json.data;
    expect(items.result).toBe(3);
    const users = (await site.send('GET', '/api/users', { key: admin.key })).json.data.users;
    expect(users.map(({ email }: { email: string }) => email)).not.toContain('giver@example.com');
  });

  test('that is interrupted after any step keeps counts right, and continues', async () => {
    const [user, heir] = [await site.addUser('cut@example.com'), await site.addUser('cut-heir@example.com')];
    await fill(user.key, 'cut');
    await visit('/k-cut');
    const clicks = await clicksOf(user.key);
    const { db } = site.database;
    const removal = { userId: user.id, heirId: heir.id };
    await insertRemoval(db, removal, site.clock.now);
    const give = createGiveContent({ db, services: site.site.services, listeners: NO_LISTENERS });
    // Ends the work at its first step, then at its second, and so on.
    for (let steps = 0, isDone = false; !isDone; steps += 1) {
      expect(steps).toBeLessThan(50);
      let left = steps;
      const signal = {
        throwIfAborted() {
          left -= 1;
          if (left < 0) throw new Error('killed');
        },
      } as AbortSignal;
      isDone = await give({ from: user.id, to: heir.id }, signal).then(
        () => true,
        () => false,
      );
      await expectRightTallies(user.id, heir.id);
    }
    expect(await listRemovals(db)).toEqual([removal]);
    await site.site.services.userRemovals.run(user.id);
    expect(await listRemovals(db)).toEqual([]);
    expect(await rowsOf(user.id)).toEqual({});
    expect(await clicksOf(heir.key)).toBe(clicks);
  });

  test('is refused for oneself, for missing users, and for a wrong choice, and changes nothing', async () => {
    guards('last-administrator');
    const [user, other] = [await site.addUser('refused@example.com'), await site.addUser('plain@example.com')];
    for (const key of [user.key, other.key]) await post(key, '/api/domain/add', { domain: 'https://both.example.com' });
    const codeOf = async (id: number, body: object) => (await remove(id, body)).json.code;
    expect(await codeOf(admin.id, { content: 'delete' })).toBe('own_account');
    expect(await codeOf(999_999, { content: 'delete' })).toBe('user_not_found');
    expect(await codeOf(user.id, { content: 'transfer', to: other.id })).toBe('domain_of_both');
    for (const body of [
      {},
      { content: 'keep' },
      { content: 'transfer' },
      { content: 'transfer', to: user.id },
      { content: 'transfer', to: 999_999 },
      { content: 'delete', to: other.id },
    ]) {
      const { status, json } = await remove(user.id, body);
      expect([status, json.code]).toEqual([400, 'invalid_input']);
      expect(['content', 'to']).toContain(json.errors[0].field);
    }
    expect((await remove(user.id, { content: 'delete' }, other.key)).json.code).toBe('admin_required');
    expect((await site.send('DELETE', `/api/user/${user.id}/delete`, { body: {} })).status).toBe(401);
    expect((await site.send('GET', '/api/account', { key: user.key })).status).toBe(200);
  });

  test('in progress is shown, cannot be undone, and the new owner cannot be deleted meanwhile', async () => {
    const [user, heir] = [await site.addUser('half@example.com'), await site.addUser('half-heir@example.com')];
    await insertRemoval(site.database.db, { userId: user.id, heirId: heir.id }, site.clock.now);
    const { users } = (await site.send('GET', '/api/users', { key: admin.key })).json.data;
    const stateOf = (id: number) => users.find((one: { id: number }) => one.id === id).deleting;
    expect([stateOf(user.id), stateOf(heir.id)]).toEqual([true, false]);
    const enabled = await site.send('PUT', `/api/user/${user.id}/update`, {
      key: admin.key,
      body: { disabled: false },
    });
    expect(enabled.json.code).toBe('user_being_deleted');
    expect((await remove(heir.id, { content: 'delete' })).json.code).toBe('user_inherits');
    expect((await site.send('GET', '/api/account', { key: heir.key })).status).toBe(200);
    // A second request continues it.
    expect((await remove(user.id, { content: 'transfer', to: heir.id })).json.finished).toBe(true);
  });
});
