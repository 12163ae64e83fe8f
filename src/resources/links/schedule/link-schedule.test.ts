import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../../../test/support/test-site.ts';
import { waitUntil } from '../../../../test/support/wait.ts';
import { formatDateTime } from '../../../lib/date-time.ts';

const MINUTE = 60_000;

onEachEngine('scheduled changes of links', (engine) => {
  let site: TestSite;
  let key: string;
  let id: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  beforeEach(async () => {
    site.clock.now = NOON;
    key = (await site.addUser()).key;
    id = await addLink({ url: 'https://old.example/' });
  });

  async function send(method: string, path: string, body?: object, by = key) {
    return site.send(method, path, { key: by, ...(body && { body }) });
  }

  async function addLink(body: object): Promise<number> {
    return (await send('POST', '/api/url/add', body)).json.id;
  }

  function schedule(change: unknown, at = formatDateTime(NOON + MINUTE)) {
    return send('POST', `/api/url/${id}/schedule`, { at, change });
  }

  async function list() {
    return (await send('GET', `/api/url/${id}/schedule`)).json.data.schedule;
  }

  async function details() {
    return (await send('GET', `/api/url/${id}`)).json.details;
  }

  async function pass(ms = MINUTE): Promise<void> {
    site.clock.now += ms;
    await site.site.services.links.applyDueChanges();
  }

  test('a change is listed until its time, and is then applied once to what the link is by then', async () => {
    const { status, json } = await schedule({ description: 'new', expiry: '2030-01-01 00:00:00', tags: ['late'] });
    expect([status, json]).toEqual([200, { error: 0, id: expect.any(Number) }]);
    expect(await list()).toEqual([
      {
        ...{ id: json.id, at: formatDateTime(NOON + MINUTE), status: 'pending', failure: null },
        ...{ change: { description: 'new', expiry: '2030-01-01 00:00:00', tags: ['late'] } },
        date: formatDateTime(NOON),
      },
    ]);
    await send('PUT', `/api/url/${id}/update`, { url: 'https://other.example/' });
    await pass(MINUTE - 1);
    expect((await details()).description).toBe('');
    await pass(1);
    const after = { description: 'new', expiry: '2030-01-01 00:00:00', longurl: 'https://other.example/' };
    expect(await details()).toMatchObject({ ...after, tags: ['late'] });
    expect(await list()).toEqual([]);
    await send('PUT', `/api/url/${id}/update`, { url: 'https://other.example/', description: 'mine' });
    await pass();
    expect((await details()).description).toBe('mine');
  });

  test('of several processes one applies a change, and changes of one link come in the order of their times', async () => {
    await schedule({ url: 'https://second.example/' }, formatDateTime(NOON + 2 * MINUTE));
    await schedule({ url: 'https://first.example/' });
    site.clock.now += 2 * MINUTE;
    const { links } = site.site.services;
    await Promise.all([links.applyDueChanges(), links.applyDueChanges(), links.applyDueChanges()]);
    expect((await details()).longurl).toBe('https://second.example/');
    expect(await list()).toEqual([]);
  });

  test('the server itself applies a change when it is due', async () => {
    await schedule({ status: 'disabled' }, formatDateTime(NOON));
    const isDisabled = async () => (await details()).status === 'disabled';
    await waitUntil('the link is disabled', isDisabled, { everyMs: 5 });
    expect(await list()).toEqual([]);
  });

  test('a canceled change is not applied', async () => {
    const { json } = await schedule({ url: 'https://new.example/' });
    const path = `/api/url/${id}/schedule/${json.id}/delete`;
    expect((await send('DELETE', path)).json.message).toBe('Scheduled change has been deleted successfully.');
    expect((await send('DELETE', path)).status).toBe(404);
    await pass();
    expect((await details()).longurl).toBe('https://old.example/');
  });

  test('a change that no longer fits fails, stays listed with the reason, and changes nothing', async () => {
    await schedule({ custom: `taken${id}`, url: 'https://new.example/' });
    const campaign = (await send('POST', '/api/campaign/add', { name: 'one' })).json.id;
    await schedule({ campaign, description: 'new' });
    await addLink({ url: 'https://a.example/', custom: `taken${id}` });
    await send('DELETE', `/api/campaign/${campaign}/delete`);
    await pass();
    await pass();
    const [taken, gone] = await list();
    expect(taken).toMatchObject({ status: 'failed', failure: { code: 'alias_taken' } });
    expect(gone).toMatchObject({ status: 'failed', failure: { code: 'invalid_input' } });
    expect(gone.failure.message).toContain('campaign');
    expect(await details()).toMatchObject({ longurl: 'https://old.example/', description: '' });
    expect((await send('DELETE', `/api/url/${id}/schedule/${taken.id}/delete`)).status).toBe(200);
    expect(await list()).toHaveLength(1);
  });

  test('a password is stored as a hash, is never shown, and is set or removed when the change is applied', async () => {
    await schedule({ password: 'open sesame' });
    expect((await list())[0].change).toEqual({ password: 'changed' });
    const rows = await site.database.db.selectFrom('scheduled_changes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('sesame');
    await pass();
    const { alias } = await details();
    const unlock = (password: string) =>
      site.send('POST', `/${alias}`, {
        body: `password=${encodeURIComponent(password)}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    expect((await site.send('GET', `/${alias}`)).status).toBe(200);
    expect((await unlock('open sesame')).status).toBe(303);
    await schedule({ password: null }, formatDateTime(site.clock.now + MINUTE));
    await pass();
    expect((await site.send('GET', `/${alias}`)).status).toBe(302);
  });

  test('bad input is refused with the name of the field, and stores nothing', async () => {
    const fieldsOf = async (sent: Promise<{ status: number; json: { errors?: { field: string }[] } }>) => {
      const { status, json } = await sent;
      return [status, json.errors?.map(({ field }) => field)];
    };
    expect(await fieldsOf(schedule({ url: 'nonsense' }))).toEqual([400, ['change.url']]);
    expect(await fieldsOf(schedule({ urls: 'https://a.example/' }))).toEqual([400, ['change.urls']]);
    expect(await fieldsOf(schedule({ pixels: [987] }))).toEqual([400, ['change.pixels']]);
    expect(await fieldsOf(schedule({ custom: 'api' }))).toEqual([400, ['change.custom']]);
    expect(await fieldsOf(schedule({}))).toEqual([400, ['change']]);
    expect(await fieldsOf(schedule('nonsense'))).toEqual([400, ['change']]);
    expect(await fieldsOf(schedule({ title: 'x' }, 'tomorrow'))).toEqual([400, ['at', 'change.title']]);
    expect(await fieldsOf(schedule({ status: 'disabled' }, '2020-01-01 00:00:00'))).toEqual([400, ['at']]);
    expect(await fieldsOf(send('POST', `/api/url/${id}/schedule`, {}))).toEqual([400, ['at', 'change']]);
    expect(await list()).toEqual([]);
  });

  test('only the owner sees, schedules and cancels; without a key nobody does', async () => {
    const { json } = await schedule({ url: 'https://new.example/' });
    const { key: other } = await site.addUser();
    const body = { at: formatDateTime(NOON + MINUTE), change: { status: 'disabled' } };
    const path = `/api/url/${id}/schedule`;
    for (const [method, address, sent] of [
      ['GET', path, undefined],
      ['POST', path, body],
      ['DELETE', `${path}/${json.id}/delete`, undefined],
    ] as const) {
      expect((await send(method, address, sent, other)).status).toBe(404);
      expect((await site.send(method, address, { ...(sent && { body: sent }) })).status).toBe(401);
    }
    const otherLink = await addLink({ url: 'https://a.example/' });
    expect((await send('DELETE', `/api/url/${otherLink}/schedule/${json.id}/delete`)).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  test('a deleted link has no scheduled changes, and a link has at most a hundred', async () => {
    const row = { link_id: id, author_id: null, due_at: NOON + 1, change: '{"description":"x"}', created_at: NOON };
    const rows = Array.from({ length: 100 }, () => ({ ...row, password_hash: null, failure: null }));
    await site.database.db.insertInto('scheduled_changes').values(rows).execute();
    expect((await schedule({ description: 'new' })).json.code).toBe('too_many_scheduled_changes');
    await send('DELETE', `/api/url/${id}/delete`);
    expect(
      await site.database.db.selectFrom('scheduled_changes').where('link_id', '=', id).selectAll().execute(),
    ).toEqual([]);
  });
});
