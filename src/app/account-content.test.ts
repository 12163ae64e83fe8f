import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { DESTINATION, type Published, publishedNouns, visitAll } from '../../test/support/published-nouns.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

onEachEngine('the content of a disabled user', (engine) => {
  let site: TestSite;
  let admin: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    admin = await site.addUser('admin@example.com');
  });
  afterAll(() => site.close());

  const update = (id: number, body: object) => site.send('PUT', `/api/user/${id}/update`, { key: admin.key, body });
  const disable = (id: number) => update(id, { disabled: true, content: 'disable' });
  const enable = (id: number) => update(id, { disabled: false, content: 'enable' });

  async function publishAll(key: string): Promise<Published[]> {
    const all: Published[] = [];
    for (const noun of publishedNouns) all.push(await noun.add(site, key, noun.noun));
    return all;
  }

  async function publishLink(key: string): Promise<Published> {
    return (await publishedNouns[0]?.add(site, key, 'a link')) ?? { id: 0, paths: [] };
  }

  test('is disabled with the account for all following visitors, and enabled with it', async () => {
    guards('take-down');
    const user = await site.addUser('published@example.com');
    const bystander = await site.addUser('bystander@example.com');
    const [things, others] = [await publishAll(user.key), await publishAll(bystander.key)];
    const statusesOf = async (all: Published[]) => Promise.all(all.map(({ paths }) => visitAll(site, paths)));
    const active = publishedNouns.map((noun) => noun.active);
    expect(await statusesOf(things)).toEqual(active);
    expect((await disable(user.id)).status).toBe(200);
    // The links of the overlay and of the splash page are disabled too.
    const gone = active.map((statuses) => statuses.map(() => 410));
    expect(await statusesOf(things)).toEqual(gone);
    expect(await statusesOf(others)).toEqual(active);
    expect((await disable(user.id)).status).toBe(200);
    expect(await statusesOf(things)).toEqual(gone);
    expect((await enable(user.id)).status).toBe(200);
    expect(await statusesOf(things)).toEqual(active);
  });

  test('that was disabled before, by its owner or by an administrator, stays disabled', async () => {
    guards('take-down');
    const user = await site.addUser('before@example.com');
    const [own, taken, plain] = [await publishLink(user.key), await publishLink(user.key), await publishLink(user.key)];
    await site.send('PUT', `/api/url/${own.id}/update`, { key: user.key, body: { status: 'disabled' } });
    await site.send('PUT', `/api/url/${taken.id}/update`, { key: admin.key, body: { status: 'disabled' } });
    await disable(user.id);
    await enable(user.id);
    expect(await visitAll(site, [...own.paths, ...taken.paths, ...plain.paths])).toEqual([410, 410, 302]);
  });

  test('stays disabled if only the account is enabled, and its owner cannot enable it', async () => {
    guards('take-down');
    const user = await site.addUser('alone@example.com');
    const { id, paths } = await publishLink(user.key);
    await disable(user.id);
    await update(user.id, { disabled: false });
    const { status, json } = await site.send('PUT', `/api/url/${id}/update`, {
      key: user.key,
      body: { status: 'active' },
    });
    expect({ status, code: json.code }).toEqual({ status: 403, code: 'disabled_by_administrator' });
    const { details } = (await site.send('GET', `/api/url/${id}`, { key: user.key })).json;
    expect(details.disabled_by).toBe('account');
    expect(await visitAll(site, paths)).toEqual([410]);
    expect((await enable(user.id)).status).toBe(200);
    expect(await visitAll(site, paths)).toEqual([302]);
  });

  test('stays active if the request does not mention it', async () => {
    const user = await site.addUser('stays@example.com');
    const { paths } = await publishLink(user.key);
    await update(user.id, { disabled: true });
    expect(await visitAll(site, paths)).toEqual([302]);
  });

  test('is disabled and enabled completely if it needs several batches; a rotator picks none of it', async () => {
    guards('take-down');
    const user = await site.addUser('many@example.com');
    const body = { name: 'Spin', slug: 'spin', public: true };
    const campaign = (await site.send('POST', '/api/campaign/add', { key: user.key, body })).json.id;
    const add = (fields: object) =>
      site.send('POST', '/api/url/add', { key: user.key, body: { url: DESTINATION, ...fields } });
    const { db } = site.database;
    const first = (await add({ custom: 'many-0' })).json.id;
    const { id: _, ...row } = await db
      .selectFrom('links')
      .selectAll()
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 999 }, (_, index) => ({ ...row, alias: `many-${index + 1}` }));
    for (let at = 0; at < copies.length; at += 111)
      await db
        .insertInto('links')
        .values(copies.slice(at, at + 111))
        .execute();
    expect((await add({ custom: 'many-1000', campaign })).status).toBe(200);
    const count = async (status: string) =>
      (await site.send('GET', `/api/urls?all=1&q=many-&status=${status}`, { key: admin.key })).json.data.result;
    expect(await visitAll(site, ['/r/spin'])).toEqual([302]);
    await disable(user.id);
    expect([await count('active'), await count('disabled')]).toEqual([0, 1_001]);
    expect((await visitAll(site, ['/r/spin', '/many-0', '/many-1000'])).slice(1)).toEqual([410, 410]);
    expect(await visitAll(site, ['/r/spin'])).not.toEqual([302]);
    await enable(user.id);
    expect([await count('active'), await count('disabled')]).toEqual([1_001, 0]);
    expect(await visitAll(site, ['/r/spin', '/many-0'])).toEqual([302, 302]);
  });

  for (const body of [
    { content: 'disable' },
    { disabled: false, content: 'disable' },
    { disabled: true, content: 'enable' },
    { disabled: true, content: 'delete' },
    { disabled: true, content: null },
    { admin: false, content: 'enable' },
  ]) {
    test(`${JSON.stringify(body)} is refused and changes nothing`, async () => {
      guards('take-down');
      const user = await site.addUser();
      const { paths } = await publishLink(user.key);
      const { status, json } = await update(user.id, body);
      expect(status).toBe(400);
      expect(json.errors.map(({ field }: { field: string }) => field)).toContain('content');
      expect((await site.send('GET', '/api/account', { key: user.key })).status).toBe(200);
      expect(await visitAll(site, paths)).toEqual([302]);
    });
  }

  test('can be disabled only by an administrator', async () => {
    guards('take-down');
    const [user, other] = [await site.addUser(), await site.addUser()];
    const { status } = await site.send('PUT', `/api/user/${user.id}/update`, {
      key: other.key,
      body: { disabled: true, content: 'disable' },
    });
    expect(status).toBe(403);
    const own = await update(admin.id, { disabled: true, content: 'disable' });
    expect({ status: own.status, code: own.json.code }).toEqual({ status: 409, code: 'own_account' });
    expect((await disable(999_999)).status).toBe(404);
  });
});
