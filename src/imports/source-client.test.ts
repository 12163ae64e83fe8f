import { expect, test } from 'bun:test';
import { createSourceClient } from './source-client.ts';

type Reply = Error | { status: number; text?: string; headers?: Record<string, string> };

/** A client whose service gives these answers, the last one forever. */
function answering(...replies: Reply[]) {
  const waits: number[] = [];
  let sent = 0;
  const client = createSourceClient({
    async send() {
      const reply = replies[Math.min(sent++, replies.length - 1)] as Reply;
      if (reply instanceof Error) throw reply;
      const { status, text = '', headers = {} } = reply;
      return { status, headers: new Headers(headers), bytes: new TextEncoder().encode(text) };
    },
    sleep: async (ms) => void waits.push(ms),
  });
  return { client, waits, count: () => sent };
}

const GOOD = { status: 200, text: '{"a":"x\u0001\ty"}' };
const URL = 'https://s.example.com/links';

test('a service that asks to wait is waited for, and control characters in texts are tolerated', async () => {
  const { client, waits } = answering({ status: 429, headers: { 'Retry-After': '7' } }, { status: 429 }, GOOD);
  expect(await client.getJson(URL)).toEqual({ a: 'x  y' });
  expect(waits).toEqual([7_000, 1_000]);
});

test('failures and garbage are tried again with growing pauses, and then end in a clear failure', async () => {
  const { client, waits } = answering(new Error('reset'), { status: 502 }, { status: 200, text: '<html>' }, GOOD);
  expect(await client.getJson(URL)).toEqual({ a: 'x  y' });
  expect(waits).toEqual([500, 1_000, 2_000]);
  const broken = answering({ status: 200, text: '<html>' });
  await expect(broken.client.getJson(URL)).rejects.toMatchObject({
    ...{ kind: 'unavailable', code: 'source_unavailable' },
    params: { host: 's.example.com', problem: 'the response is not JSON' },
  });
  expect(broken.count()).toBe(7);
});

test('a refused key is not tried again, unless the source handles the status', async () => {
  const { client, count } = answering({ status: 401 });
  await expect(client.get(URL)).rejects.toMatchObject({ kind: 'invalid', code: 'source_refused' });
  expect(count()).toBe(1);
  expect((await client.get(URL, { expected: [401] })).status).toBe(401);
});
