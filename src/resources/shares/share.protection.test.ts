import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { countClicks } from '../../../test/support/count-clicks.ts';
import { onEachEngine } from '../../../test/support/engines.ts';
import { guards } from '../../../test/support/guards.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const HOUR_MS = 3_600_000;
const UNKNOWN = `ss_${'x'.repeat(22)}`;

onEachEngine('protected shares', (engine) => {
  let site: TestSite;
  let ada: { id: number; key: string };
  let link: number;
  let campaign: number;
  let visitors = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '1000' });
    ada = await site.addUser();
    campaign = (await own('POST', '/api/campaign/add', { name: 'Spring', slug: 'spring' })).json.id;
    link = (await own('POST', '/api/url/add', { url: 'https://example.com/', campaign })).json.id;
    const click = { at: NOON, country: 'Chile', times: 2 };
    await countClicks(site.database, { linkId: link, userId: ada.id, campaignId: campaign }, [click]);
  });
  beforeEach(() => {
    site.clock.now = NOON;
  });
  afterAll(() => site.close());

  function own(method: string, path: string, body?: object) {
    return site.send(method, path, { key: ada.key, ...(body && { body }) });
  }

  async function share(path: string, body: object): Promise<string> {
    const { status, json } = await own('POST', path, body);
    expect(status).toBe(200);
    return json.data.url.split('/').at(-1);
  }

  /** Each request comes from a new address, so that no limit of an address applies. */
  function newPeer(): string {
    visitors += 1;
    return `10.4.${visitors >> 8}.${visitors & 255}`;
  }

  function read(token: string) {
    return site.send('GET', `/api/shared/${token}/stats`, { peer: newPeer() });
  }

  function enter(token: string, password: unknown, peer = newPeer()) {
    return site.send('POST', `/api/shared/${token}/access`, { peer, body: { password } });
  }

  test('statistics with a password are shown only to readers who entered it', async () => {
    guards('secrets');
    const path = `/api/url/${link}/share`;
    const token = await share(path, { password: 'open sesame' });
    expect((await own('GET', path)).json.data).toMatchObject({ shared: true, password: true, expiry: null });
    const locked = await read(token);
    expect([locked.status, locked.json.code]).toEqual([403, 'share_password_required']);
    expect(locked.text).not.toMatch(/Chile|clicks|example\.com/);

    const wrong = await enter(token, 'Open sesame');
    expect([wrong.status, wrong.json.errors[0].field]).toEqual([400, 'password']);
    const right = await enter(token, 'open sesame');
    const access = right.json.data.token;
    expect(right.headers.get('Cache-Control')).toBe('no-store');
    expect((await read(access)).json.data).toMatchObject({ clicks: 2, top: { country: { Chile: 2 } } });
    for (const forged of [`${access.slice(0, -1)}_`, access.replace('.', '.z'), `${token}.zzzzzz.${'A'.repeat(43)}`]) {
      expect([forged, (await read(forged)).status]).toEqual([forged, 403]);
    }
    const rows = await site.database.db.selectFrom('shares').selectAll().execute();
    expect(JSON.stringify(rows)).not.toMatch(/sesame/);
    expect(site.logLines.join('\n')).not.toContain(access.slice(3, 25));

    // The access ends after a day, and with a new password.
    site.clock.now = NOON + 24 * HOUR_MS;
    expect((await read(access)).status).toBe(403);
    site.clock.now = NOON;
    expect((await own('PUT', path, { password: 'another one' })).json.data.url).toEndWith(token);
    expect((await read(access)).status).toBe(403);
    expect((await own('PUT', path, { password: '' })).json.data.password).toBe(false);
    expect((await read(token)).status).toBe(200);
  });

  test('a reader has five attempts a minute, and a new URL keeps the password', async () => {
    const path = `/api/campaign/${campaign}/share`;
    await share(path, { password: 'open sesame' });
    const token = await share(path, {});
    const statuses = [];
    const peer = newPeer();
    for (let tries = 0; tries < 6; tries += 1) statuses.push(await enter(token, 'guess', peer));
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400, 429]);
    expect(statuses[5]?.headers.get('Retry-After')).toBe('60');
    expect((await enter(token, 'open sesame', peer)).status).toBe(429);
    expect((await enter(token, 'open sesame')).status).toBe(200);
    for (const password of ['', 7, null, 'x'.repeat(129)]) {
      const refused = await enter(token, password);
      expect([refused.status, refused.json.errors[0].field]).toEqual([400, 'password']);
    }
    expect((await enter(UNKNOWN, 'open sesame')).status).toBe(404);
  });

  test('after its end a URL responds like an unknown one, with and without a password', async () => {
    const path = `/api/url/${link}/share`;
    const token = await share(path, { expiry: '2026-11-16 13:00:00', password: 'open sesame' });
    const access = (await enter(token, 'open sesame')).json.data.token;
    site.clock.now = NOON + HOUR_MS - 1;
    expect((await read(access)).status).toBe(200);
    site.clock.now = NOON + HOUR_MS;
    const unknown = await read(UNKNOWN);
    expect(unknown.status).toBe(404);
    for (const ended of [token, access]) expect((await read(ended)).text).toBe(unknown.text);
    expect((await enter(token, 'open sesame')).text).toBe((await enter(UNKNOWN, 'open sesame')).text);
    expect((await own('GET', path)).json.data).toEqual({
      ...{ shared: false, url: null, date: null, password: false, expiry: null },
    });
    expect((await own('PUT', path, { expiry: null })).json.code).toBe('share_not_found');
    // Sharing again starts anew: without the old end, and without the old password.
    expect((await own('POST', path)).json.data).toMatchObject({ shared: true, password: false, expiry: null });
  });

  test('bad input is refused by name and changes nothing', async () => {
    const path = `/api/url/${link}/share`;
    await share(path, { password: 'open sesame', expiry: '2026-12-01 00:00:00' });
    const before = (await own('GET', path)).json.data;
    for (const [field, value] of [
      ['expiry', '2026-11-16 12:00:00'],
      ['expiry', 'tomorrow'],
      ['password', 'x'.repeat(129)],
      ['password', 7],
    ] as const) {
      for (const method of ['POST', 'PUT']) {
        const { status, json } = await own(method, path, { [field]: value });
        expect([value, status, json.errors[0].field]).toEqual([value, 400, field]);
      }
    }
    expect((await own('GET', path)).json.data).toEqual(before);
  });

  test('a shared campaign shows its name and the sums of its links; only its owner shares it', async () => {
    const path = `/api/campaign/${campaign}/share`;
    const token = await share(path, { password: null });
    const { status, json, text } = await read(token);
    expect(status).toBe(200);
    expect(json.details).toEqual({ type: 'campaign', name: 'Spring', links: 1 });
    expect(json.data).toMatchObject({ clicks: 2, unique: 1 });
    expect(text).not.toMatch(/example\.com|userid|rotator/);

    const eve = await site.addUser();
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const theirs = await site.send(method, path, { key: eve.key, ...(method !== 'GET' && { body: {} }) });
      expect([method, theirs.status, theirs.json.code]).toEqual([method, 404, 'campaign_not_found']);
      expect((await site.send(method, path)).status).toBe(401);
    }
    expect((await read(token)).status).toBe(200);
    expect((await own('DELETE', path)).json.error).toBe(0);
    expect((await read(token)).status).toBe(404);
    const last = await share(path, {});
    await own('DELETE', `/api/campaign/${campaign}/delete`);
    expect((await read(last)).status).toBe(404);
  });
});
