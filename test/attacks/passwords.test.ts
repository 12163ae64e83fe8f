import { afterAll, afterEach, beforeAll, expect, mock, spyOn, test } from 'bun:test';
import { onEachEngine } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { signIn } from '../support/sign-in.ts';
import { openTestSite, type Received, type TestSite } from '../support/test-site.ts';

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

  async function addLink(custom: string): Promise<string> {
    const body = { url: 'https://secret.example/', password: PASSWORD, custom };
    expect((await site.send('POST', '/api/url/add', { key, body })).status).toBe(200);
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

  /** Over two links, because each link has its own limit. */
  async function fillGuesses() {
    count += 1;
    const paths = [path, await addLink(`other-${count}`)];
    return fillQueue(GUESSES, (index) => guess(paths[index % 2] ?? path));
  }

  async function statusesOf(all: Promise<Received>[]): Promise<number[]> {
    return (await Promise.all(all)).map(({ status }) => status).sort();
  }

  test('a guess beyond the queue is 503 with Retry-After on the form, and does not count as a try', async () => {
    guards('password-queues');
    const { all } = await fillGuesses();
    const peer = newPeer();
    const fresh = await addLink(`fresh-${count}`);
    for (let tries = 0; tries < 8; tries += 1) {
      const { status, headers, text } = await guess(fresh, PASSWORD, peer);
      expect([status, headers.get('Retry-After'), headers.get('Set-Cookie')]).toEqual([503, '5', null]);
      expect(headers.get('Content-Type')).toStartWith('text/html');
      expect(text).toContain('Try again in a few seconds');
      expect(text).not.toContain('secret.example');
    }
    release();
    expect(await statusesOf(all)).toEqual([...Array(GUESSES).fill(403), 503]);
    expect((await guess(fresh, PASSWORD, peer)).status).toBe(303);
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
    const { refused, all } = await fillQueue(SIGN_INS, (index) => trySignIn(`nobody${index}@example.com`));
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
