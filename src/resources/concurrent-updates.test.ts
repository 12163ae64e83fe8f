import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';

const ROUNDS = 5;
const url = 'https://example.com/';

/** Two bodies that change different fields of one row, and what the row must have after both. */
interface Race {
  noun: string;
  body: object;
  changes: [one: object, other: object];
  shows: string[];
  /** The list that shows the row, if no other endpoint does. */
  list?: string;
}

const RACES: Race[] = [
  {
    noun: 'url',
    body: { url },
    changes: [
      { url, metatitle: 'One' },
      { url, expiry: '2030-01-01 00:00:00' },
    ],
    shows: ['"metatitle":"One"', '"expiry":"2030-01-01 00:00:00"'],
  },
  {
    noun: 'campaign',
    body: { name: 'A', public: true },
    changes: [
      { name: 'A', slug: 'one' },
      { name: 'A', public: false },
    ],
    shows: ['"slug":"one"', '"public":false'],
  },
  {
    noun: 'splash',
    body: { name: 'A' },
    changes: [{ title: 'One' }, { text: 'Other' }],
    shows: ['"title":"One"', '"text":"Other"'],
  },
  {
    noun: 'overlay',
    body: { type: 'message', name: 'A' },
    changes: [{ text: 'One' }, { delay: 9 }],
    shows: ['"text":"One"', '"delay":9'],
  },
  {
    noun: 'qr',
    body: { type: 'link', data: url },
    changes: [
      { data: url, name: 'One' },
      { data: url, margin: 8 },
    ],
    shows: ['"name":"One"', '"margin":8'],
  },
  {
    noun: 'channel',
    body: { name: 'A' },
    changes: [{ name: 'One' }, { description: 'Other' }],
    shows: ['"name":"One"', '"description":"Other"'],
    list: '/api/channels',
  },
  {
    noun: 'pixel',
    body: { type: 'gapixel', name: 'A', tag: 'G-1' },
    changes: [{ name: 'One', tag: 'G-1' }, { tag: 'G-1' }],
    shows: ['"name":"One"'],
    list: '/api/pixels',
  },
  {
    noun: 'utm-template',
    body: { name: 'A', utm_source: 'a' },
    changes: [{ name: 'One' }, { utm_medium: 'other' }],
    shows: ['"name":"One"', '"utm_medium":"other"'],
  },
  {
    noun: 'bio',
    body: { name: 'A' },
    changes: [{ name: 'One' }, { headline: 'Other' }],
    shows: ['"name":"One"', '"headline":"Other"'],
  },
  {
    noun: 'domain',
    body: { domain: 'https://go.example' },
    changes: [{ redirectroot: `${url}root` }, { redirect404: `${url}404` }],
    shows: [`"redirectroot":"${url}root"`, `"redirect404":"${url}404"`],
  },
];

onEachEngine('simultaneous changes of different fields', (engine) => {
  let site: TestSite;
  let key: string;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  async function call(method: string, path: string, body?: object) {
    const answer = await site.send(method, path, { key, ...(body && { body }) });
    expect([path, answer.status, answer.text]).toEqual([path, 200, answer.text]);
    return answer;
  }

  function update(noun: string, id: number, body: object) {
    return call('PUT', `/api/${noun}/${id}/update`, body);
  }

  async function addLink(body: object = {}): Promise<number> {
    return (await call('POST', '/api/url/add', { url, ...body })).json.id;
  }

  test.each(RACES)('of a $noun both take effect', async ({ noun, body, changes, shows, list }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = (await call('POST', `/api/${noun}/add`, body)).json;
      // The second run sends them in the other order.
      const inTurn = round % 2 === 0 ? changes : changes.toReversed();
      await Promise.all(inTurn.map((change) => update(noun, id, change)));
      const { json } = await call('GET', list ?? `/api/${noun}/${id}`);
      for (const part of shows) expect(JSON.stringify(json)).toContain(part);
      await call('DELETE', `/api/${noun}/${id}/delete`);
    }
  });

  test('a bulk disable and a simultaneous update of a link both take effect', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids = [await addLink(), await addLink()];
      const [id = 0] = ids;
      await Promise.all([
        call('POST', '/api/urls/change', { ids, status: 'disabled', add_tag: 'a' }),
        update('url', id, { url, metatitle: 'One', tags: ['a'] }),
      ]);
      const { details } = (await call('GET', `/api/url/${id}`)).json;
      expect(details).toMatchObject({ status: 'disabled', metatitle: 'One', tags: ['a'] });
    }
  });

  test('a simultaneous move and retitling of a link both take effect, and its domain counts it once', async () => {
    const { id: domain } = (await call('POST', '/api/domain/add', { domain: 'https://moved.example' })).json;
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await addLink();
      await Promise.all([
        update('url', id, { url, domain: 'moved.example' }),
        update('url', id, { url, custom: `moved-${round}` }),
        update('url', id, { url, metatitle: 'One' }),
      ]);
      const { details } = (await call('GET', `/api/url/${id}`)).json;
      expect(details).toMatchObject({ shorturl: `https://moved.example/moved-${round}`, metatitle: 'One' });
    }
    expect((await call('GET', `/api/domain/${domain}`)).json.details.links).toBe(ROUNDS);
  });
});
