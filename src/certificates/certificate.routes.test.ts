import { expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite } from '../../test/support/test-site.ts';

const ENVIRONMENT = {
  ...{ HTTPS: 'auto', BASE_URL: 'https://sgn.example', ACME_EMAIL: 'ops@sgn.example' },
  ACME_DIRECTORY: 'https://127.0.0.1:1/directory',
};
const HOUR_MS = 3_600_000;

async function openSite(engine: 'sqlite' | 'postgres') {
  const site = await openTestSite(engine, ENVIRONMENT);
  const { db } = site.database;
  const admin = await site.addUser();
  const owner = await site.addUser('owner@example.com');
  const { json } = await site.send('POST', '/api/domain/add', {
    key: owner.key,
    body: { domain: 'https://go.example' },
  });
  await db.updateTable('domains').set({ verified_at: 1, verified_by: 'txt' }).where('id', '=', json.id).execute();
  const failed = { failures: 2, problem: 'no address', ordered_at: NOON - HOUR_MS, next_attempt_at: NOON + HOUR_MS };
  const issued = { chain: 'c', sealed_key: 'k', issued_at: NOON - HOUR_MS, expires_at: NOON + HOUR_MS };
  await db
    .insertInto('certificates')
    .values([
      { name: 'go.example', ...failed },
      { name: 'sgn.example', ...issued, failures: 0, next_attempt_at: NOON + 1 },
    ])
    .execute();
  return { ...site, db, admin, owner };
}

onEachEngine('certificates in the API', (engine) => {
  test('administrators see all of them, without keys', async () => {
    const { send, admin, owner, close } = await openSite(engine);
    const { status, json, text } = await send('GET', '/api/certificates', { key: admin.key });
    expect([status, json.https]).toEqual([200, 'auto']);
    expect(json.data).toEqual([
      {
        ...{ domain: 'go.example', state: 'failing', issued: null, expires: null, next: '2026-11-16 13:00:00' },
        ...{ failures: 2, problem: 'no address' },
      },
      {
        ...{ domain: 'sgn.example', state: 'valid', issued: '2026-11-16 11:00:00', expires: '2026-11-16 13:00:00' },
        ...{ next: '2026-11-16 12:00:00', failures: 0, problem: null },
      },
    ]);
    expect(text).not.toContain('sealed');
    expect((await send('GET', '/api/certificates', { key: owner.key })).status).toBe(403);
    expect((await send('GET', '/api/certificates')).status).toBe(401);
    await close();
  });

  test('the owner of a verified domain sees its certificate, and no other', async () => {
    const { send, owner, close } = await openSite(engine);
    const own = await send('GET', '/api/certificate/GO.example', { key: owner.key });
    expect(own.json.data).toMatchObject({ domain: 'go.example', state: 'failing' });
    for (const name of ['sgn.example', 'unknown.example']) {
      expect((await send('GET', `/api/certificate/${name}`, { key: owner.key })).status).toBe(403);
    }
    await close();
  });

  test('a failed order can be repeated by its owner, once in ten minutes; a valid certificate cannot', async () => {
    const { send, db, admin, owner, close } = await openSite(engine);
    const retry = (domain: string, key?: string) =>
      send('POST', '/api/certificate/retry', { body: { domain }, ...(key && { key }) });
    expect((await retry('go.example')).status).toBe(401);
    expect((await retry('sgn.example', owner.key)).status).toBe(403);
    expect((await retry('sgn.example', admin.key)).json).toMatchObject({ code: 'certificate_not_retried' });
    expect((await send('POST', '/api/certificate/retry', { key: admin.key, body: {} })).json.errors[0].field).toBe(
      'domain',
    );
    expect((await retry('go.example', owner.key)).json).toEqual({
      error: 0,
      message: 'Certificate has been requested.',
    });
    const { next_attempt_at } = await db
      .selectFrom('certificates')
      .select('next_attempt_at')
      .where('name', '=', 'go.example')
      .executeTakeFirstOrThrow();
    expect(next_attempt_at).toBe(NOON);
    await db
      .updateTable('certificates')
      .set({ ordered_at: NOON - 60_000 })
      .where('name', '=', 'go.example')
      .execute();
    expect((await retry('go.example', owner.key)).status).toBe(409);
    await close();
  });
});

onEachEngine('without HTTPS=auto', (engine) => {
  test('there are no certificates', async () => {
    const { send, addUser, close } = await openTestSite(engine);
    const { key } = await addUser();
    expect((await send('GET', '/api/certificates', { key })).json).toEqual({ error: 0, https: 'off', data: [] });
    expect((await send('GET', '/api/certificate/go.example', { key })).json.data).toBeNull();
    await close();
  });
});
