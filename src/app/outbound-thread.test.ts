import { afterEach, expect, spyOn, test } from 'bun:test';
import type { Socket } from 'node:net';
import { guards } from '../../test/support/guards.ts';
import { expectRefused } from '../../test/support/loopback-outbound.ts';
import { fastestMs } from '../../test/support/measure.ts';
import { flood, startRawServer } from '../../test/support/raw-server.ts';
import { stretched, waitUntil } from '../../test/support/wait.ts';
import { createLog } from '../lib/log.ts';
import { OutboundThread, type OutboundThreadOptions } from './outbound-thread.ts';

const OPEN_PROGRAM = new URL('../../test/support/open-outbound.worker.ts', import.meta.url);

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function startThread(options: Partial<OutboundThreadOptions> = {}): { thread: OutboundThread; logLines: string[] } {
  const logLines: string[] = [];
  const log = createLog('error', (line) => logLines.push(line));
  const thread = new OutboundThread(log, { ownHosts: [], program: OPEN_PROGRAM, ...options });
  closers.push(() => thread.stop());
  return { thread, logLines };
}

async function startRaw(talk: (socket: Socket) => void): Promise<string> {
  const server = await startRawServer(talk);
  closers.push(server.close);
  return `http://a.example:${server.port}/`;
}

function answer(head: string, body = '') {
  return (socket: Socket) => socket.once('data', () => socket.end(`HTTP/1.1 ${head}\r\n\r\n${body}`));
}

test('a response comes back from the thread with its status, headers and bytes', async () => {
  const href = await startRaw(answer('404 Not Found\r\nX-A: 1\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2', 'gone'));
  const { url, status, headers, bytes } = await startThread().thread.get(href);
  expect([url, status, headers.get('X-A'), headers.getSetCookie()]).toEqual([href, 404, '1', ['a=1', 'b=2']]);
  expect(Buffer.from(bytes).toString()).toBe('gone');
});

test('the options of a request reach the thread', async () => {
  const href = await startRaw(answer('200 OK', 'body'));
  const { thread } = startThread();
  expect((await thread.get(href, { isBodyLeft: true })).bytes).toHaveLength(0);
  await expectRefused(thread.get(href, { isHttpsOnly: true }));
});

test('the thread applies the rules of the server: private addresses and its own hosts are refused', async () => {
  guards('outbound-addresses');
  const { program: _, ...real } = { program: OPEN_PROGRAM, ownHosts: ['8.8.4.4'] };
  const log = createLog('error', () => {});
  const thread = new OutboundThread(log, real);
  closers.push(() => thread.stop());
  for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '8.8.4.4', '8.8.4.4:22']) {
    // An attempted connection without a response would take two seconds.
    expect(await fastestMs(3, () => expectRefused(thread.get(`http://${host}/`)))).toBeLessThan(1_500);
  }
});

test('hostile servers block neither this thread nor other requests', async () => {
  guards('outbound-bounds');
  const { thread } = startThread();
  const good = await startRaw(answer('200 OK', 'there'));
  await thread.get(good);
  let longestMs = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longestMs = Math.max(longestMs, (user + system) / 1_000);
    last = process.threadCpuUsage();
  }, 1);
  const chunk = '1\r\nx\r\n'.repeat(20_000);
  const pieces = [
    'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000),
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}`,
  ];
  const hostile = await Promise.all(pieces.map((piece) => startRaw(flood(piece).talk)));
  const refused = hostile.map((href) => expectRefused(thread.get(href, { group: 1 })));
  expect((await thread.get(good, { group: 2 })).status).toBe(200);
  await Promise.all(refused);
  clearInterval(timer);
  // CPU time of this thread between two turns of its timer; the servers of this test run on it too.
  expect(longestMs).toBeLessThan(500);
});

test('one user’s unresponsive servers do not delay another user’s request', async () => {
  guards('outbound-bounds');
  const { thread } = startThread();
  const silent = await startRaw(() => {});
  const good = await startRaw(answer('200 OK', 'there'));
  let ended = 0;
  const waiting = Array.from({ length: 100 }, async () => {
    await expectRefused(thread.get(silent, { group: 1 }));
    ended += 1;
  });
  expect((await thread.get(good, { group: 2 })).status).toBe(200);
  // The other user's requests end four by four, each after its time limit.
  expect(ended).toBeLessThan(50);
  thread.stop();
  await Promise.all(waiting);
});

test('a request above the limit of waiting requests is refused at once', async () => {
  guards('outbound-bounds');
  const { thread } = startThread();
  const silent = await startRaw(() => {});
  const waiting = Array.from({ length: 204 }, () => expectRefused(thread.get(silent, { group: 1 })));
  await expectRefused(thread.get(silent, { group: 1 }));
  thread.stop();
  await Promise.all(waiting);
});

test('a thread that hangs or has ended is replaced', async () => {
  guards('outbound-bounds');
  const { thread, logLines } = startThread({ hangsAfterMs: stretched(2_000) });
  const good = await startRaw(answer('200 OK', 'there'));
  await expectRefused(thread.get('http://a.example:80/hang'));
  expect(logLines.join('')).toContain('hangs');
  expect((await thread.get(good)).status).toBe(200);
  await expectRefused(thread.get('http://a.example:80/exit'));
  expect((await thread.get(good)).status).toBe(200);
});

test('an idle thread ends, and the next request starts another', async () => {
  const { thread } = startThread({ idleMs: 1 });
  const ending = spyOn(Worker.prototype, 'terminate');
  try {
    const good = await startRaw(answer('200 OK', 'there'));
    expect((await thread.get(good)).status).toBe(200);
    await waitUntil('the idle thread has ended', () => ending.mock.calls.length === 1);
    expect((await thread.get(good)).status).toBe(200);
  } finally {
    ending.mockRestore();
  }
});

test('a stopped client fetches nothing more', async () => {
  const { thread } = startThread();
  const good = await startRaw(answer('200 OK', 'there'));
  const underWay = expectRefused(thread.get(good));
  thread.stop();
  await underWay;
  await expectRefused(thread.get(good));
});
