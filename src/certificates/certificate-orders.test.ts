import { expect, test } from 'bun:test';
import { onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite } from '../../test/support/test-site.ts';
import type { Engine } from '../db/db.ts';
import { createLog } from '../lib/log.ts';
import { AcmeError, type AcmeTasks, type RunAcmeTask } from './acme-tasks.ts';
import { listStatuses, readCertificateVersion } from './certificate.store.ts';
import { CertificateOrders } from './certificate-orders.ts';
import { ServedCertificates } from './served-certificates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const LIFETIME_MS = 90 * DAY_MS;
const SECRET = 'a secret of sixteen characters';

/** A certificate authority without a network: its answers can be replaced. */
function createAuthority(now: () => number) {
  const authority = {
    accounts: 0,
    /** Each order, as `http-01 NAME`, with `renewal` if it replaces a certificate. */
    orders: [] as string[],
    problems: new Map<string, AcmeError>(),
    advice: { window: undefined, askAgainMs: 6 * HOUR_MS } as ReturnType<AcmeTasks['readRenewalAdvice']>,
    onFinish: async (_name: string) => {},
  };
  const tasks = {
    createAccount: async ({ directory }: { directory: string }) => {
      authority.accounts += 1;
      return { directory, url: 'https://ca.example/account/1', key: 'account key' };
    },
    beginOrder: async ({ name, kind, replaces }: Parameters<AcmeTasks['beginOrder']>[0]) => {
      authority.orders.push(`${kind} ${name}${replaces === undefined ? '' : ' renewal'}`);
      return {
        order: {},
        authorization: {},
        challenge: { kind, token: `token-${name}`, response: `response-${name}` },
      };
    },
    finishOrder: async ({ name }: { name: string }) => {
      await authority.onFinish(name);
      const problem = authority.problems.get(name);
      if (problem) throw problem;
      return { chain: `chain of ${name}`, key: `key of ${name}`, issuedAt: now(), expiresAt: now() + LIFETIME_MS };
    },
    readRenewalAdvice: async () => authority.advice,
  };
  const run = ((name: keyof AcmeTasks, input: never) =>
    (tasks[name] as (input: never) => Promise<unknown>)(input)) as unknown as RunAcmeTask;
  return { ...tasks, authority, run };
}

async function openOrders(engine: Engine) {
  const site = await openTestSite(engine);
  const { db } = site.database;
  const now = () => site.clock.now;
  const { authority, run } = createAuthority(now);
  const log = createLog('silent', () => {});
  const served = new ServedCertificates({ db, secret: SECRET, mainName: 'sgn.example', log, now });
  const createOrders = () =>
    new CertificateOrders({
      ...{ db, secret: SECRET, mainName: 'sgn.example', directory: 'https://ca.example/dir', email: 'a@sgn.example' },
      ...{
        external: undefined,
        hasHttp: true,
        challengeSpreadMs: 1,
        run,
        stopTasks: () => {},
        random: () => 0.5,
        log,
        now,
      },
      onIssued: () => served.refresh(),
    });
  const { key } = await site.addUser();

  /** Adds a domain and marks it as verified. */
  async function addVerified(name: string): Promise<number> {
    const { json } = await site.send('POST', '/api/domain/add', { key, body: { domain: `https://${name}` } });
    await db.updateTable('domains').set({ verified_at: 1, verified_by: 'txt' }).where('id', '=', json.id).execute();
    return json.id;
  }

  return { ...site, db, key, authority, served, orders: createOrders(), createOrders, addVerified };
}

