import { afterAll, afterEach, beforeAll, expect, mock, spyOn, test } from 'bun:test';
import { MemoryWindows } from '../../src/bus/memory-windows.ts';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { signIn } from '../support/sign-in.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';
import { waitUntil } from '../support/wait.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const PASSWORD = 'open sesame';
// A queue holds forty. In addition one link password or two account passwords are being checked.
const GUESSES = 41;
const SIGN_INS = 42;

onEachEngine('password queues', (engine) => {
  let site: TestSite;
  let key: string;
  let path: string;
  let release = () => {};
  let count = 0;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '1000', REGISTRATION: 'open' });
    key = (await site.addUser('owner@example.com')).key;
    path = await addLink('first');
  });
  afterAll(() => site.close());
  afterEach(() => {
    release();
    mock.restore();
  });

  async function addLink(custom: string, owner = key): Promise<string> {
    const body = { url: 'https://secret.example/', password: PASSWORD, custom };
    expect((await site.send('POST', '/api/url/add', { key: owner, body })).status).toBe(200);
    return `/${custom}`;
  }

  /** From now on the check of a wrong password waits for `release`; correct passwords are checked as usual. */
  function holdWrong(): void {
    const { verify } = Bun.password;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    spyOn(Bun.password, 'verify').mockImplementation((password, hash) =>
      String(password).startsWith('wrong') ? promise : verify.call(Bun.password, password, hash),
    );
    release = () => resolve(false);
  }

  function newPeer(): string {
    count += 1;
    return `198.51.${100 + Math.floor(count / 250)}.${1 + (count % 250)}`;
  }

  /** Holds the first checks until `release`, as of wrong passwords; returns the passwords in the order in which their checks began. */
  function holdFirst(held = 1): string[] {
    const { verify } = Bun.password;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const begun: string[] = [];
    spyOn(Bun.password, 'verify').mockImplementation((password, hash) => {
      begun.push(String(password));
      return begun.length <= held ? promise : verify.call(Bun.password, password, hash);
    });
    release = () => resolve(false);
    return begun;
  }

  function guess(at: string, password = 'wrong', peer = newPeer()): Promise<Received> {
    return site.send('POST', at, { peer, headers: FORM, body: `password=${encodeURIComponent(password)}` });
  }

  function trySignIn(email: string, peer = newPeer()): Promise<Received> {
    return site.send('POST', '/api/session', { peer, body: { email, password: 'wrong password' } });
  }

  /** Sends one more request than the queue accepts; when that one is refused, the queue is full. */
  async function fillQueue(size: number, send: (index: number) => Promise<Received>) {
    holdWrong();
    const sent = Array.from({ length: size + 1 }, (_, index) => send(index));
    return { refused: await Promise.race(sent), all: sent };
  }

  /** Links of as many owners. */
  async function addForeignLinks(owners: number): Promise<string[]> {
    const paths: string[] = [];
    for (let made = 0; made < owners; made += 1) {
      count += 1;
      paths.push(await addLink(`foreign-${count}`, (await site.addUser()).key));
    }
    return paths;
  }

  /** Sends wrong guesses, then the right password to a link, and expects that only the first guess was checked before it. */
  async function expectRightNext(targets: { at: string; peer: string }[], to: string): Promise<void> {
    const begun = holdFirst();
    const taking = spyOn(MemoryWindows.prototype, 'take');
    // The limit of the link is the last one, directly before the queue.
    const countQueued = () => taking.mock.calls.filter(([bucket]) => /^unlock:\d+$/.test(bucket)).length;
    const wrong = targets.map(({ at, peer }) => guess(at, 'wrong', peer));
    await waitUntil('the guesses wait', () => countQueued() === targets.length);
    const right = guess(to, PASSWORD);
    await waitUntil('the right password waits', () => countQueued() === targets.length + 1);
    release();
    expect((await right).status).toBe(303);
    expect(begun.indexOf(PASSWORD)).toBe(1);
    expect(await statusesOf(wrong)).toEqual(Array(targets.length).fill(403));
    mock.restore();
    site.clock.now += 120_000;
  }

  /** Over two links, because each link has its own limit. */
  async function fillGuesses() {
    count += 1;
    const paths = [path, await addLink(`other-${count}`)];
    return fillQueue(GUESSES, (index) => guess(paths[index % 2] ?? path));
  }

  async function statusesOf(all: Promise<Received>[]): Promise<number[]> {
    return (await Promise.all(all)).map(({ status }) => status).sort();
  }

  test('the right password of one owner’s link does not wait for guesses at links of another owner', async () => {
    guards('password-queues');
    const [mine = ''] = await addForeignLinks(1);
    const paths = [path, await addLink(`second-${count}`)];
    const targets = Array.from({ length: 36 }, (_, index) => ({ at: paths[index % 2] ?? path, peer: newPeer() }));
    await expectRightNext(targets, mine);
  });

  test('the right password of one visitor does not wait for the guesses of another, at links of any owner', async () => {
    guards('password-queues');
    const [mine = '', ...theirs] = await addForeignLinks(21);
    const peer = newPeer();
    await expectRightNext(
      theirs.map((at) => ({ at, peer })),
      mine,
    );
    const owned = [path, await addLink(`third-${count}`), await addLink(`fourth-${count}`)];
    const targets = Array.from({ length: 15 }, (_, index) => ({ at: owned[index % 3] ?? path, peer }));
    await expectRightNext(targets, path);
  });

  test('a full queue of guesses has a place for the right password of another owner’s link', async () => {
    guards('password-queues');
    const [mine = ''] = await addForeignLinks(1);
    const { all } = await fillGuesses();
    const right = guess(mine, PASSWORD);
    release();
    expect((await right).status).toBe(303);
    await Promise.all(all);
    site.clock.now += 120_000;
  });

  test('a hash of an older version that costs more than ours delays only links that have such a hash', async () => {
    guards('password-queues');
    const [mine = ''] = await addForeignLinks(1);
    const dear = await addLink(`dear-${count}`);
    const hash = '$argon2id$v=19$m=262144,t=10,p=1$YWFhYWFhYWE$YWFhYWFhYWFhYWFhYWFhYQ';
    await site.database.db
      .updateTable('links')
      .set({ password_hash: hash })
      .where('alias', '=', dear.slice(1))
      .execute();
    const begun = holdFirst();
    const slow = guess(dear);
    await waitUntil('the dear hash is being checked', () => begun.length === 1);
    for (const at of [mine, path]) expect((await guess(at, PASSWORD)).status).toBe(303);
    expect((await signIn(site, 'owner@example.com')).answer.status).toBe(200);
    release();
    expect((await slow).status).toBe(403);
  });

  test('the right password of an account does not wait for guesses at other accounts from other addresses', async () => {
    guards('password-queues');
    const begun = holdFirst(2);
    const taking = spyOn(MemoryWindows.prototype, 'take');
    const countQueued = () => taking.mock.calls.filter(([bucket]) => bucket.startsWith('sign-in:account:')).length;
    const peer = newPeer();
    const guesses = [
      ...Array.from({ length: 10 }, (_, index) => trySignIn(`nobody${index}@example.com`, peer)),
      ...Array.from({ length: 10 }, () => trySignIn('nobody0@example.com')),
    ];
    await waitUntil('the guesses wait', () => countQueued() === guesses.length);
    const right = signIn(site, 'owner@example.com');
    await waitUntil('the sign-in waits', () => countQueued() === guesses.length + 1);
    release();
    expect((await right).answer.status).toBe(200);
    // Two run at once.
    expect(begun.indexOf('correct horse 9')).toBeLessThanOrEqual(3);
    await Promise.all(guesses);
    site.clock.now += 120_000;
  });

  test('a guess beyond the queue is 503 with Retry-After on the form, and does not count as a try', async () => {
    guards('password-queues');
    const { all } = await fillGuesses();
    const peer = newPeer();
    for (let tries = 0; tries < 8; tries += 1) {
      const { status, headers, text } = await guess(path, PASSWORD, peer);
      expect([status, headers.get('Retry-After'), headers.get('Set-Cookie')]).toEqual([503, '5', null]);
      expect(headers.get('Content-Type')).toStartWith('text/html');
      expect(text).toContain('Try again in a few seconds');
      expect(text).not.toContain('secret.example');
    }
    release();
    expect(await statusesOf(all)).toEqual([...Array(GUESSES).fill(403), 503]);
    expect((await guess(path, PASSWORD, peer)).status).toBe(303);
    site.clock.now += 120_000;
  });

  test('a full queue of guesses delays neither sign-ins nor new links with passwords', async () => {
    guards('password-queues');
    const { all } = await fillGuesses();
    expect((await signIn(site, 'owner@example.com')).answer.status).toBe(200);
    await addLink(`made-${count}`);
    release();
    await Promise.all(all);
    site.clock.now += 120_000;
  });

  test('a sign-in beyond the queue is 503 with Retry-After and a code; link passwords still work', async () => {
    guards('password-queues');
    const { refused, all } = await fillQueue(SIGN_INS, (index) => trySignIn(`stranger${index}@example.com`));
    const { status, headers, json } = refused;
    expect([status, headers.get('Retry-After'), json.code]).toEqual([503, '5', 'server_busy']);
    const registration = { email: 'new@example.com', username: 'new', password: 'a long password 1' };
    const registered = await site.send('POST', '/api/account/register', { peer: newPeer(), body: registration });
    expect([registered.status, registered.json.code]).toEqual([503, 'server_busy']);
    expect((await guess(path, PASSWORD)).status).toBe(303);
    const peer = newPeer();
    for (let tries = 0; tries < 8; tries += 1) expect((await trySignIn('owner@example.com', peer)).status).toBe(503);
    release();
    expect(await statusesOf(all)).toEqual([...Array(SIGN_INS).fill(401), 503]);
    // Unchecked sign-ins do not count as tries: otherwise the limit of five a minute would apply.
    expect((await trySignIn('owner@example.com', peer)).status).toBe(401);
    expect((await signIn(site, 'owner@example.com')).answer.status).toBe(200);
    expect(site.logLines.filter((line) => line.includes('store unavailable'))).toEqual([]);
  });
});
