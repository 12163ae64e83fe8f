import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type Received, type Sent, type TestSite } from '../../../test/support/test-site.ts';

const OWN = 'https://example.com/own';
const TO = 'https://rule.example/';

function many(count: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** A condition of a body, and how the details show it. */
const NORMAL: [sent: object, shown: object][] = [
  [{ type: 'country', in: ['germany', 'at', 'Germany', 'DEU'] }, { type: 'country', in: ['DE', 'AT'] }],
  [{ type: 'country', in: ['Côte d’Ivoire'], not: true }, { type: 'country', in: ['CI'], not: true }],
  [{ type: 'region', in: ['us-ca', ' Québec '], country: 'Canada' }, { type: 'region', in: ['US-CA', 'Québec'], country: 'CA' }],
  [{ type: 'city', in: ['São  Paulo'], country: null }, { type: 'city', in: ['São Paulo'] }],
  [{ type: 'continent', in: ['eu', 'NA'] }, { type: 'continent', in: ['EU', 'NA'] }],
  [{ type: 'language', in: ['DE', 'pt_br', 'PT-BR'] }, { type: 'language', in: ['de', 'pt-BR'] }],
  [{ type: 'device', in: ['iPhone', 'Mac OS X'] }, { type: 'device', in: ['iphone', 'macos'] }],
  [{ type: 'os', in: ['IOS', 'chromeos'] }, { type: 'os', in: ['iOS', 'ChromeOS'] }],
  [{ type: 'browser', in: ['firefox', 'SAFARI'] }, { type: 'browser', in: ['Firefox', 'Safari'] }],
  [{ type: 'referrer', in: ['Müller.example.', 'DIRECT'] }, { type: 'referrer', in: ['xn--mller-kva.example', 'direct'] }],
  [{ type: 'query', name: 'A b', in: ['', 'X', 'x'] }, { type: 'query', name: 'A b', in: ['', 'X', 'x'] }],
  [{ type: 'query', name: 'ref' }, { type: 'query', name: 'ref' }],
  [{ type: 'address', in: ['10.1.2.3/8', '2001:DB8:0::1', '::ffff:1.2.3.4'] }, { type: 'address', in: ['10.0.0.0/8', '2001:db8::1', '1.2.3.4'] }],
  [{ type: 'time', days: ['Mon', 'TUE'], from: '22:00', to: '06:00', zone: 'europe/berlin' }, { type: 'time', days: ['mon', 'tue'], from: '22:00', to: '06:00', zone: 'Europe/Berlin' }],
  [{ type: 'time', after: '2026-07-01T10:00:00Z', before: '2026-07-02 10:00', zone: 'Europe/Berlin' }, { type: 'time', after: '2026-07-01 12:00:00', before: '2026-07-02 10:00:00', zone: 'Europe/Berlin' }],
  [{ type: 'visitor', is: 'Bot', not: false, unknown: 'ignored' }, { type: 'visitor', is: 'bot', not: false }],
]; // biome-ignore format: a table.

const SPLIT = { url: TO, weight: 1 };

onEachEngine('rules of a link', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { TRUST_PROXY: 'loopback', RATE_LIMIT: '100000' });
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function add(body: object): Promise<Received['json']> {
    const { status, json } = await site.send('POST', '/api/url/add', { key, body: { url: OWN, ...body } });
    expect({ status, json }).toMatchObject({ status: 200 });
    return json;
  }

  async function details(id: number): Promise<Received['json']> {
    return (await site.send('GET', `/api/url/${id}`, { key })).json.details;
  }

  async function leadsTo(shorturl: string, headers: Record<string, string> = {}, query = ''): Promise<string | null> {
    const sent: Sent = { peer: '127.0.0.1', headers };
    return (await site.send('GET', new URL(shorturl).pathname + query, sent)).headers.get('Location');
  }

  test('are shown in normal form', async () => {
    for (let from = 0; from < NORMAL.length; from += 10) {
      const part = NORMAL.slice(from, from + 10);
      const rule = { name: '  Long   name ', when: part.map(([sent]) => sent), url: 'HTTPS://Rule.example', extra: 1 };
      const { id } = await add({
        rules: [rule, { name: '', when: [], url: null, split: [{ ...SPLIT, name: ' A ' }] }],
      });
      expect((await details(id)).rules).toEqual([
        { name: 'Long   name', when: part.map(([, shown]) => shown), url: TO },
        { when: [], split: [{ ...SPLIT, name: 'A' }] },
      ]);
    }
  });

  test('stay when an update omits them; null, "" and an empty list remove them', async () => {
    const rules = [{ when: [], url: TO }];
    for (const nothing of [null, '', []]) {
      const { id, shorturl } = await add({ rules });
      const change = (body: object) => site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, ...body } });
      await change({ description: 'changed' });
      expect([(await details(id)).rules, await leadsTo(shorturl)]).toEqual([rules, TO]);
      await change({ rules: nothing });
      expect([(await details(id)).rules, await leadsTo(shorturl)]).toEqual([[], OWN]);
    }
  });

  test('are never reused', async () => {
    const url = 'https://example.com/reused';
    const { id } = await add({ url, rules: [{ when: [], url: TO }] });
    const second = await add({ url, reuse: true });
    expect(second.id).not.toBe(id);
    expect((await add({ url, reuse: true, rules: [] })).id).toBe(second.id);
    expect((await add({ url, reuse: true, rules: [{ when: [], url: TO }] })).id).not.toBe(second.id);
  });

  test('are imported, and a wrong one refuses its row with its place', async () => {
    const good = { url: OWN, rules: [{ when: [{ type: 'country', in: ['Germany'] }], url: TO }] };
    const wrong = { url: OWN, rules: [{ when: [{ type: 'country', in: ['Atlantis'] }], url: TO }] };
    const headers = { 'Content-Type': 'application/json' };
    const { json } = await site.send('POST', '/api/urls/import', { key, headers, body: { links: [good, wrong] } });
    expect(json).toMatchObject({ imported: 1, refused: 1 });
    expect((await details(json.rows[0].id)).rules).toEqual([{ when: [{ type: 'country', in: ['DE'] }], url: TO }]);
    expect(json.rows[1].errors[0].field).toBe('rules.0.when.0.in.0');
  });

  test('come before the three lists, in their order', async () => {
    const { id, shorturl } = await add({
      languagetarget: [{ language: 'de', link: 'https://list.example/' }],
      rules: [
        { when: [{ type: 'country', in: ['CA'] }], url: 'https://canada.example/' },
        { when: [{ type: 'query', name: 'ref', in: ['mail'] }], url: 'https://mail.example/' },
      ],
      forward_query: false,
    });
    const german = { 'Accept-Language': 'de' };
    expect(await leadsTo(shorturl, german)).toBe('https://list.example/');
    expect(await leadsTo(shorturl, { ...german, 'X-Forwarded-For': '24.48.0.1' }, '?ref=mail')).toBe(
      'https://canada.example/',
    );
    expect(await leadsTo(shorturl, german, '?ref=x&ref=mail')).toBe('https://mail.example/');
    const { urls } = (await site.send('GET', '/api/urls', { key })).json.data;
    expect(urls.find((link: { id: number }) => link.id === id).rules).toBe(3);
  });

  test('by region and city use the location data, and an unknown place matches only what is negated', async () => {
    const { shorturl } = await add({
      rules: [
        { when: [{ type: 'city', in: ['montréal'], country: 'CA' }], url: 'https://montreal.example/' },
        { when: [{ type: 'region', in: ['CA-QC'] }], url: 'https://quebec.example/' },
        { when: [{ type: 'country', in: ['CA'], not: true }], url: 'https://other.example/' },
      ],
    });
    const from = (address: string) => leadsTo(shorturl, { 'X-Forwarded-For': address });
    expect(await from('24.48.0.1')).toBe('https://montreal.example/');
    expect(await from('192.0.2.1')).toBe('https://other.example/');
  });

  test('ask for the page before a password form', async () => {
    const { shorturl } = await add({
      password: 'open',
      rules: [{ when: [{ type: 'referrer', in: ['news.example'] }], url: TO }],
    });
    const path = new URL(shorturl).pathname;
    const sent = await site.send('POST', path, { body: 'password=open&from=https%3A%2F%2Fwww.news.example%2Fa' });
    const cookies = sent.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    expect(await leadsTo(shorturl, { Cookie: cookies.join('; ') })).toBe(TO);
    expect(await leadsTo(shorturl, { Cookie: cookies[0] ?? '' })).toBe(OWN);
  });

  test('split visitors without a cookie, and each visitor always gets the same variant', async () => {
    const split = ['a', 'b'].map((name) => ({ name, url: `https://${name}.example/`, weight: 1 }));
    const { shorturl } = await add({ rules: [{ when: [], split }] });
    const visit = async (address: string) => {
      const sent: Sent = { peer: '127.0.0.1', headers: { 'X-Forwarded-For': address } };
      const { headers } = await site.send('GET', new URL(shorturl).pathname, sent);
      expect(headers.get('Set-Cookie')).toBeNull();
      return headers.get('Location') ?? '';
    };
    const addresses = many(30, (index) => `203.0.113.${index}`) as string[];
    const first = await Promise.all(addresses.map(visit));
    expect(new Set(first).size).toBe(2);
    expect(await Promise.all(addresses.map(visit))).toEqual(first);
    expect(await visit('2001:db8:1:2::1')).toBe(await visit('2001:db8:1:2:ffff::9'));
  });

  describe('that no longer work', () => {
    test('are skipped, reported in the details, and kept by an update', async () => {
      const rules = [
        { name: 'Office', when: [{ type: 'time', days: ['mon'], zone: 'Mars/Base' }], url: 'https://mars.example/' },
        { when: [], url: TO },
      ];
      const { id, shorturl } = await add({});
      const stored = { rules: JSON.stringify({ rules }) };
      await site.database.db.updateTable('links').set(stored).where('id', '=', id).execute();
      expect(await leadsTo(shorturl)).toBe(TO);
      await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: OWN, description: 'changed' } });
      const shown = await details(id);
      expect(shown.rules).toEqual(rules);
      expect(shown.warning_details).toEqual([
        expect.objectContaining({ code: 'rule_skipped', params: { rule: 'Office', field: 'rules.0.when.0.zone' } }),
      ]);
      expect(await leadsTo(shorturl)).toBe(TO);
    });
  });
});
