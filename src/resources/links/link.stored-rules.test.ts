import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../../test/support/test-site.ts';

const OWN = 'https://example.com/';
const PHONE = 'https://example.com/phone';
const OTHER = 'https://example.com/other';

/** Stored JSON that this version would not write, by alias. */
const STORED = {
  older: { devices: [{ device: 'iphone', link: PHONE }] },
  newer: {
    weathers: [{ weather: 'rain', link: OTHER }],
    devices: [
      { device: 'watch', link: OTHER },
      { device: 'iphone', link: PHONE },
    ],
    rules: [{ when: [{ type: 'weather', in: ['rain'] }], url: OTHER, season: 'spring' }],
  },
};

onEachEngine('rules that another version stored', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
    for (const [custom, rules] of Object.entries(STORED)) {
      await site.send('POST', '/api/url/add', { key, body: { url: OWN, custom } });
      const change = { rules: JSON.stringify(rules) };
      await site.database.db.updateTable('links').set(change).where('alias', '=', custom).execute();
    }
  });
  afterAll(() => site.close());

  async function readLinks(): Promise<{ id: number; alias: string }[]> {
    const { status, json } = await site.send('GET', '/api/urls', { key });
    expect(status).toBe(200);
    return json.data.urls;
  }

  async function idOf(alias: string): Promise<number | undefined> {
    return (await readLinks()).find((link) => link.alias === alias)?.id;
  }

  test('the list of links is complete', async () => {
    expect((await readLinks()).map(({ alias }) => alias)).toEqual(['newer', 'older']);
  });

  test.each(Object.keys(STORED))('the API shows the known rules of the %s link', async (alias) => {
    const { status, json } = await site.send('GET', `/api/url/${await idOf(alias)}`, { key });
    expect(status).toBe(200);
    expect(json.details).toMatchObject({ location: {}, device: { iphone: PHONE }, language: {} });
  });

  test('the API shows an ordered rule as it is, so that nobody removes it unnoticed, and refuses it in a body', async () => {
    const id = await idOf('newer');
    const { details } = (await site.send('GET', `/api/url/${id}`, { key })).json;
    expect(details.rules).toEqual(STORED.newer.rules);
    const { status, json } = await site.send('PUT', `/api/url/${id}/update`, { key, body: { rules: details.rules } });
    expect([status, json.errors[0].field]).toEqual([400, 'rules.0.when.0.type']);
  });

  test.each(Object.keys(STORED))('a visit to the %s link follows the known rules', async (alias) => {
    const visit = (agent: string) => site.send('GET', `/${alias}`, { headers: { 'User-Agent': agent } });
    const phone = await visit('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15');
    const desktop = await visit('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0');
    expect([phone, desktop].map(({ headers }) => headers.get('Location'))).toEqual([PHONE, OWN]);
  });

  test('an update keeps unknown rules', async () => {
    const body = { url: OWN, description: 'changed' };
    const { status } = await site.send('PUT', `/api/url/${await idOf('newer')}/update`, { key, body });
    expect(status).toBe(200);
    const row = await site.database.db
      .selectFrom('links')
      .select(['rules', 'description'])
      .where('alias', '=', 'newer')
      .executeTakeFirstOrThrow();
    expect(row.description).toBe('changed');
    expect(JSON.parse(row.rules ?? '')).toMatchObject({
      weathers: STORED.newer.weathers,
      devices: STORED.newer.devices.toReversed(),
      rules: STORED.newer.rules,
    });
  });
});
