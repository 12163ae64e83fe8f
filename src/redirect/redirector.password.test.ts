import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { NOON, openTestSite, type Received, type TestSite } from '../../test/support/test-site.ts';

const DESTINATION = 'https://secret.example/vault?x=1';
const PASSWORD = 'open sesame';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

onEachEngine('a link with a password', (engine) => {
  let site: TestSite;
  let key: string;
  let peerCount = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    key = (await site.addUser()).key;
  });
  afterAll(() => site.close());

  /** The address of a visitor without attempts. */
  function newPeer(): string {
    peerCount += 1;
    return `198.51.${100 + Math.floor(peerCount / 250)}.${1 + (peerCount % 250)}`;
  }

  async function addLink(fields: object = {}): Promise<{ id: number; path: string }> {
    const body = { url: DESTINATION, password: PASSWORD, ...fields };
    const { json } = await site.send('POST', '/api/url/add', { key, body });
    return { id: json.id, path: new URL(json.shorturl).pathname };
  }

  function give(path: string, password: string, peer = newPeer(), fields: object = {}): Promise<Received> {
    const body = String(new URLSearchParams({ password, ...fields }));
    return site.send('POST', path, { peer, headers: FORM, body });
  }

  function cookieOf({ headers }: Received): string {
    return (headers.get('Set-Cookie') ?? '').split(';')[0] ?? '';
  }

  function visit(path: string, cookie: string): Promise<Received> {
    return site.send('GET', path, { headers: { Cookie: cookie } });
  }

  test('the form does not reveal the destination, and is sent to the URL it came from', async () => {
    const { path } = await addLink({ metatitle: 'The vault', description: 'of gold' });
    const { status, text, headers } = await site.send('GET', `${path}?a=1&b="x`);
    expect(status).toBe(200);
    expect(text).toContain(`<form method="post" action="${path}?a=1&amp;b=%22x">`);
    for (const secret of ['secret.example', 'vault', 'The vault', 'of gold']) expect(text).not.toContain(secret);
    expect(headers.get('Location')).toBeNull();
    expect(headers.get('Cache-Control')).toContain('no-store');
    expect(headers.get('Set-Cookie')).toBeNull();
  });

  test('a wrong password gets 403 with the form again and no cookie', async () => {
    const { path } = await addLink();
    for (const password of ['', 'Open sesame', 'open sesame ', `${PASSWORD}${'x'.repeat(200)}`]) {
      const { status, text, headers } = await give(path, password);
      expect(status).toBe(403);
      expect(text).toContain('role="alert"');
      expect(text).not.toContain('secret.example');
      expect(headers.get('Set-Cookie')).toBeNull();
    }
  });

  test('the right password gets 303 to the same URL, with a cookie for this link only', async () => {
    const { id, path } = await addLink();
    const answer = await give(`${path}?a=1`, PASSWORD);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(`${path}?a=1`);
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    expect(answer.text).toBe('');
    const [value, ...attributes] = (answer.headers.get('Set-Cookie') ?? '').split('; ');
    expect(value).toMatch(new RegExp(`^signpost_link_${id}=[\\w-]{43}$`));
    expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=86400', `Path=${path}`, 'SameSite=Lax']);
    expect((await visit(`${path}?a=1`, `other=1; ${value}`)).headers.get('Location')).toBe(`${DESTINATION}&a=1`);
  });

  test('the cookie is Secure if the service uses https', async () => {
    const secure = await openTestSite(engine, { BASE_URL: 'https://sgn.example' });
    const { key: owner } = await secure.addUser();
    const body = { url: DESTINATION, password: PASSWORD, custom: 'locked' };
    await secure.send('POST', '/api/url/add', { key: owner, body });
    const answer = await secure.send('POST', '/locked', { body: 'password=open+sesame' });
    expect(answer.headers.get('Set-Cookie')).toContain('; Secure');
    await secure.close();
  });

  test('a cookie of another link, a forged one and one of an older password are not accepted', async () => {
    const [one, two] = [await addLink(), await addLink()];
    const cookie = cookieOf(await give(one.path, PASSWORD));
    const [, proof = ''] = cookie.split('=');
    expect((await visit(one.path, cookie)).status).toBe(302);
    for (const forged of [
      cookie,
      `signpost_link_${two.id}=${proof}`,
      `signpost_link_${two.id}=`,
      `signpost_link_${two.id}`,
      `signpost_link_${two.id}=1`,
    ]) {
      const { status, headers } = await visit(two.path, forged);
      expect([status, headers.get('Location')]).toEqual([200, null]);
    }
    await site.send('PUT', `/api/url/${one.id}/update`, { key, body: { url: DESTINATION, password: 'another' } });
    expect((await visit(one.path, cookie)).status).toBe(200);
    await site.send('PUT', `/api/url/${one.id}/update`, { key, body: { url: DESTINATION, password: PASSWORD } });
    expect((await visit(one.path, cookie)).status).toBe(200);
  });

  test('once the password is removed, the link redirects, and a form is refused', async () => {
    const { id, path } = await addLink();
    expect((await site.send('GET', path)).status).toBe(200);
    await site.send('PUT', `/api/url/${id}/update`, { key, body: { url: DESTINATION, password: '' } });
    expect((await site.send('GET', path)).headers.get('Location')).toBe(DESTINATION);
    expect((await give(path, PASSWORD)).status).toBe(405);
  });

  test('the sixth attempt of a visitor in a minute gets 429 even with the right password; others are not affected', async () => {
    const { path } = await addLink();
    const cookie = cookieOf(await give(path, PASSWORD));
    const peer = newPeer();
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries += 1) statuses.push((await give(path, 'wrong', peer)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403]);
    const sixth = await give(path, PASSWORD, peer);
    expect(sixth.status).toBe(429);
    expect(sixth.headers.get('Set-Cookie')).toBeNull();
    expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await give(path, PASSWORD)).status).toBe(303);
    expect((await visit(path, cookie)).status).toBe(302);
    const elsewhere = await addLink();
    expect((await give(elsewhere.path, PASSWORD, peer)).status).toBe(303);
  });

  test('the 21st attempt of a visitor in a minute over all links gets 429 even with the right password', async () => {
    guards('link-password-limits');
    const links = [];
    for (let count = 0; count < 5; count += 1) links.push(await addLink());
    const [peer, neighbor] = ['2001:db8:5:6::1', '2001:db8:5:6:ffff::2'];
    const statuses: number[] = [];
    for (const { path } of links.slice(0, 4))
      for (const from of [peer, neighbor, peer, neighbor, peer])
        statuses.push((await give(path, 'wrong', from)).status);
    expect(statuses).toEqual(Array(20).fill(403));
    const fresh = links[4]?.path ?? '';
    for (const from of [peer, neighbor]) {
      const { status, headers, text } = await give(fresh, PASSWORD, from);
      expect([status, headers.get('Set-Cookie')]).toEqual([429, null]);
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(text).toContain('role="alert"');
    }
    expect((await give(fresh, PASSWORD, '2001:db8:5:7::1')).status).toBe(303);
    site.clock.now += 61_000;
    expect((await give(fresh, PASSWORD, peer)).status).toBe(303);
    site.clock.now = NOON;
  });

  test('right passwords also count toward the 20, and concurrent attempts are counted exactly', async () => {
    guards('link-password-limits');
    const links = [];
    for (let count = 0; count < 6; count += 1) links.push(await addLink());
    const peer = newPeer();
    const tries = links.flatMap(({ path }) => Array.from({ length: 4 }, () => give(path, PASSWORD, peer)));
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test('a refused attempt of one visitor does not count for the link, so others are not affected', async () => {
    guards('link-password-limits');
    const { path } = await addLink();
    const peer = newPeer();
    for (let tries = 0; tries < 40; tries += 1) await give(path, 'wrong', peer);
    expect((await give(path, PASSWORD)).status).toBe(303);
  });

  test('concurrent attempts are limited like consecutive ones', async () => {
    const { path } = await addLink();
    const peer = newPeer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => give(path, 'wrong', peer)));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('all addresses of one IPv6 network count as one visitor', async () => {
    const { path } = await addLink();
    const statuses: number[] = [];
    for (let tries = 1; tries <= 6; tries += 1)
      statuses.push((await give(path, 'wrong', `2001:db8:1:2::${tries}`)).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
  });

  test('a link allows 30 attempts a minute over all addresses', async () => {
    const { path } = await addLink();
    const answers = await Promise.all(Array.from({ length: 40 }, () => give(path, 'wrong')));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('any number of visitors enter the right password of a link in one minute; wrong ones still count', async () => {
    guards('link-password-limits');
    const { path } = await addLink();
    for (let visitors = 0; visitors < 40; visitors += 1) expect((await give(path, PASSWORD)).status).toBe(303);
    const answers = await Promise.all(Array.from({ length: 35 }, () => give(path, 'wrong')));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(30);
    expect((await give(path, PASSWORD)).status).toBe(429);
  });

  test('a password is not read from the query', async () => {
    const { path } = await addLink();
    expect((await site.send('GET', `${path}?password=open+sesame`)).status).toBe(200);
    expect((await site.send('POST', `${path}?password=open+sesame`, { peer: newPeer(), body: '' })).status).toBe(403);
  });

  test('a form of more than 64 KiB gets 413', async () => {
    const { path } = await addLink();
    expect((await give(path, 'x'.repeat(70_000))).status).toBe(413);
  });

  const ended: [string, object, number][] = [
    ['disabled', { status: 'disabled' }, 410],
    ['expired', { expiry: '2026-11-16 11:00:00' }, 410],
    ['not yet begun', { starts: '2026-11-16 13:00:00' }, 404],
  ];
  test.each(ended)('a link that is %s neither asks for a password nor accepts one', async (_, fields, status) => {
    expect(site.clock.now).toBe(NOON);
    const { path } = await addLink(fields);
    expect((await site.send('GET', path)).status).toBe(status);
    const given = await give(path, PASSWORD);
    expect([given.status, given.headers.get('Set-Cookie')]).toEqual([status, null]);
  });

  test('the form takes no click, the unlocked visit does', async () => {
    const { path } = await addLink({ max_clicks: 1 });
    expect((await site.send('GET', path)).status).toBe(200);
    const cookie = cookieOf(await give(path, PASSWORD));
    expect((await visit(path, cookie)).status).toBe(302);
    expect((await visit(path, cookie)).status).toBe(410);
  });

  test('the visit is counted with the referrer of the form, and the next one is not', async () => {
    const { id, path } = await addLink();
    const from = 'https://news.example/today';
    expect((await site.send('GET', path, { headers: { Referer: from } })).text).toContain(
      `name="from" value="${from}"`,
    );
    expect((await give(path, 'wrong', newPeer(), { from })).text).toContain(`name="from" value="${from}"`);
    const [proof = '', cameFrom = ''] = (await give(path, PASSWORD, newPeer(), { from })).headers.getSetCookie();
    expect(cameFrom).toMatch(new RegExp(`; Path=${path}; Max-Age=20; HttpOnly; SameSite=Lax$`));
    const cookie = (lines: string[]) => lines.map((line) => line.split(';')[0]).join('; ');
    expect((await visit(path, cookie([proof, cameFrom]))).status).toBe(302);
    expect((await visit(path, cookie([proof]))).status).toBe(302);
    const { json } = await site.send('GET', `/api/url/${id}/stats?by=referrer`, { key });
    expect([json.data.clicks, json.data.top.referrer]).toEqual([2, { 'news.example': 1 }]);
  });

  test('a referrer that is not a URL is not kept', async () => {
    const { path } = await addLink();
    for (const from of ['', 'news', `https://news.example/${'x'.repeat(500)}`]) {
      expect((await give(path, PASSWORD, newPeer(), { from })).headers.getSetCookie()).toHaveLength(1);
    }
    const cookie = `${cookieOf(await give(path, PASSWORD))}; signpost_from=%E0%A4%A`;
    expect((await visit(path, cookie)).status).toBe(302);
  });

  test('neither the password nor the visitor’s address is in the log', async () => {
    guards('log-lines');
    const { path } = await addLink();
    const peer = newPeer();
    await give(path, 'a very wrong word', peer);
    await give(path, PASSWORD, peer);
    const log = site.logLines.join('');
    for (const secret of ['very wrong', PASSWORD, peer]) expect(log).not.toContain(secret);
  });
});
