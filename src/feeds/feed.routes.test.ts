import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { EventReader } from '../../test/support/event-reader.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { testWithoutStore } from '../../test/support/without-store.ts';
import { streamEvent } from './feed.contract.ts';
import { LISTENED_FOR_MS } from './feed.ts';

const DESTINATION = 'https://example.com/';

onEachEngine('the stream', (engine) => {
  let site: TestSite;
  const open: EventReader[] = [];

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterEach(async () => {
    for (const reader of open.splice(0)) await reader.leave();
    site.clock.now = NOON;
  });
  afterAll(() => site.close());

  async function ask(key: string, query = '', headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
    const request = new Request(`http://localhost:3000/api/stream${query}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...headers },
    });
    return site.site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) });
  }

  async function listen(key: string, query = '', headers: Record<string, string> = {}): Promise<EventReader> {
    const response = await ask(key, query, headers);
    expect(response.status).toBe(200);
    const reader = new EventReader(response);
    open.push(reader);
    return reader;
  }

  async function listenedAt(userId: number): Promise<number | undefined> {
    const query = site.database.db.selectFrom('feeds').select('listened_at').where('user_id', '=', userId);
    return (await query.executeTakeFirst())?.listened_at;
  }

  async function addLink(key: string): Promise<{ id: number; alias: string }> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: DESTINATION } });
    return { id: json.id, alias: json.shorturl.split('/').at(-1) };
  }

  test('begins at once with its headers and the cursor to resume from', async () => {
    const { key } = await site.addUser();
    const reader = await listen(key);
    const { headers } = reader.response;
    expect(headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Accel-Buffering')).toBe('no');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-RateLimit-Limit')).toBe('1000000');
    expect(await reader.next()).toEqual({ comment: 'hello', id: String(NOON) });
  });

  test('sends each change of a link exactly as documented', async () => {
    const { key } = await site.addUser();
    const reader = await listen(key);
    const { id, alias } = await addLink(key);
    await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: DESTINATION, custom: `new-${alias}` } });
    await site.send('DELETE', `/api/url/${id}/delete`, { key });
    const events = await reader.events(3);
    const date = '2026-11-16 12:00:00';
    expect(events.map((event) => event?.data)).toEqual([
      { link: id, alias, change: 'created', date },
      { link: id, alias: `new-${alias}`, change: 'updated', date },
      { link: id, alias: `new-${alias}`, change: 'deleted', date },
    ]);
    expect(events.map((event) => event?.id)).toEqual([1, 2, 3].map((count) => String(NOON + count)));
    for (const event of events) expect(streamEvent.parse(event)).toMatchObject({ event: 'link' });
  });

  test('sends no earlier events, no failed changes and no events of other users', async () => {
    const [{ key }, other] = [await site.addUser(), await site.addUser()];
    await addLink(key);
    const [reader, otherReader] = [await listen(key), await listen(other.key)];
    const theirs = await addLink(other.key);
    await site.send('PUT', `/api/url/${theirs.id}/update`, {
      key,
      body: { url: DESTINATION, description: 'not mine' },
    });
    await site.send('POST', '/api/url/add', { key, body: { url: 'nowhere' } });
    const own = await addLink(key);
    expect((await reader.nextEvent())?.data.link).toBe(own.id);
    expect((await otherReader.nextEvent())?.data.link).toBe(theirs.id);
  });

  test('sends missed events to a client that reconnects; the header takes precedence over the query', async () => {
    const { key } = await site.addUser();
    await (await listen(key)).leave();
    const links = [await addLink(key), await addLink(key), await addLink(key)];
    for (const [query, headers, missed] of [
      [`?cursor=${NOON + 1}`, {}, [1, 2]],
      ['', { 'Last-Event-ID': String(NOON + 2) }, [2]],
      [`?cursor=${NOON}`, { 'Last-Event-ID': String(NOON + 1) }, [1, 2]],
      [`?cursor=${NOON}`, { 'Last-Event-ID': '' }, [0, 1, 2]],
    ] as const) {
      const reader = await listen(key, query, headers);
      const events = await reader.events(missed.length);
      expect(events.map((event) => event?.data.link)).toEqual(missed.map((index) => links[index]?.id));
      await reader.leave();
    }
  });

  for (const [what, cursor] of [
    ['is too old', NOON - 1],
    ['is 0', 0],
    ['was never given', NOON + 1000],
  ] as const) {
    test(`tells a client whose cursor ${what} to start over, and continues from there`, async () => {
      const { key } = await site.addUser();
      const reader = await listen(key, `?cursor=${cursor}`);
      expect(await reader.nextEvent()).toEqual({ id: String(NOON), event: 'reset', data: {} });
      const { id } = await addLink(key);
      expect(await reader.nextEvent()).toMatchObject({ id: String(NOON + 1), event: 'link', data: { link: id } });
    });
  }

  test('tells a client that was away for long to start over, although no events were kept', async () => {
    const { key } = await site.addUser();
    await (await listen(key)).leave();
    site.clock.now = NOON + LISTENED_FOR_MS;
    await addLink(key);
    const reader = await listen(key, `?cursor=${NOON}`);
    expect(await reader.nextEvent()).toEqual({ id: String(site.clock.now), event: 'reset', data: {} });
  });

  for (const cursor of ['', 'abc', '-1', '1.5', '1e3', '9'.repeat(16), '%00']) {
    test(`a cursor "${cursor}" is refused with its field`, async () => {
      const { key } = await site.addUser();
      const { status, json } = await site.send('GET', `/api/stream?cursor=${cursor}`, { key });
      expect(status).toBe(400);
      expect(json.errors[0].field).toBe('cursor');
      if (!/^[\w.-]+$/.test(cursor)) return;
      const asked = await site.send('GET', '/api/stream', { key, headers: { 'Last-Event-ID': cursor } });
      expect(asked.status).toBe(400);
      expect(asked.json.errors[0].field).toBe('Last-Event-ID');
    });
  }

  test('requires a key and accepts only GET', async () => {
    const { status, json, headers } = await site.send('GET', '/api/stream');
    expect(status).toBe(401);
    expect(headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(json.code).toBe('key_required');
    const { key } = await site.addUser();
    expect((await site.send('POST', '/api/stream', { key })).headers.get('Allow')).toBe('GET, HEAD');
  });

  test('a user can open ten streams at once; closing one allows another', async () => {
    const [{ key }, other] = [await site.addUser(), await site.addUser()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(key)));
    const readers = answers.filter(({ status }) => status === 200).map((response) => new EventReader(response));
    open.push(...readers);
    expect(readers).toHaveLength(10);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toEqual({
      error: 1,
      message: 'You already have 10 open streams.',
      params: { max: 10 },
      code: 'too_many_streams',
    });
    expect(refused?.headers.get('Retry-After')).toBe('15');
    await listen(other.key);
    await readers[0]?.next();
    await readers[0]?.leave();
    await listen(key);
    expect((await ask(key)).status).toBe(429);
  });

  test('HEAD returns the headers and leaves no stream open', async () => {
    const { key } = await site.addUser();
    for (let count = 0; count < 11; count += 1) {
      const response = await ask(key, '', {}, 'HEAD');
      expect(response.status).toBe(200);
      expect(response.headers.get('Content-Type')).toBe('text/event-stream; charset=utf-8');
      expect(await response.text()).toBe('');
    }
  });

  test('sends heartbeats, and loses nothing even if it stays open for longer than a feed is kept', async () => {
    const { id, key } = await site.addUser();
    const reader = await listen(key);
    await reader.next();
    for (let waitedMs = 0; waitedMs <= LISTENED_FOR_MS; waitedMs += LISTENED_FOR_MS / 2) {
      site.clock.now += LISTENED_FOR_MS / 2;
      expect(await reader.next()).toEqual({ comment: 'beat' });
      await waitUntil('the listening is noted', async () => (await listenedAt(id)) === site.clock.now, { everyMs: 5 });
    }
    const link = await addLink(key);
    expect(await reader.nextEvent()).toMatchObject({ event: 'link', data: { link: link.id } });
  });

  test('ends with an event once its key is no longer valid', async () => {
    const { key } = await site.addUser();
    const made = await site.send('POST', '/api/key/add', { key, body: { name: 'short lived' } });
    const [revoked, kept] = [await listen(made.json.apikey), await listen(key)];
    await site.send('DELETE', `/api/key/${made.json.id}/delete`, { key });
    site.clock.now += 15_000;
    expect(await revoked.nextEvent()).toEqual({ event: 'end', data: {} });
    expect(await revoked.next()).toBeUndefined();
    await addLink(key);
    expect((await kept.nextEvent())?.event).toBe('link');
  });

  test('sends no event to a key that was revoked more than a second ago', async () => {
    const { key } = await site.addUser();
    const made = await site.send('POST', '/api/key/add', { key, body: { name: 'short lived' } });
    const revoked = await listen(made.json.apikey);
    await site.send('DELETE', `/api/key/${made.json.id}/delete`, { key });
    site.clock.now += 1_000;
    await addLink(key);
    expect(await revoked.nextEvent()).toEqual({ event: 'end', data: {} });
  });

  test('ends when its user is deleted', async () => {
    const { id, key } = await site.addUser();
    const reader = await listen(key);
    await site.database.db.deleteFrom('users').where('id', '=', id).execute();
    expect(await reader.nextEvent()).toBeUndefined();
  });

  test('may be silent for longer than other responses', async () => {
    const { key } = await site.addUser();
    const limits: [string, number][] = [];
    const peers = {
      requestIP: () => null,
      timeout: (request: Request, seconds: number) => limits.push([new URL(request.url).pathname, seconds]),
    };
    for (const path of ['/api/account', '/api/stream']) {
      const headers = { Authorization: `Bearer ${key}` };
      const answer = await site.site.handle(new Request(`http://localhost:3000${path}`, { headers }), peers);
      await answer.body?.cancel();
    }
    expect(limits).toEqual([['/api/stream', 60]]);
  });

  testWithoutStore(engine)('is documented with its content type and its events', async () => {
    const { json } = await site.send('GET', '/api/openapi.json');
    const { responses, parameters } = json.paths['/api/stream'].get;
    expect(Object.keys(responses['200'].content)).toEqual(['text/event-stream']);
    expect(Object.keys(responses)).toEqual(['200', '400', '401', '403', '404', '429', '503']);
    expect(responses['429'].description).toContain('too_many_streams');
    expect(parameters).toEqual([expect.objectContaining({ name: 'cursor', in: 'query', required: false })]);
    const { text } = await site.send('GET', '/docs/api');
    expect(text).toContain('/api/stream');
    expect(text).toContain('data.change');
  });
});
