import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

type Request = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object];

/** A noun with every path that names one of its rows. */
interface Noun {
  noun: string;
  /** The request that creates a row. */
  add: Request;
  /** Every path of a row. ID stands for its id, OWN for the id of a link of the requesting user. */
  paths: Request[];
  /** The path that returns the complete row to its owner; `ID` is replaced by the id. */
  seenAt: string;
}

const DESTINATION = 'https://example.com/good';

const NOUNS: Noun[] = [
  {
    noun: 'link',
    add: ['POST', '/api/url/add', { url: DESTINATION }],
    paths: [
      ['GET', '/api/url/ID'],
      ['GET', '/api/url/ID/stats'],
      ['GET', '/api/url/ID/clicks'],
      ['POST', '/api/url/ID/simulate', {}],
      ['GET', '/api/url/ID/share'],
      ['POST', '/api/url/ID/share'],
      ['DELETE', '/api/url/ID/share'],
      ['PUT', '/api/url/ID/update', { url: 'https://evil.example/' }],
      ['DELETE', '/api/url/ID/delete'],
    ],
    seenAt: '/api/url/ID',
  },
  {
    noun: 'QR code',
    add: ['POST', '/api/qr/add', { type: 'link', data: DESTINATION }],
    paths: [
      ['GET', '/api/qr/ID'],
      ['GET', '/api/qr/ID/stats'],
      ['PUT', '/api/qr/ID/update', { data: 'https://evil.example/' }],
      ['DELETE', '/api/qr/ID/delete'],
    ],
    seenAt: '/api/qr/ID',
  },
  {
    noun: 'pixel',
    add: ['POST', '/api/pixel/add', { type: 'bing', name: 'n', tag: '12345678' }],
    paths: [
      ['PUT', '/api/pixel/ID/update', { tag: '87654321' }],
      ['DELETE', '/api/pixel/ID/delete'],
    ],
    seenAt: '/api/pixels',
  },
  {
    noun: 'UTM template',
    add: ['POST', '/api/utm-template/add', { name: 'Mine', utm_source: 'mine' }],
    paths: [
      ['GET', '/api/utm-template/ID'],
      ['PUT', '/api/utm-template/ID/update', { utm_source: 'theirs' }],
      ['DELETE', '/api/utm-template/ID/delete'],
    ],
    seenAt: '/api/utm-template/ID',
  },
  {
    noun: 'campaign',
    add: ['POST', '/api/campaign/add', { name: 'Mine', slug: 'mine' }],
    paths: [
      ['GET', '/api/campaign/ID'],
      ['GET', '/api/campaign/ID/stats'],
      ['PUT', '/api/campaign/ID/update', { name: 'Theirs', slug: 'theirs', public: true }],
      ['POST', '/api/campaign/ID/assign/OWN', { weight: 9 }],
      ['DELETE', '/api/campaign/ID/assign/OWN'],
      ['DELETE', '/api/campaign/ID/delete'],
    ],
    seenAt: '/api/campaign/ID',
  },
  {
    noun: 'channel',
    add: ['POST', '/api/channel/add', { name: 'Mine', color: '#123456', starred: true }],
    paths: [
      ['GET', '/api/channel/ID'],
      ['PUT', '/api/channel/ID/update', { name: 'Theirs', starred: false }],
      ['POST', '/api/channel/ID/assign/links/OWN'],
      ['DELETE', '/api/channel/ID/assign/links/OWN'],
      ['DELETE', '/api/channel/ID/delete'],
    ],
    seenAt: '/api/channels',
  },
  {
    noun: 'domain',
    add: ['POST', '/api/domain/add', { domain: 'https://go.alice.example' }],
    paths: [
      ['GET', '/api/domain/ID'],
      ['PUT', '/api/domain/ID/update', { redirectroot: 'https://evil.example/' }],
      ['POST', '/api/domain/ID/verify'],
      ['DELETE', '/api/domain/ID/delete'],
      ['DELETE', '/api/domain/ID/delete?force=1'],
    ],
    seenAt: '/api/domain/ID',
  },
  {
    noun: 'bio page',
    add: ['POST', '/api/bio/add', { name: 'Mine' }],
    paths: [
      ['GET', '/api/bio/ID'],
      ['GET', '/api/bio/ID/stats'],
      ['PUT', '/api/bio/ID/update', { name: 'Theirs' }],
      ['DELETE', '/api/bio/ID/delete'],
    ],
    seenAt: '/api/bio/ID',
  },
  {
    noun: 'splash page',
    add: ['POST', '/api/splash/add', { name: 'Mine' }],
    paths: [
      ['GET', '/api/splash/ID'],
      ['PUT', '/api/splash/ID/update', { name: 'Theirs' }],
      ['DELETE', '/api/splash/ID/delete'],
    ],
    seenAt: '/api/splash/ID',
  },
  {
    noun: 'overlay',
    add: ['POST', '/api/overlay/add', { type: 'poll', name: 'Mine' }],
    paths: [
      ['GET', '/api/overlay/ID'],
      ['PUT', '/api/overlay/ID/update', { name: 'Theirs' }],
      ['DELETE', '/api/overlay/ID/delete'],
      ['GET', '/api/overlay/ID/responses'],
      ['GET', '/api/overlay/ID/responses.csv'],
      ['DELETE', '/api/overlay/ID/response/1/delete'],
      ['DELETE', '/api/overlay/ID/responses/delete'],
    ],
    seenAt: '/api/overlay/ID',
  },
];

// Fields that no request may set, under the names that a body could use.
const NEVER_ASSIGNED =
  '"id":77777,"userid":1,"user_id":1,"owner":1,"clicks":999,"links":999,"scans":999,"date":"2001-01-01 00:00:00","role":"admin","__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}';

