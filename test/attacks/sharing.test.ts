import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks } from '../support/count-clicks.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { NOON, openTestSite, type TestSite } from '../support/test-site.ts';

onEachEngine('attacks on shared statistics', (engine) => {
  let site: TestSite;
  let ada: { id: number; key: string };
  let id: number;
  let token: string;
  let visitors = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    ada = await site.addUser('ada@hidden.example');
    const body = { url: 'https://example.com/page?session=TOPSECRET', custom: 'shared', description: 'Private words' };
    id = (await site.send('POST', '/api/url/add', { key: ada.key, body })).json.id;
    const click = { at: NOON, visitor: 0xabcdef, country: 'Chile', city: 'Arica, Chile', referrer: 'mail.example' };
    await countClicks(site.database, { linkId: id, userId: ada.id }, [click]);
    const { url } = (await site.send('POST', `/api/url/${id}/share`, { key: ada.key })).json.data;
    token = url.split('/').at(-1);
  });
  afterAll(() => site.close());

  /** Each request comes from a new address, so that no rate limit applies. */
  function sendFromNewPeer(method: string, path: string, headers: Record<string, string> = {}) {
    visitors += 1;
    return site.send(method, path, { peer: `10.2.${visitors >> 8}.${visitors & 255}`, headers });
  }

  test('every wrong token gets the same response: random, cut, in another case, or revoked', async () => {
    const other = (await site.send('POST', '/api/url/add', { key: ada.key, body: { url: 'https://example.com/' } }))
      .json.id;
    const over = (await site.send('POST', `/api/url/${other}/share`, { key: ada.key })).json.data.url.split('/').at(-1);
    await site.send('DELETE', `/api/url/${other}/share`, { key: ada.key });
    const flipped = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');
    const swapped = token.replace(/[a-zA-Z]/g, (letter) =>
      letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
    );
    const wrong = [
      over,
      flipped,
      swapped,
      token.slice(0, -1),
      `${token}A`,
      token.slice(3),
      String(id),
      'ss_',
      "'or'1'='1",
      'x'.repeat(250),
    ];
    const bodies = new Set<string>();
    for (const one of wrong) {
      const { status, text } = await sendFromNewPeer('GET', `/api/shared/${one}/stats`);
      expect([one, status]).toEqual([one, 404]);
      bodies.add(text);
    }
    expect(bodies.size).toBe(1);
    // Query parameters do not distinguish them either.
    expect((await sendFromNewPeer('GET', `/api/shared/${flipped}/stats?interval=day`)).text).toBe([...bodies][0] ?? '');
    expect((await sendFromNewPeer('GET', `/api/shared/${token}/stats`)).status).toBe(200);
  });

  test('the response has only sums: no rows, no visitor, no destination, no private text, no email address', async () => {
    const { text, json } = await sendFromNewPeer('GET', `/api/shared/${token}/stats`);
    expect(Object.keys(json.details).sort()).toEqual(['host', 'shorturl', 'title', 'type']);
    expect(Object.keys(json.data).sort()).toEqual([
      'bots',
      'clicks',
      'direct',
      'from',
      'interval',
      'series',
      'to',
      'top',
      'unique',
    ]);
    expect(json.data.top.country).toEqual({ Chile: 1 });
    expect(text).not.toMatch(/TOPSECRET|session=|Private words|ada@|hidden\.example|abcdef|apikey|password/i);
  });

  test('a filter is refused, for values of this link and of others, so that nobody can be identified', async () => {
    for (const query of [
      'filter[country]=Chile',
      'filter[visitor]=abcdef',
      'filter[city]=Elsewhere',
      'by=country&filter[os]=x',
    ]) {
      const { status, text } = await sendFromNewPeer('GET', `/api/shared/${token}/stats?${query}`);
      expect([query, status]).toEqual([query, 400]);
      expect(text).not.toContain('Chile"');
    }
    // Ids of other links in the query have no effect.
    const { json } = await sendFromNewPeer('GET', `/api/shared/${token}/stats?id=1&link=1&linkId=1&userid=1`);
    expect(json.data.clicks).toBe(1);
  });

  test('a token allows nothing else: no write, no list, no visits, and it is not a key', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect((await sendFromNewPeer(method, `/api/shared/${token}/stats`)).status).toBe(405);
    }
    for (const path of [
      '/api/shared',
      `/api/shared/${token}`,
      `/api/shared/${token}/clicks`,
      `/api/shared/${token}/share`,
    ]) {
      expect([path, (await sendFromNewPeer('GET', path)).status]).toEqual([path, 404]);
    }
    for (const path of [
      '/api/urls',
      `/api/url/${id}`,
      `/api/url/${id}/stats`,
      `/api/url/${id}/clicks`,
      `/api/url/${id}/share`,
    ]) {
      expect((await sendFromNewPeer('GET', path, { Authorization: `Bearer ${token}` })).status).toBe(401);
      expect((await sendFromNewPeer('GET', `${path}?token=${token}`)).status).toBe(401);
    }
  });

  test('the page is excluded from search engines and frames, and sends no referrer', async () => {
    for (const path of [`/app/shared/${token}`, '/app/shared/ss_nothing']) {
      const { status, headers, text } = await sendFromNewPeer('GET', path);
      expect(status).toBe(200);
      expect(headers.get('X-Robots-Tag')).toBe('noindex');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('Set-Cookie')).toBeNull();
      expect(text).not.toContain(token);
    }
    const { headers } = await sendFromNewPeer('GET', `/api/shared/${token}/stats`, { Origin: 'https://evil.example' });
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(headers.get('Set-Cookie')).toBeNull();
  });

  test('guessing is limited by address, and the response has Retry-After', async () => {
    const statuses = [];
    for (let tries = 0; tries < 121; tries += 1) {
      const guess = `ss_${String(tries).padStart(22, 'x')}`;
      statuses.push(await site.send('GET', `/api/shared/${guess}/stats`, { peer: '10.3.0.1' }));
    }
    expect(statuses.slice(0, 120).every(({ status }) => status === 404)).toBe(true);
    expect(statuses[120]?.status).toBe(429);
    expect(statuses[120]?.headers.get('Retry-After')).not.toBeNull();
  });

  test('neither the store nor the log contains the token', async () => {
    guards('secrets');
    const rows = await site.database.db.selectFrom('shares').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token.slice(3));
    await sendFromNewPeer('GET', `/api/shared/${token}/stats`);
    expect(site.logLines.join('\n')).toContain('/api/shared/…/stats');
    expect(site.logLines.join('\n')).not.toContain(token.slice(3));
  });
});
