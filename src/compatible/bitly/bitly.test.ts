import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks } from '../../../test/support/count-clicks.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const HOST = 'localhost:3000';
const LONG = 'https://example.com/page';
const DAY_MS = 86_400_000;

onEachEngine('the API of Bitly', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  let other: { id: number; key: string };

  beforeAll(async () => {
    site = await openTestSite(engine, { COMPATIBLE: 'bitly', RATE_LIMIT: '1000' });
    user = await site.addUser();
    other = await site.addUser();
  });
  afterAll(() => site.close());

  function send(method: string, path: string, body?: unknown, key = user.key) {
    return site.send(method, `/v4${path}`, { key, ...(body !== undefined && { body }) });
  }

  async function shorten(fields: object = {}, key = user.key) {
    return (await send('POST', '/shorten', { long_url: LONG, force_new_link: true, ...fields }, key)).json;
  }

  async function findId(bitlink: string): Promise<number> {
    const { json } = await site.send('GET', `/api/urls?short=${encodeURIComponent(bitlink)}`, { key: user.key });
    return json.data.urls[0].id;
  }

  test('shorten returns a bitlink: 201 if it is new, 200 if it exists', async () => {
    const long_url = 'https://example.com/once';
    const first = await send('POST', '/shorten', { long_url, domain: 'bit.ly', group_guid: 'Bx' });
    expect([first.status, first.json]).toEqual([
      201,
      {
        created_at: '2026-11-16T12:00:00+0000',
        ...{ id: expect.stringMatching(/^localhost:3000\/\w+$/), link: `http://${first.json.id}` },
        ...{ custom_bitlinks: [], long_url, archived: false, tags: [], deeplinks: [] },
        references: { group: expect.stringMatching(/^http:\/\/localhost:3000\/v4\/groups\/B\w+$/) },
      },
    ]);
    const again = await send('POST', '/shorten', { long_url });
    expect([again.status, again.json.id]).toEqual([200, first.json.id]);
    const forced = await send('POST', '/shorten', { long_url, force_new_link: true });
    expect([forced.status, forced.json.id === first.json.id]).toEqual([201, false]);
    expect((await site.send('GET', `/${first.json.id.split('/')[1]}`)).headers.get('Location')).toBe(long_url);
  });

  test('a token is accepted without a scheme; without one, or with a wrong one, it is 403', async () => {
    const bare = await site.send('GET', '/v4/user', { headers: { Authorization: user.key } });
    expect(bare.json).toMatchObject({ is_active: true, default_group_guid: expect.stringMatching(/^B/) });
    for (const headers of [
      {},
      { Authorization: 'Bearer' },
      { Authorization: 'Bearer sp_x' },
      { Authorization: 'sp_x' },
    ]) {
      const { status, json } = await site.send('POST', '/v4/shorten', { headers, body: { long_url: LONG } });
      expect([status, json]).toMatchObject([403, { message: 'FORBIDDEN', resource: 'bitlinks' }]);
    }
  });

  test('a bitlink is created, read by every way of writing it, changed and deleted', async () => {
    const body = {
      long_url: LONG,
      title: 'Title',
      tags: ['a', 'b'],
      keyword: 'my-half',
      expiration_at: '2027-01-01T00:00:00+0000',
    };
    const made = await send('POST', '/bitlinks', { ...body, archived: false, deeplinks: [] });
    expect([made.status, made.json]).toMatchObject([
      201,
      { id: `${HOST}/my-half`, title: 'Title', tags: ['a', 'b'], expiration_at: '2027-01-01T00:00:00+0000' },
    ]);
    for (const path of [
      `${HOST}/my-half`,
      `${HOST}%2Fmy-half`,
      encodeURIComponent(`http://${HOST}/my-half`),
      'bit.ly/my-half',
    ])
      expect([path, (await send('GET', `/bitlinks/${path}`)).json.id]).toEqual([path, `${HOST}/my-half`]);
    const changed = await send('PATCH', `/bitlinks/${HOST}/my-half`, {
      title: 'Other',
      long_url: 'https://example.com/2',
      tags: [],
    });
    expect(changed.json).toMatchObject({ title: 'Other', long_url: 'https://example.com/2', tags: [] });
    expect(changed.json.expiration_at).toBe('2027-01-01T00:00:00+0000');
    const expanded = await send('POST', '/expand', { bitlink_id: `${HOST}/my-half` });
    expect(expanded.json).toEqual({
      ...{ created_at: '2026-11-16T12:00:00+0000', link: `http://${HOST}/my-half`, id: `${HOST}/my-half` },
      long_url: 'https://example.com/2',
    });
    const deleted = await send('DELETE', `/bitlinks/${HOST}/my-half`);
    expect(deleted.json).toEqual({ links_deleted: [{ id: `${HOST}/my-half` }] });
    expect(await send('GET', `/bitlinks/${HOST}/my-half`)).toMatchObject({
      status: 404,
      json: { message: 'NOT_FOUND' },
    });
  });

  test('refusals name the argument', async () => {
    await send('POST', '/bitlinks', { long_url: LONG, keyword: 'taken' });
    const refused: [string, object, number, string][] = [
      ['/shorten', {}, 400, 'INVALID_ARG_LONG_URL'],
      ['/shorten', { long_url: 'not a url' }, 400, 'INVALID_ARG_LONG_URL'],
      ['/shorten', { long_url: 5 }, 400, 'INVALID_ARG_LONG_URL'],
      ['/shorten', { long_url: `http://${HOST}/taken` }, 400, 'ALREADY_A_BITLY_LINK'],
      ['/shorten', { long_url: LONG, domain: 'not-mine.example' }, 400, 'INVALID_ARG_DOMAIN'],
      ['/bitlinks', { long_url: LONG, keyword: 'taken' }, 409, 'CONFLICT'],
      ['/bitlinks', { long_url: LONG, keyword: 'a b' }, 400, 'INVALID_ARG_KEYWORD'],
      ['/bitlinks', { long_url: LONG, archived: true }, 400, 'INVALID_ARG_ARCHIVED'],
      ['/bitlinks', { long_url: LONG, deeplinks: [{ app_id: 'x' }] }, 400, 'INVALID_ARG_DEEPLINKS'],
      ['/bitlinks', { long_url: LONG, expiration_at: 'soon' }, 400, 'INVALID_ARG_EXPIRATION_AT'],
      ['/bitlinks', { long_url: LONG, tags: [5] }, 400, 'INVALID_ARG_TAGS'],
      ['/expand', { bitlink_id: `${HOST}/a\0b` }, 400, 'INVALID_ARG_BITLINK_ID'],
      ['/expand', { bitlink_id: `${HOST}/nothing` }, 404, 'NOT_FOUND'],
      ['/nothing', {}, 404, 'NOT_FOUND'],
    ];
    for (const [path, body, status, message] of refused) {
      const answer = await send('POST', path, body);
      expect([path, body, answer.status, answer.json.message]).toEqual([path, body, status, message]);
      expect(answer.json).toMatchObject({ resource: expect.any(String), description: expect.any(String) });
      if (status === 400)
        expect(answer.json.errors[0]).toMatchObject({ field: expect.any(String), error_code: 'invalid' });
    }
    const named = await send('POST', '/bitlinks', { long_url: 'not a url' });
    expect(named.json.description).toStartWith('long_url: ');
    const { guid } = (await send('GET', '/groups')).json.groups[0];
    for (const [query, message] of [
      ['/bitlinks?tags=a&tags=b', 'INVALID_ARG_TAGS'],
      ['/bitlinks?custom_bitlink=on', 'INVALID_ARG_CUSTOM_BITLINK'],
      ['/bitlinks?modified_after=1', 'INVALID_ARG_MODIFIED_AFTER'],
      ['/bitlinks/clicks?units=7', 'INVALID_ARG_UNITS'],
    ]) {
      const { status, json } = await send('GET', `/groups/${guid}${query}`);
      expect([query, status, json.message]).toEqual([query, 400, message]);
    }
    const broken = await site.send('POST', '/v4/shorten', { key: user.key, body: '{' });
    expect([broken.status, broken.json.message]).toEqual([422, 'UNPROCESSABLE_ENTITY']);
  });

  test('links of others are not found, also for an administrator', async () => {
    const { id } = await shorten();
    await site.database.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', other.id).execute();
    for (const [method, path, body] of [
      ['GET', `/bitlinks/${id}`, undefined],
      ['PATCH', `/bitlinks/${id}`, { title: 'x' }],
      ['DELETE', `/bitlinks/${id}`, undefined],
      ['GET', `/bitlinks/${id}/clicks`, undefined],
      ['POST', '/expand', { bitlink_id: id }],
      ['POST', '/custom_bitlinks', { bitlink_id: id, custom_bitlink: `${HOST}/theirs` }],
    ] as const) {
      const { status, json } = await send(method, path, body, other.key);
      expect([path, status, json.message]).toEqual([path, 404, 'NOT_FOUND']);
    }
    const { json } = await send('GET', '/groups');
    expect((await send('GET', `/groups/${json.groups[0].guid}/bitlinks`, undefined, other.key)).status).toBe(404);
  });

  test('a list is read page by page; the last page has no next', async () => {
    const { key } = await site.addUser();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1)
      made.unshift((await shorten({ long_url: `https://example.com/${count}` }, key)).id);
    const [group] = (await send('GET', '/groups', undefined, key)).json.groups;
    expect((await send('GET', `/groups/${group.guid}`, undefined, key)).json).toEqual(group);
    let path: string | undefined = `/v4/groups/${group.guid}/bitlinks?size=2`;
    const seen: string[] = [];
    let last: { search_after: string; size: number } | undefined;
    while (path) {
      const { json } = await site.send('GET', path, { key });
      seen.push(...json.links.map(({ id }: { id: string }) => id));
      last = json.pagination;
      path = json.pagination.next?.replace(`http://${HOST}`, '');
      // A link that is added meanwhile moves no other link to another page.
      if (seen.length === 2) await shorten({}, key);
    }
    expect([seen, last]).toEqual([made, { search_after: '', size: 2 }]);
    const list = async (query: string) =>
      (await send('GET', `/groups/${group.guid}/bitlinks?${query}`, undefined, key)).json;
    expect((await list('archived=on')).links).toEqual([]);
    expect((await list('query=example.com/3')).links).toHaveLength(1);
    const second = site.clock.now / 1000;
    expect((await list(`created_before=${second - 1}`)).links).toEqual([]);
    expect((await list(`created_after=${second}&created_before=${second}`)).links).toHaveLength(6);
    expect((await list('search_after=x')).message).toBe('INVALID_ARG_SEARCH_AFTER');
  });

  test('clicks are counted by unit, newest first, with zeros', async () => {
    site.clock.now += 40 * DAY_MS;
    const { id } = await shorten();
    site.clock.now += 9 * DAY_MS;
    const { now } = site.clock;
    const visit = { country: 'United States', referrer: 't.co', device: 'mobile', city: 'New York, United States' };
    await countClicks(site.database, { linkId: await findId(id), userId: user.id }, [
      { at: now, times: 3, ...visit },
      { at: now - 2 * DAY_MS, country: 'Germany' },
    ]);
    const read = async (path: string) => (await send('GET', `/bitlinks/${id}/${path}`)).json;
    expect(await read('clicks?unit=day&units=3')).toEqual({
      ...{ unit: 'day', units: 3, unit_reference: '2027-01-04T12:00:00+0000' },
      link_clicks: [
        { date: '2027-01-04T00:00:00+0000', clicks: 3 },
        { date: '2027-01-03T00:00:00+0000', clicks: 0 },
        { date: '2027-01-02T00:00:00+0000', clicks: 1 },
      ],
    });
    expect((await read('clicks')).link_clicks).toHaveLength(10);
    expect(
      (await read('clicks?unit=hour&units=2')).link_clicks.map((point: { clicks: number }) => point.clicks),
    ).toEqual([3, 0]);
    expect((await read('clicks?unit=week&units=2')).link_clicks).toEqual([
      { date: '2027-01-04T00:00:00+0000', clicks: 3 },
      { date: '2026-12-28T00:00:00+0000', clicks: 1 },
    ]);
    expect((await read('clicks?unit=month&units=2')).link_clicks).toMatchObject([{ clicks: 4 }, { clicks: 0 }]);
    const past = await read('clicks?units=1&unit_reference=2027-01-02T20:00:00-0000');
    expect(past.link_clicks).toEqual([{ date: '2027-01-02T00:00:00+0000', clicks: 1 }]);
    expect(await read('clicks/summary?units=1')).toEqual({
      ...{ unit: 'day', units: 1, unit_reference: '2027-01-04T12:00:00+0000', total_clicks: 3 },
    });
    expect((await read('countries')).metrics).toEqual([
      { value: 'US', clicks: 3 },
      { value: 'DE', clicks: 1 },
    ]);
    expect(await read('referrers?size=1')).toMatchObject({
      facet: 'referrers',
      metrics: [{ value: 't.co', clicks: 3 }],
    });
    expect((await read('referring_domains')).metrics).toContainEqual({ value: 'direct', clicks: 1 });
    expect((await read('devices')).metrics).toEqual([{ device_type: 'Mobile', clicks: 3 }]);
    expect((await read('cities')).metrics).toMatchObject([{ city: 'New York', country: 'US', clicks: 3 }]);
    expect((await read('clicks?unit=minute')).message).toBe('INVALID_ARG_UNIT');
    expect((await read('clicks?units=0')).message).toBe('INVALID_ARG_UNITS');
    expect((await read('nothing')).message).toBe('NOT_FOUND');
    const csv = await site.send('GET', `/v4/bitlinks/${id}/clicks?units=1`, {
      key: user.key,
      headers: { Accept: 'text/csv' },
    });
    expect(csv.text).toBe('Date, Clicks\n2027-01-04T00:00:00+0000, 3\n');
  });

  test('a custom back-half is another link to the same destination, but never past a password', async () => {
    const { id } = await shorten({ long_url: 'https://example.com/custom' });
    const made = await send('POST', '/custom_bitlinks', { bitlink_id: id, custom_bitlink: `${HOST}/half` });
    expect(made.json).toMatchObject({
      custom_bitlink: `http://${HOST}/half`,
      bitlink: { long_url: 'https://example.com/custom' },
    });
    expect((await send('GET', `/custom_bitlinks/${HOST}/half`)).json).toEqual(made.json);
    const target = await shorten({ long_url: 'https://example.com/moved' });
    const moved = await send('PATCH', `/custom_bitlinks/${HOST}/half`, { bitlink_id: target.id });
    expect(moved.json.bitlink.long_url).toBe('https://example.com/moved');
    await site.send('PUT', `/api/url/${await findId(id)}/update`, {
      key: user.key,
      body: { url: LONG, password: 'secret' },
    });
    const refused = await send('POST', '/bitlinks', { bitlink_id: id, keyword: 'open' });
    expect([refused.status, refused.json.message]).toEqual([422, 'UNPROCESSABLE_ENTITY']);
    expect((await send('GET', `/bitlinks/${HOST}/open`)).status).toBe(404);
  });

  test('a key that may only read creates nothing, and over the limit is 429', async () => {
    const reader = (
      await site.send('POST', '/api/key/add', { key: user.key, body: { name: 'r', scopes: ['read'], rate_limit: 2 } })
    ).json;
    const { status, json } = await send('POST', '/shorten', { long_url: 'https://example.com/never' }, reader.apikey);
    expect([status, json.message]).toEqual([403, 'FORBIDDEN']);
    expect((await site.send('GET', '/api/urls?q=example.com/never', { key: reader.apikey })).json.data.result).toBe(0);
    const over = await send('GET', '/user', undefined, reader.apikey);
    expect([over.status, over.json.message, over.json.resource]).toEqual([429, 'RATE_LIMIT_EXCEEDED', 'user']);
    expect(Number(over.headers.get('Retry-After'))).toBeGreaterThan(0);
  });
});