onEachEngine('ownership', (engine) => {
  let site: TestSite;
  let alice: { id: number; key: string };
  let bob: { id: number; key: string };
  let bobsLink: number;

  beforeAll(async () => {
    site = await openTestSite(engine);
    // The first user has id 1 and is the administrator, so it is not used here.
    await site.addUser();
    alice = await site.addUser();
    bob = await site.addUser();
    bobsLink = (await site.send('POST', '/api/url/add', { key: bob.key, body: { url: DESTINATION } })).json.id;
  });
  afterAll(() => site.close());

  function ask([method, path, body]: Request, id: number | string, { key }: { key: string }) {
    return site.send(method, path.replace('ID', String(id)).replace('OWN', String(bobsLink)), { key, body });
  }

  for (const { noun, add, paths, seenAt } of NOUNS) {
    test(`51: every path of another user’s ${noun} responds as if it did not exist, and changes nothing`, async () => {
      guards('ownership');
      const { id } = (await ask(add, 0, alice)).json;
      const before = (await ask(['GET', seenAt], id, alice)).text;
      for (const request of paths) {
        const others = await ask(request, id, bob);
        const missing = await ask(request, 999_999, bob);
        expect([request[1], others.status]).toEqual([request[1], 404]);
        expect(others.text).toBe(missing.text);
        expect((await ask(request, id, { key: 'sp_nobody' })).status).toBe(401);
      }
      expect((await ask(['GET', seenAt], id, alice)).text).toBe(before);
    });

    test(`53: the body of a ${noun} assigns nothing but its fields`, async () => {
      guards('ownership');
      const [method, path, body = {}] = add;
      const seen = async () => (await ask(['GET', seenAt], made, alice)).text;
      // Unique fields need another value here.
      const fields = JSON.stringify(body).replace('"mine"', '"another"').replace('go.alice', 'go2.alice');
      const hostile = `{${fields.slice(1, -1)},${NEVER_ASSIGNED}}`;
      const { status, json } = await site.send(method, path, { key: alice.key, body: hostile });
      const made = json.id;
      expect([status, made === 77_777]).toEqual([200, false]);
      expect(await seen()).not.toMatch(/77777|999|2001-01-01|isAdmin/);
      const change = paths.find(([verb, where]) => verb === 'PUT' && where.endsWith('/update'));
      if (change) {
        const again = `{${JSON.stringify(change[2]).slice(1, -1)},${NEVER_ASSIGNED}}`;
        const updated = await site.send('PUT', change[1].replace('ID', String(made)), { key: alice.key, body: again });
        expect(updated.status).toBe(200);
        expect(await seen()).not.toMatch(/77777|999|2001-01-01|isAdmin/);
      }
      expect((await site.send('GET', '/api/account', { key: bob.key })).json.data.id).toBe(bob.id);
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });
  }

  test('51: another user’s link cannot be added to one’s own campaign, nor one’s own link to theirs', async () => {
    guards('ownership');
    const mine = (await ask(['POST', '/api/campaign/add', {}], 0, alice)).json.id;
    for (const link of [bobsLink, 999_999]) {
      const { status, json } = await ask(['POST', `/api/campaign/ID/assign/${link}`], mine, alice);
      expect([status, json.code]).toEqual([404, 'link_not_found']);
    }
    const { status, json } = await ask(
      ['PUT', '/api/url/ID/update', { url: DESTINATION, campaign: mine }],
      bobsLink,
      bob,
    );
    expect([status, json.errors[0].field]).toEqual([400, 'campaign']);
    expect((await ask(['GET', '/api/campaign/ID'], mine, alice)).json.details.links).toBe(0);
    expect((await ask(['GET', '/api/urls?campaign=ID'], mine, bob)).json.data).toMatchObject({ result: 0, urls: [] });
  });

  test('54: the list and the rotator of a private campaign do not exist under any of its names, before and after it was public', async () => {
    guards('ownership');
    const body = { name: 'Unseen', slug: 'unseen', public: false };
    const { id, list, rotator } = (await ask(['POST', '/api/campaign/add', body], 0, alice)).json;
    await ask(
      ['POST', '/api/url/add', { url: 'https://hidden.example/', campaign: id, custom: 'in-unseen' }],
      0,
      alice,
    );
    const { pathname } = new URL(list);
    const paths = [pathname, pathname.replace('unseen', String(id)), new URL(rotator).pathname];
    let visitor = 0;
    async function look(path: string) {
      visitor += 1;
      // A key does not open a private campaign.
      const send = () => site.send(visitor % 2 ? 'GET' : 'HEAD', path, { key: alice.key, peer: `10.9.0.${visitor}` });
      const answer = await send();
      // On a busy machine the store may take longer than a visit waits for it.
      return answer.status === 503 ? send() : answer;
    }
    const statuses = async () => Promise.all(paths.map(async (path) => (await look(path)).status));
    const texts = async () => Promise.all(paths.map(async (path) => (await site.send('GET', path)).text));
    expect(await statuses()).toEqual([404, 404, 404]);
    for (const text of await texts()) expect(text).not.toMatch(/Unseen|hidden\.example|in-unseen/);
    await ask(['PUT', '/api/campaign/ID/update', { ...body, public: true }], id, alice);
    expect(await statuses()).toEqual([200, 200, 302]);
    await ask(['PUT', '/api/campaign/ID/update', body], id, alice);
    expect(await statuses()).toEqual([404, 404, 404]);
    for (const text of await texts()) expect(text).not.toMatch(/Unseen|hidden\.example|in-unseen/);
    // The link itself still works.
    expect((await site.send('GET', '/in-unseen')).status).toBe(302);
  });
});
