import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test';
import { personalWorkspace } from '../../src/core/principal.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { type ListeningSite, listen, sendHeadOnly } from '../support/pending-request.ts';
import { signIn } from '../support/sign-in.ts';
import { NOON, openTestSite, type Received, type TestSite } from '../support/test-site.ts';
import { waitUntil } from '../support/wait.ts';

onEachEngine('permissions that end during a request', (engine) => {
  let site: TestSite;
  let server: ListeningSite;
  let userCount = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    server = listen(site);
  });
  afterAll(async () => {
    await server.stop();
    await site.close();
  });

  async function addUser() {
    userCount += 1;
    const email = `pending${userCount}@example.com`;
    return { email, ...(await site.addUser(email)) };
  }

  const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
  const newLink = (alias: string) => JSON.stringify({ url: 'https://example.com/', custom: alias });
  const deleteKeys = (userId: number) => site.database.db.deleteFrom('keys').where('user_id', '=', userId).execute();
  const setFlags = (id: number, flags: { is_admin?: number; is_disabled?: number }) =>
    site.database.db.updateTable('users').set(flags).where('id', '=', id).execute();

  async function countLinks(userId: number): Promise<number> {
    const { count } = await site.database.db
      .selectFrom('links')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  const addLink = (headers: Record<string, string>, body = newLink(`pending${userCount}`)) =>
    sendHeadOnly(server, { method: 'POST', path: '/api/url/add', headers, body });

  test('a request whose key is still valid when its body arrives succeeds', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    const pending = await addLink(bearer(key));
    expect((await pending.finish()).status).toBe(200);
    expect(await countLinks(id)).toBe(1);
  });

  test('a key that is revoked before the body arrives → 401, nothing stored, for every kind of body', async () => {
    guards('permission-after-body', 'authentication');
    const { id, key } = await addUser();
    const [good, malformed] = [await addLink(bearer(key)), await addLink(bearer(key), '{"url": ')];
    await deleteKeys(id);
    expect((await good.finish()).status).toBe(401);
    expect((await malformed.finish()).status).toBe(401);
    expect(await countLinks(id)).toBe(0);
  });

  test('a key that expires before the body arrives → 401, nothing stored', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    await site.database.db
      .updateTable('keys')
      .set({ expires_at: NOON + 1000 })
      .where('user_id', '=', id)
      .execute();
    const pending = await addLink(bearer(key));
    site.clock.now = NOON + 1000;
    expect((await pending.finish()).status).toBe(401);
    site.clock.now = NOON;
    expect(await countLinks(id)).toBe(0);
  });

  test('a session that ends before the body arrives → 401, nothing stored', async () => {
    guards('permission-after-body');
    const { id, email } = await addUser();
    const { headers } = await signIn(site, email);
    const own = { ...headers, Host: 'localhost:3000' };
    const pending = await addLink(own);
    await site.database.db.deleteFrom('sessions').where('user_id', '=', id).execute();
    expect((await pending.finish()).status).toBe(401);
    expect(await countLinks(id)).toBe(0);
  });

  test('a user who is disabled before the body arrives → 401, nothing stored', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    const pending = await addLink(bearer(key));
    await setFlags(id, { is_disabled: 1 });
    expect((await pending.finish()).status).toBe(401);
    expect(await countLinks(id)).toBe(0);
  });

  test('an administrator who is demoted before the body arrives → 403, nothing changed', async () => {
    guards('permission-after-body');
    const [admin, other] = [await addUser(), await addUser()];
    await setFlags(admin.id, { is_admin: 1 });
    const sendHead = (method: string, path: string, body: object) =>
      sendHeadOnly(server, { method, path, headers: bearer(admin.key), body: JSON.stringify(body) });
    const promote = await sendHead('PUT', `/api/user/${other.id}/update`, { admin: true });
    const add = await sendHead('POST', '/api/user/add', { email: `added${userCount}@example.com` });
    await setFlags(admin.id, { is_admin: 0 });
    for (const pending of [promote, add]) expect((await pending.finish()).status).toBe(403);
    const users = await site.database.db.selectFrom('users').select(['email', 'is_admin']).execute();
    expect(users.find(({ email }) => email === other.email)?.is_admin).toBe(0);
    expect(users.some(({ email }) => email.startsWith('added'))).toBe(false);
  });

  const rows = Array.from({ length: 1000 }, (_, row) => `https://example.com/${row}`);
  const csv = ['url', ...rows].join('\n');
  const importAs = (key: string) =>
    sendHeadOnly(server, {
      method: 'POST',
      path: '/api/urls/import',
      headers: { ...bearer(key), 'Content-Type': 'text/csv' },
      body: csv,
    });

  test('an import whose key is revoked before the file arrives stores nothing', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    const pending = await importAs(key);
    await deleteKeys(id);
    expect((await pending.finish()).status).toBe(401);
    expect(await countLinks(id)).toBe(0);
  });

  async function someAreStored(userId: number): Promise<void> {
    await waitUntil('some links are stored', async () => (await countLinks(userId)) > 0, { everyMs: 1 });
  }

  test('an import stops when its key is revoked; stored rows stay', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    const answer = (await importAs(key)).finish();
    await someAreStored(id);
    await deleteKeys(id);
    expect((await answer).status).toBe(401);
    const stored = await countLinks(id);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(1000);
  });

  test('an import stops when its user is disabled', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    const answer = (await importAs(key)).finish();
    await someAreStored(id);
    await setFlags(id, { is_disabled: 1 });
    expect((await answer).status).toBe(401);
    expect(await countLinks(id)).toBeLessThan(1000);
  });

  test('an import stops when its client disconnects; stored rows stay', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    const pending = await importAs(key);
    void pending.finish();
    await someAreStored(id);
    pending.socket.destroy();
    await server.idle();
    const stored = await countLinks(id);
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(1000);
  });

  test('administrators who demote or disable each other at the same moment leave at least one', async () => {
    guards('last-administrator');
    for (const body of [{ admin: false }, { disabled: true }]) {
      for (let round = 0; round < 5; round += 1) {
        const admins = [await addUser(), await addUser(), await addUser()];
        await site.database.db.updateTable('users').set({ is_admin: 0 }).execute();
        for (const { id } of admins) await setFlags(id, { is_admin: 1 });
        // Each administrator acts against the next one.
        const answers = await Promise.all(
          admins.map(({ key }, index) =>
            site.send('PUT', `/api/user/${admins[(index + 1) % admins.length]?.id}/update`, { key, body }),
          ),
        );
        for (const { status } of answers) expect([200, 401, 403]).toContain(status);
        const left = await site.database.db
          .selectFrom('users')
          .select('id')
          .where('is_admin', '=', 1)
          .where('is_disabled', '=', 0)
          .execute();
        expect(left.length).toBeGreaterThan(0);
      }
    }
  });

  test('an administrator who is demoted while a password is hashed adds no user and creates no reset link', async () => {
    guards('last-administrator', 'permission-after-body');
    const [admin, other] = [await addUser(), await addUser()];
    const { users } = site.site.services;
    // The call that the routes make, after the last check of the caller.
    const caller = {
      userId: admin.id,
      ...personalWorkspace(admin.id),
      keyId: 0,
      isAdmin: true,
      name: 'test',
      managesAccount: true,
      scopes: null,
      addresses: null,
      rateLimit: null,
      expiresAt: null,
    };
    const { id: keyId } = await site.database.db
      .selectFrom('keys')
      .select('id')
      .where('user_id', '=', admin.id)
      .executeTakeFirstOrThrow();
    await setFlags(admin.id, { is_admin: 0 });
    const email = `late${userCount}@example.com`;
    for (const attempt of [
      () => users.add({ ...caller, keyId }, { email }),
      () => users.makeLink({ ...caller, keyId }, other.id),
      () => users.update({ ...caller, keyId }, other.id, { admin: true }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: 'admin_required' });
    expect(await site.site.services.accounts.findByEmail(email)).toBeUndefined();
    expect(await site.database.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
  });

  /** Runs the work while the passwords of links are being hashed; the hashes complete after the work. */
  async function whileHashing(work: () => Promise<unknown>, requests: () => Promise<Received>[]): Promise<Received[]> {
    const { hash } = Bun.password;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const spy = spyOn(Bun.password, 'hash').mockImplementation(async (...given) => {
      reach();
      await released;
      return hash.apply(Bun.password, given);
    });
    try {
      const sent = requests();
      await reached;
      await work();
      release();
      return await Promise.all(sent);
    } finally {
      release();
      spy.mockRestore();
    }
  }

  test('a key that is revoked while the password of a link is hashed stores and changes nothing', async () => {
    guards('permission-after-body');
    const { id, key } = await addUser();
    const url = 'https://example.com/';
    const first = await site.send('POST', '/api/url/add', { key, body: { url } });
    const answers = await whileHashing(
      () => deleteKeys(id),
      () => [
        site.send('POST', '/api/url/add', { key, body: { url, password: 'open sesame' } }),
        site.send('PUT', `/api/url/${first.json.id}/update`, { key, body: { url, password: 'open sesame' } }),
      ],
    );
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [401, 'key_required'],
      [401, 'key_required'],
    ]);
    const links = await site.database.db
      .selectFrom('links')
      .select('password_hash')
      .where('user_id', '=', id)
      .execute();
    expect(links).toEqual([{ password_hash: null }]);
  });

  test('a user who is disabled with all content while a password is hashed publishes nothing more', async () => {
    guards('permission-after-body', 'take-down');
    const [admin, { id, key }] = [await addUser(), await addUser()];
    await setFlags(admin.id, { is_admin: 1 });
    const answers = await whileHashing(
      async () => {
        const body = { disabled: true, content: 'disable' };
        expect((await site.send('PUT', `/api/user/${id}/update`, { key: admin.key, body })).status).toBe(200);
      },
      () =>
        Array.from({ length: 5 }, () =>
          site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/', password: 'open sesame' } }),
        ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(401));
    expect(await countLinks(id)).toBe(0);
  });
});
