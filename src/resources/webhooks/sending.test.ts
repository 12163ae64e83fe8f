import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { onEachEngine } from '../../../test/support/engines.ts';
import { type SmtpServer, startSmtpServer } from '../../../test/support/smtp-server.ts';
import { NOON, openTestSite, type TestSite } from '../../../test/support/test-site.ts';
import { waitUntil } from '../../../test/support/wait.ts';
import { openWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts';
import { queueClicks } from './click-queue.store.ts';
import { MAX_WAITING_CLICKS, RETRY_AFTER_MS, retryDelayOf } from './webhook.ts';

const DAY_MS = 86_400_000;

test('waits grow as documented, and those of endpoints differ by at most a fifth', () => {
  for (const [index, delay] of RETRY_AFTER_MS.entries()) {
    const waits = Array.from({ length: 50 }, (_, id) => retryDelayOf(index + 1, { id, failingSince: NOON }) ?? 0);
    expect(Math.max(...waits.map((wait) => Math.abs(wait / delay - 1)))).toBeLessThanOrEqual(0.2);
    expect(new Set(waits).size).toBeGreaterThan(30);
  }
  expect(retryDelayOf(RETRY_AFTER_MS.length + 1, { id: 1, failingSince: NOON })).toBeUndefined();
});

onEachEngine('deliveries of webhooks', (engine) => {
  let site: TestSite;
  let smtp: SmtpServer;
  let key: string;
  let email: string;
  let receiver: WebhookReceiver;
  let users = 0;

  beforeAll(async () => {
    smtp = startSmtpServer();
    const SMTP_URL = smtp.url;
    site = await openTestSite(engine, { WEBHOOK_ALLOW: 'loopback', RATE_LIMIT: '100000', SMTP_URL });
  });
  afterAll(async () => {
    await site.close();
    smtp.stop();
  });

  beforeEach(async () => {
    site.clock.now = NOON;
    users += 1;
    email = `owner${users}@example.com`;
    key = (await site.addUser(email)).key;
    receiver = openWebhookReceiver();
  });
  afterEach(() => receiver.close());

  const send = async (method: string, path: string, body?: unknown) =>
    (await site.send(method, path, { key, ...(body !== undefined && { body }) })).json;

  async function add(body: object = {}): Promise<number> {
    return (await send('POST', '/api/webhook/add', { url: receiver.url, events: ['link.created'], ...body })).id;
  }

  const addLink = (custom?: string) => send('POST', '/api/url/add', { url: 'https://example.com/', custom });
  const list = async (id: number) => (await send('GET', `/api/webhook/${id}/deliveries?limit=100`)).data.deliveries;
  const statusOf = async (id: number) =>
    (await send('GET', '/api/webhooks')).data.webhooks.find((one: { id: number }) => one.id === id).status;

  function pass(ms: number): void {
    site.clock.now += ms;
    site.site.services.webhookSender.wake();
  }

  /** Waits until every delivery has had this many attempts. */
  async function waitForAttempts(id: number, attempts: number): Promise<void> {
    const isDone = async () => (await list(id)).every((one: { attempts: number }) => one.attempts >= attempts);
    await waitUntil(`every delivery has ${attempts} attempts`, isDone);
  }

  test('a receiver that is down gets everything in the order of the retries, with the same ids and bodies', async () => {
    receiver.answer = () => new Response('no'.repeat(1_000), { status: 500 });
    const id = await add();
    for (let number = 1; number <= 5; number += 1) {
      await addLink(`${engine}down${number}`);
      pass(1_000);
    }
    await waitForAttempts(id, 1);
    const [newest] = await list(id);
    expect(newest).toMatchObject({ type: 'link.created', status: 'pending', attempts: 1, code: 500 });
    expect(newest.response).toHaveLength(1_024);
    for (const [index, wait] of RETRY_AFTER_MS.slice(0, 4).entries()) {
      pass(wait * 1.2);
      await waitForAttempts(id, index + 2);
    }
    const before = receiver.received.length;
    expect(before).toBe(25);
    receiver.answer = () => new Response(null, { status: 204 });
    // A later event is not held up by those that wait.
    await addLink(`${engine}up`);
    await receiver.waitFor((all) => all.length === before + 1);
    expect(receiver.received.at(-1)?.event.data.alias).toBe(`${engine}up`);
    pass(3_600_000 * 1.2);
    await receiver.waitFor((all) => all.length === before + 6);
    const aliases = receiver.received.slice(-5).map(({ event }) => event.data.alias);
    expect(aliases).toEqual([1, 2, 3, 4, 5].map((number) => `${engine}down${number}`));
    const byId = Map.groupBy(receiver.received, (one) => one.id);
    expect(byId.size).toBe(6);
    for (const all of byId.values()) expect(new Set(all.map(({ body }) => body)).size).toBe(1);
    const times = receiver.received.slice(0, 10).map(({ headers }) => headers['webhook-timestamp']);
    expect(new Set(times).size).toBeGreaterThan(1);
    await waitForAttempts(id, 1);
    const isDelivered = ({ status }: { status: string }) => status === 'delivered';
    await waitUntil('everything is delivered', async () => (await list(id)).every(isDelivered));
  });

  test('a redirect is a failure and is not followed; 410 disables the webhook', async () => {
    receiver.answer = () => new Response(null, { status: 302, headers: { Location: receiver.url } });
    const id = await add();
    await addLink();
    await waitForAttempts(id, 1);
    expect((await list(id))[0]).toMatchObject({ status: 'pending', code: 302 });
    expect(receiver.received).toHaveLength(1);
    receiver.answer = () => new Response(null, { status: 410 });
    pass(6_000);
    await waitUntil('the webhook is disabled', async () => (await statusOf(id)) === 'disabled');
    expect((await list(id))[0]).toMatchObject({ status: 'failed', attempts: 2, code: 410 });
    await addLink();
    expect(await list(id)).toHaveLength(1);
    // A disabled webhook can still be tested, and sent to again.
    receiver.answer = () => new Response('fine');
    const [{ id: delivery }] = await list(id);
    await send('POST', `/api/webhook/${id}/delivery/${delivery}/retry`);
    await waitForAttempts(id, 3);
    expect((await list(id))[0]).toMatchObject({ status: 'delivered', code: 200, response: 'fine', attempts: 3 });
  });

  test('after three days of failures a webhook is disabled, and its owner is told by mail', async () => {
    receiver.answer = () => new Response(null, { status: 503 });
    const id = await add();
    const mail = smtp.next();
    for (let day = 0; day < 3; day += 1) {
      expect(await statusOf(id)).toBe('active');
      await addLink();
      await receiver.waitFor((all) => all.some(({ event }) => Date.parse(event.timestamp) === site.clock.now));
      await waitForAttempts(id, 1);
      pass(DAY_MS);
    }
    expect(await mail).toContain(`To: ${email}`);
    expect(await statusOf(id)).toBe('disabled');
  });

  test('the oldest clicks are dropped first and counted, also those that wait for a retry', async () => {
    receiver.answer = () => new Response(null, { status: 500 });
    const id = await add({ events: ['clicks'] });
    const clicks = Array.from({ length: MAX_WAITING_CLICKS + 500 }, (_, n) =>
      JSON.stringify({ id: n, date: '2026-11-16 12:00:00' }),
    );
    const queue = (from: number, to: number) =>
      queueClicks(site.database.db, [{ webhookId: id, type: 'clicks', clicks: clicks.slice(from, to) }], NOON);
    await queue(0, MAX_WAITING_CLICKS);
    pass(0);
    await receiver.waitFor((received) => received.length === 1);
    await waitForAttempts(id, 1);
    await queue(MAX_WAITING_CLICKS, clicks.length);
    const { dropSurplus, countWaiting } = site.site.services.webhookSending;
    await dropSurplus();
    receiver.answer = () => new Response('ok');
    pass(1_001);
    await receiver.waitFor((received) => received.length === 2);
    await waitForAttempts(id, 1);
    const { clicks: sent, dropped } = receiver.received[1]?.event.data ?? {};
    // Everything before the first that is sent, with those that the first delivery had.
    expect(dropped).toBe(sent[0].id);
    expect(dropped).toBeGreaterThanOrEqual(500);
    const waiting = await countWaiting();
    expect(waiting.clicks + sent.length + dropped).toBe(clicks.length);
    expect(waiting.clicks + sent.length).toBeGreaterThanOrEqual(10_000);
  });

  test('if too many other events wait, the oldest are given up', async () => {
    receiver.answer = () => new Response(null, { status: 500 });
    const id = await add();
    for (let number = 1; number <= 4; number += 1) await addLink(`${engine}many${number}`);
    await waitForAttempts(id, 1);
    await site.site.services.webhookSending.giveUpSurplus(3);
    expect((await list(id)).map(({ status }: { status: string }) => status)).toEqual([
      ...['pending', 'pending', 'pending', 'failed'],
    ]);
  });
});
