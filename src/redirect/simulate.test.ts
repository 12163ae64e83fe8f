import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const TORONTO = '99.224.1.1';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const URL = 'https://example.com/own';

onEachEngine('the simulator', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    ({ key } = await site.addUser());
  });
  afterAll(() => site.close());

  async function addLink(body: object): Promise<{ id: number; path: string }> {
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: URL, ...body } });
    return { id: json.id, path: new globalThis.URL(json.shorturl).pathname };
  }

  async function simulate(link: object, visitor: object) {
    return (await site.send('POST', '/api/url/simulate', { key, body: { link: { url: URL, ...link }, ...visitor } }))
      .json;
  }

  async function refusedFields(path: string, body: object): Promise<string[]> {
    const { status, json } = await site.send('POST', path, { key, body });
    expect({ body, status }).toEqual({ body, status: 400 });
    return json.errors.map(({ field }: { field: string }) => field);
  }

  const when = (...conditions: object[]) => ({ when: conditions, url: 'https://rule.example/' });
  const RULES = [
    { name: 'German phones', ...when({ type: 'country', in: ['DE'] }, { type: 'device', in: ['mobile'] }) },
    { ...when({ type: 'language', in: ['fr'] }) },
    {
      name: 'Test',
      when: [{ type: 'visitor', is: 'bot', not: true }],
      split: [{ name: 'A', url: 'https://a.example/', weight: 1 }],
    },
  ];

  test('names the rule that matched, and why the rules before it did not', async () => {
    const { id } = await addLink({ rules: RULES });
    const { json, status } = await site.send('POST', `/api/url/${id}/simulate`, {
      key,
      body: { country: 'Germany', device: 'windows', language: 'de-AT', query: 'a=1' },
    });
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        error: 0,
        decision: 'redirect',
        reason: null,
        next: null,
        url: 'https://a.example/?a=1',
        route: 'rule:Test/A',
        entry: null,
        steps: [
          { rule: 'German phones', condition: 'device', matched: false, saw: 'desktop, windows' },
          { rule: '2', condition: 'language', matched: false, saw: 'de-AT' },
          { rule: 'Test', condition: null, matched: true, saw: null },
        ],
      },
    });
    expect((await site.send('POST', `/api/url/${id}/simulate`, { key, body: {} })).json).toMatchObject({
      steps: [{ condition: 'country', saw: '' }, { condition: 'language', saw: '' }, { matched: true }],
    });
  });

  test('agrees with the real visit of the same visitor, and counts nothing', async () => {
    const { id, path } = await addLink({
      rules: [
        { name: 'Canada', ...when({ type: 'country', in: ['CA'] }, { type: 'browser', in: ['Safari'] }) },
        { when: [], split: ['A', 'B', 'C'].map((name) => ({ name, url: `https://${name}.example/`, weight: 1 })) },
      ],
    });
    for (const address of [TORONTO, '203.0.113.9', '203.0.113.10', '203.0.113.11', '2a00:1450:4001:82a::200e']) {
      const real = await site.send('HEAD', path, { headers: { 'User-Agent': IPHONE }, peer: address });
      const body = { address, user_agent: IPHONE };
      const { json } = await site.send('POST', `/api/url/${id}/simulate`, { key, body });
      expect(json.url).toBe(real.headers.get('Location'));
    }
    const { json } = await site.send('GET', `/api/url/${id}/stats`, { key });
    expect(json.data).toMatchObject({ clicks: 0, bots: 5 });
  });

  describe('what a visitor is', () => {
    const MATCHING: [condition: object, visitor: object][] = [
      [{ type: 'country', in: ['CA'] }, { address: TORONTO }],
      [
        { type: 'country', in: ['FR'] },
        { address: TORONTO, country: 'fr' },
      ],
      [{ type: 'region', in: ['US-CA'] }, { region: 'us-ca' }],
      [{ type: 'region', in: ['California'], country: 'US' }, { region: 'US-CA' }],
      [
        { type: 'region', in: ['CA-QC'] },
        { country: 'CA', region: 'Québec' },
      ],
      [{ type: 'region', in: ['US-PR'] }, { region: 'US-PR' }],
      [{ type: 'city', in: ['Montreal'] }, { city: 'Montréal (Ville-Marie)' }],
      [
        { type: 'city', in: ['Toronto'], not: true },
        { address: TORONTO, country: 'FR' },
      ],
      [{ type: 'device', in: ['ios'] }, { device: 'iPhone' }],
      [{ type: 'device', in: ['mobile'] }, { device: 'iphone' }],
      [{ type: 'device', in: ['mobile'] }, { user_agent: IPHONE }],
      [
        { type: 'device', in: ['desktop'] },
        { user_agent: IPHONE, device: 'windows' },
      ],
      [{ type: 'device', in: ['mobile'], not: true }, { device: 'ios' }],
      [
        { type: 'device', in: ['ios'] },
        { device: 'mobile', os: 'iOS' },
      ],
      [
        { type: 'device', in: ['tablet'] },
        { device: 'tablet', os: 'iPadOS' },
      ],
      [{ type: 'os', in: ['Windows'] }, { os: 'windows' }],
      [{ type: 'os', in: ['iOS'] }, { user_agent: IPHONE }],
      [
        { type: 'browser', in: ['Firefox'] },
        { browser: 'FIREFOX', user_agent: IPHONE },
      ],
      [{ type: 'language', in: ['pt-BR'] }, { language: 'pt_br' }],
      [{ type: 'language', in: ['de'] }, { language: 'de-AT,en;q=0.8' }],
      [{ type: 'language', in: ['zh-TW'] }, { language: 'zh-Hant-TW,fil;q=0.8' }],
      [{ type: 'referrer', in: ['example.com'] }, { referrer: 'https://news.example.com/a?b' }],
      [{ type: 'referrer', in: ['example.com'] }, { referrer: 'news.example.com' }],
      [{ type: 'referrer', in: ['direct'] }, { referrer: '' }],
      [{ type: 'query', name: 'a', in: ['1 2'] }, { query: '?b=3&a=1%202' }],
      [{ type: 'address', in: ['203.0.113.0/24'] }, { address: '::ffff:203.0.113.7' }],
      [{ type: 'time', days: ['tue'], from: '23:00', zone: 'Europe/Berlin' }, { time: '2026-11-17 22:00:00' }],
      [
        { type: 'time', after: '2026-11-17 10:00:00' },
        { time: '2026-11-17T12:00:00+01:00', address: null },
      ],
      [{ type: 'visitor', is: 'preview' }, { is: 'preview' }],
      [{ type: 'visitor', is: 'bot' }, { user_agent: 'Googlebot/2.1' }],
      [
        { type: 'visitor', is: 'person' },
        { user_agent: 'Googlebot/2.1', is: 'person' },
      ],
      [{ type: 'visitor', is: 'person' }, {}],
    ];

    test.each(MATCHING)('%p matches %p', async (condition, visitor) => {
      expect(await simulate({ rules: [when(condition)] }, visitor)).toMatchObject({ error: 0, route: 'rule:1' });
    });

    test('the three lists name their entry', async () => {
      const link = {
        geotarget: [{ location: 'Canada-Quebec', link: 'https://ca.example/' }],
        languagetarget: [{ language: 'fr', link: 'https://fr.example/' }],
      };
      const quebec = { country: 'CA', region: 'Quebec', language: 'fr' };
      expect(await simulate(link, quebec)).toMatchObject({ route: 'geo', entry: 'canada-quebec', steps: [] });
      expect(await simulate(link, { language: 'fr-CA' })).toMatchObject({ route: 'language', entry: 'fr' });
      expect(await simulate(link, {})).toMatchObject({ route: 'default', entry: null, url: URL });
    });
  });

  test('says that a link is disabled, not started, used up, expired or locked', async () => {
    const none = { url: null, route: null, steps: [] };
    const rules = [{ name: 'A', ...when() }];
    expect(await simulate({ rules, status: 'disabled' }, {})).toMatchObject({
      decision: 'gone',
      reason: 'disabled',
      ...none,
    });
    const expiry = '2026-01-01 00:00:00';
    expect(await simulate({ rules, expiry }, {})).toMatchObject({ decision: 'gone', reason: 'expired', ...none });
    expect(await simulate({ rules, expiry }, { time: '2025-01-01 00:00:00' })).toMatchObject({ route: 'rule:A' });
    expect(await simulate({ rules, expiry, expiry_url: 'https://b.example/' }, {})).toMatchObject({
      ...{ decision: 'redirect', reason: 'expired', url: 'https://b.example/', route: null, steps: [] },
    });
    expect(await simulate({ rules, starts: '2030-01-01 00:00:00' }, {})).toMatchObject({
      decision: 'unknown',
      ...none,
    });
    expect(await simulate({ rules, max_clicks: 2 }, { clicks: 2 })).toMatchObject({ decision: 'gone', ...none });
    expect(await simulate({ rules, max_clicks: 2 }, { is: 'bot' })).toMatchObject({ decision: 'limited', ...none });
    const { id } = await addLink({ rules, password: 'open sesame', type: 'splash' });
    const { json } = await site.send('POST', `/api/url/${id}/simulate`, { key, body: {} });
    expect(json).toMatchObject({ decision: 'password', next: 'splash', route: 'rule:A', steps: [{ rule: 'A' }] });
    expect(json.url).toBe('https://rule.example/');
  });

  test('takes no click of a link with a limit', async () => {
    const { id, path } = await addLink({ max_clicks: 1 });
    for (let times = 0; times < 2; times += 1) {
      const { json } = await site.send('POST', `/api/url/${id}/simulate`, { key, body: {} });
      expect(json.decision).toBe('redirect');
    }
    expect((await site.send('GET', path)).status).toBe(302);
    const after = await site.send('POST', `/api/url/${id}/simulate`, { key, body: {} });
    expect(after.json).toMatchObject({ decision: 'gone', reason: 'expired' });
  });

  test('refuses wrong and unknown properties by their names', async () => {
    const { id } = await addLink({});
    const wrong = {
      ...{ country: 'Atlantis', region: 'US-XX', city: '\u0000', device: 'toaster', os: 'x', browser: 'toaster' },
      ...{
        user_agent: 'a\nb',
        language: 'klingon',
        referrer: 'https://',
        address: '300.1.1.1',
        time: 'soon',
        is: 'cat',
      },
      ...{ query: 5, clicks: -1, weather: 'rain' },
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect([name, await refusedFields(`/api/url/${id}/simulate`, { [name]: value })]).toEqual([name, [name]]);
    }
    expect((await refusedFields('/api/url/simulate', { link: { url: URL }, ...wrong })).toSorted()).toEqual(
      Object.keys(wrong).toSorted(),
    );
    expect(await refusedFields('/api/url/simulate', {})).toEqual(['link']);
    expect(
      await refusedFields('/api/url/simulate', {
        link: { rules: [{ when: [{ type: 'country', in: ['XX'] }], url: URL }] },
      }),
    ).toEqual(['link.url', 'link.rules.0.when.0.in.0']);
    expect(await refusedFields('/api/url/simulate', { link: { url: URL, pixels: [999] } })).toEqual(['link.pixels']);
  });

  test('needs a key, and the right to read the link', async () => {
    const { id } = await addLink({});
    const other = await site.addUser();
    for (const path of [`/api/url/${id}/simulate`, '/api/url/simulate']) {
      expect((await site.send('POST', path, { body: {} })).status).toBe(401);
    }
    expect((await site.send('POST', `/api/url/${id}/simulate`, { key: other.key, body: {} })).status).toBe(404);
    expect((await site.send('POST', '/api/url/999999/simulate', { key, body: {} })).status).toBe(404);
  });
});