onEachEngine('orders of certificates', (engine) => {
  test('are placed for the main host and verified domains only, with one account, and renewed after two thirds of their life', async () => {
    const { orders, authority, served, clock, addVerified, db, key, send, close } = await openOrders(engine);
    await addVerified('go.example');
    await send('POST', '/api/domain/add', { key, body: { domain: 'https://unverified.example' } });
    await orders.look();
    expect(authority.orders.sort()).toEqual(['http-01 go.example', 'http-01 sgn.example']);
    expect(served.list().map(({ name }) => name)).toEqual(['sgn.example', 'go.example']);
    expect(served.list()[1]).toEqual({ name: 'go.example', chain: 'chain of go.example', key: 'key of go.example' });
    const { sealed_key } = await db.selectFrom('certificates').select('sealed_key').executeTakeFirstOrThrow();
    expect(sealed_key).not.toContain('key of');

    clock.now = NOON + 60 * DAY_MS - MINUTE_MS;
    await orders.look();
    expect(authority.orders).toHaveLength(2);
    clock.now = NOON + 60 * DAY_MS;
    await orders.look();
    expect(authority.orders.slice(2).sort()).toEqual(['http-01 go.example renewal', 'http-01 sgn.example renewal']);
    expect(authority.accounts).toBe(1);
    await close();
  });

  test('that fail are repeated with growing pauses and the other challenge, while others are issued', async () => {
    const { orders, authority, served, clock, addVerified, db, close } = await openOrders(engine);
    await addVerified('broken.example');
    authority.problems.set('broken.example', new AcmeError('DNS problem: no address for broken.example'));
    await orders.look();
    expect(served.covers('sgn.example')).toBe(true);
    const [broken] = await listStatuses(db, ['broken.example']);
    expect(broken).toMatchObject({
      failures: 1,
      problem: 'DNS problem: no address for broken.example',
      expiresAt: null,
    });
    expect(broken?.nextAttemptAt).toBe(NOON + MINUTE_MS);
    await orders.look();
    expect(authority.orders.filter((order) => order.includes('broken'))).toHaveLength(1);

    clock.now = NOON + MINUTE_MS;
    authority.problems.clear();
    await orders.look();
    expect(authority.orders.at(-1)).toBe('tls-alpn-01 broken.example');
    expect((await listStatuses(db, ['broken.example']))[0]).toMatchObject({ failures: 0, problem: null });
    await close();
  });

  test('are paused for all names while the certificate authority limits them', async () => {
    const { orders, authority, clock, addVerified, close } = await openOrders(engine);
    authority.problems.set('sgn.example', new AcmeError('too many orders', 2 * HOUR_MS));
    await orders.look();
    await addVerified('go.example');
    clock.now = NOON + HOUR_MS;
    await orders.look();
    expect(authority.orders).toEqual(['http-01 sgn.example']);
    clock.now = NOON + 2 * HOUR_MS;
    authority.problems.clear();
    await orders.look();
    expect(authority.orders).toContain('http-01 go.example');
    await close();
  });

  test('are at most 50 in an hour', async () => {
    const { orders, authority, clock, db, close } = await openOrders(engine);
    const owner = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    const rows = Array.from({ length: 60 }, (_, index) => ({
      ...{ user_id: owner.id, scheme: 'https' as const, dns: 'unknown' as const, created_at: 0 },
      ...{ host: `d${index}.example`, name: `d${index}.example`, reversed_name: `example.d${index}` },
      ...{ verified_at: 1, verified_by: 'txt' as const },
    }));
    await db.insertInto('domains').values(rows).execute();
    await orders.look();
    expect(authority.orders).toHaveLength(50);
    clock.now = NOON + HOUR_MS + 1;
    await orders.look();
    expect(authority.orders).toHaveLength(61);
    await close();
  });

  test('are placed by one process at a time, and by another one when the first has been killed', async () => {
    const { orders, createOrders, authority, clock, close } = await openOrders(engine);
    const second = createOrders();
    authority.onFinish = async () => {
      authority.onFinish = async () => {};
      await second.look();
      expect(authority.orders).toHaveLength(1);
    };
    await orders.look();
    expect(authority.orders).toHaveLength(1);

    // A process that was killed has neither finished nor given the lease back.
    clock.now = NOON + 60 * DAY_MS;
    await new Promise<void>((begun) => {
      authority.onFinish = () => {
        begun();
        return new Promise(() => {});
      };
      void orders.look();
    });
    authority.onFinish = async () => {};
    await second.look();
    expect(authority.orders).toHaveLength(2);
    clock.now += 2 * MINUTE_MS;
    await second.look();
    expect(authority.orders).toHaveLength(3);
    await close();
  });

  test('follow the renewal window of the certificate authority', async () => {
    const { orders, authority, clock, db, close } = await openOrders(engine);
    await orders.look();
    authority.advice = { window: { start: NOON + 4 * DAY_MS, end: NOON + 6 * DAY_MS }, askAgainMs: 6 * HOUR_MS };
    await orders.look();
    expect((await listStatuses(db))[0]?.nextAttemptAt).toBe(NOON + 5 * DAY_MS);
    // A revoked certificate has a window in the past.
    clock.now = NOON + 6 * HOUR_MS;
    authority.advice = { window: { start: NOON - DAY_MS, end: NOON - HOUR_MS }, askAgainMs: 6 * HOUR_MS };
    await orders.look();
    await orders.look();
    expect(authority.orders).toEqual(['http-01 sgn.example', 'http-01 sgn.example renewal']);
    await close();
  });

  test('end for a domain that was deleted, and its certificate goes at the time of renewal', async () => {
    const { orders, authority, served, clock, addVerified, db, key, send, close } = await openOrders(engine);
    const id = await addVerified('go.example');
    await orders.look();
    const version = await readCertificateVersion(db);
    await send('DELETE', `/api/domain/${id}/delete`, { key });
    clock.now = NOON + 60 * DAY_MS;
    await orders.look();
    expect(authority.orders.filter((order) => order.includes('go.example'))).toHaveLength(1);
    expect(await readCertificateVersion(db)).not.toBe(version);
    expect(served.covers('go.example')).toBe(false);
    await close();
  });

  test('are placed again if the keys were encrypted with another secret', async () => {
    const { orders, served, db, close } = await openOrders(engine);
    await orders.look();
    const log = createLog('silent', () => {});
    const parts = { db, mainName: 'sgn.example', log, now: () => NOON };
    const other = new ServedCertificates({ ...parts, secret: 'another secret of sixteen' });
    await other.refresh();
    expect(served.list()).toHaveLength(1);
    expect(other.list()).toEqual([]);
    await close();
  });
});
