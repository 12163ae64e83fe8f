import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks } from '../../../test/support/count-clicks.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { hashShareToken, makeShare, tokenOf } from './share.ts';

const DAY_MS = 86_400_000;

onEachEngine('shares', (engine) => {
  let site: TestSite;
  let ada: { id: number; key: string };
  let visitors = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '1000' });
    ada = await site.addUser();
  });
  afterAll(() => site.close());

  async function addLink(body: object = {}): Promise<number> {
    const { json } = await site.send('POST', '/api/url/add', {
      key: ada.key,
      body: { url: 'https://example.com/', ...body },
    });
    return json.id;
  }

  function ask(method: 'GET' | 'POST' | 'DELETE', id: number) {
    return site.send(method, `/api/url/${id}/share`, { key: ada.key });
  }

  async function share(id: number): Promise<string> {
    const { url } = (await ask('POST', id)).json.data;
    return new URL(url).pathname.replace('/app/shared/', '');
  }

  function read(token: string, query = '') {
    visitors += 1;
    return site.send('GET', `/api/shared/${token}/stats${query}`, { peer: `10.1.${visitors >> 8}.${visitors & 255}` });
  }

  test('a link is not shared by default; once shared, its owner can read the URL again', async () => {
    const id = await addLink();
    expect((await ask('GET', id)).json).toEqual({
      error: 0,
      data: { shared: false, url: null, date: null, password: false, expiry: null },
    });
    const made = await ask('POST', id);
    expect(made.status).toBe(200);
    expect(made.json.data).toEqual({
      shared: true,
      url: expect.stringMatching(/^http:\/\/localhost:3000\/app\/shared\/ss_[\w-]{22}$/),
      date: '2026-11-16 12:00:00',
      password: false,
      expiry: null,
    });
    expect((await ask('GET', id)).json.data).toEqual(made.json.data);
  });

  test('the secret URL shows the totals of the link, and beyond that only its short URL, title and host', async () => {
    const id = await addLink({
      url: 'https://shop.example/a?key=hush',
      custom: `told${visitors}`,
      metatitle: 'Spring',
    });
    const click = { at: NOON - DAY_MS, country: 'Canada', browser: 'Firefox', times: 2 };
    await countClicks(site.database, { linkId: id, userId: ada.id }, [click, { at: NOON, bot: 'crawler' }]);
    const { status, json, text } = await read(await share(id));
    expect(status).toBe(200);
    expect(json.details).toEqual({
      type: 'link',
      shorturl: `http://localhost:3000/told${visitors - 1}`,
      title: 'Spring',
      host: 'shop.example',
    });
    expect(json.data).toMatchObject({ clicks: 2, unique: 1, bots: 1, interval: 'day' });
    expect(json.data.top).toMatchObject({ country: { Canada: 2 }, browser: { Firefox: 2 }, bot: { crawler: 1 } });
    expect(text).not.toMatch(/hush|visitor|@example\.com|userid/);
  });

  test('range, interval, by and limit work as in own statistics; hours and filters are refused by name', async () => {
    const token = await share(await addLink());
    const { json } = await read(token, '?from=2026-10-01&to=2026-11-16&interval=month&by=country&limit=3');
    expect(json.data.series).toHaveLength(2);
    expect(Object.keys(json.data.top)).toEqual(['country']);
    // The days of two zones would differ by the clicks of single hours.
    const zoned = await read(token, '?from=2026-11-01&to=2026-11-16&zone=Pacific/Kiritimati');
    expect(zoned.json.data).toEqual((await read(token, '?from=2026-11-01&to=2026-11-16')).json.data);
    for (const [query, field] of [
      ['interval=hour', 'interval'],
      ['filter[country]=Canada', 'filter[country]'],
      ['from=yesterday', 'from'],
      ['by=visitor', 'by'],
      ['limit=0', 'limit'],
    ]) {
      const refused = await read(token, `?${query}`);
      expect([query, refused.status, refused.json.errors[0].field]).toEqual([query, 400, field]);
    }
  });

  test('a link that hides its destination hides its host here too', async () => {
    const token = await share(await addLink({ url: 'https://hidden.example/', password: 'open sesame' }));
    const { json, text } = await read(token);
    expect(json.details.host).toBe('');
    expect(text).not.toMatch(/hidden\.example|sesame|argon/);
  });

  test('a link shows neither title nor destination while it has a password', async () => {
    guards('destination-hidden');
    const fields = { url: 'https://hidden.example/merger', metatitle: 'The merger', password: 'open sesame' };
    const id = await addLink(fields);
    const token = await share(id);
    const { json, text } = await read(token);
    expect([json.details.title, json.details.host]).toEqual(['', '']);
    expect(json.details.shorturl).toStartWith('http');
    expect(text).not.toMatch(/merger|hidden\.example/i);
    await site.send('PUT', `/api/url/${id}/update`, { key: ada.key, body: { url: fields.url, password: '' } });
    expect((await read(token)).json.details).toMatchObject({ title: 'The merger', host: 'hidden.example' });
  });

  test('a new URL invalidates the previous one; ending a share works at once, and only once', async () => {
    const id = await addLink();
    const first = await share(id);
    const second = await share(id);
    expect(second).not.toBe(first);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    expect((await ask('DELETE', id)).json).toEqual({ error: 0, message: 'Sharing has been ended successfully.' });
    expect((await read(second)).status).toBe(404);
    expect((await ask('GET', id)).json.data.shared).toBe(false);
    const again = await ask('DELETE', id);
    expect([again.status, again.json.code]).toEqual([404, 'share_not_found']);
  });

  test('a deleted link and a disabled account share nothing', async () => {
    const id = await addLink();
    const token = await share(id);
    await site.send('DELETE', `/api/url/${id}/delete`, { key: ada.key });
    expect((await read(token)).status).toBe(404);

    const eve = await site.addUser();
    const made = await site.send('POST', '/api/url/add', { key: eve.key, body: { url: 'https://example.com/' } });
    const theirs = await site.send('POST', `/api/url/${made.json.id}/share`, { key: eve.key });
    const theirToken = theirs.json.data.url.split('/').at(-1);
    expect((await read(theirToken)).status).toBe(200);
    await site.database.db.updateTable('users').set({ is_disabled: 1 }).where('id', '=', eve.id).execute();
    expect((await read(theirToken)).status).toBe(404);
  });

  test('creating, reading and ending a share needs a key', async () => {
    const id = await addLink();
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      expect((await site.send(method, `/api/url/${id}/share`)).status).toBe(401);
    }
    expect((await ask('GET', id)).json.data.shared).toBe(false);
  });
});

test('a token is recovered with the same secret only, and the stored values do not reveal it', () => {
  const subject = { noun: 'link', id: 7 } as const;
  const share = { subject, ...makeShare('one secret', subject) };
  const token = tokenOf('one secret', share) ?? '';
  expect(hashShareToken(token)).toBe(share.hash);
  expect(tokenOf('another secret', share)).toBeUndefined();
  expect(tokenOf('one secret', { ...share, subject: { ...subject, id: 8 } })).toBeUndefined();
  expect(tokenOf('one secret', { ...share, subject: { ...subject, noun: 'campaign' } })).toBeUndefined();
  expect(JSON.stringify(share)).not.toContain(token.slice(3));
  expect(hashShareToken(`${token}x`)).toBeUndefined();
});
