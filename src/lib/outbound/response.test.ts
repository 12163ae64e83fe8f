import { afterEach, expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { guards } from '../../../test/support/guards.ts';
import { expectRefused, loopbackOutbound } from '../../../test/support/loopback-outbound.ts';
import { flood, startRawServer } from '../../../test/support/raw-server.ts';
import { stretched } from '../../../test/support/wait.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function startRaw(talk: (socket: Socket) => void): Promise<number> {
  const server = await startRawServer(talk);
  closers.push(server.close);
  return server.port;
}

const INTERIM = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n';
const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

test('up to five interim responses are skipped', async () => {
  guards('outbound-bounds');
  const port = await startRaw((socket) => socket.end(`${INTERIM.repeat(5)}HTTP/1.1 200 OK\r\n\r\nthere`));
  const { status, headers, bytes } = await loopbackOutbound([port]).get(`http://a.example:${port}/`);
  expect([status, headers.get('Link'), Buffer.from(bytes).toString()]).toEqual([200, null, 'there']);
});

test('a sixth interim response is refused', async () => {
  guards('outbound-bounds');
  const port = await startRaw((socket) => socket.end(`${INTERIM.repeat(6)}HTTP/1.1 200 OK\r\n\r\nthere`));
  await expectRefused(loopbackOutbound([port]).get(`http://a.example:${port}/`));
});

test('a head may have 64 KB, including all interim responses', async () => {
  guards('outbound-bounds');
  const line = `A: ${'x'.repeat(995)}\r\n`;
  const answerWith = (count: number) => `HTTP/1.1 200 OK\r\n${line.repeat(count)}Content-Length: 0\r\n\r\n`;
  const heads = [answerWith(64), answerWith(66), `HTTP/1.1 100 Continue\r\n${line.repeat(60)}\r\n${answerWith(10)}`];
  const verdicts = [];
  for (const head of heads) {
    const port = await startRaw((socket) => socket.end(head));
    const fetched = loopbackOutbound([port]).get(`http://a.example:${port}/`, { isBodyLeft: true });
    verdicts.push(
      await fetched.then(
        ({ status }) => status,
        () => 'refused',
      ),
    );
  }
  expect(verdicts).toEqual([200, 'refused', 'refused']);
});

test.each([
  ['interim responses', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['headers', `HTTP/1.1 200 OK\r\n${'A: b\r\n'.repeat(10_000)}`],
  ['a status line', 'HTTP/1.1 200 OK'],
  ['chunks of one byte', CHUNKED + '1\r\nx\r\n'.repeat(1_000_000)],
  ['the extension of a chunk', `${CHUNKED}1;${'x'.repeat(3_000_000)}`],
])('a server that never stops sending %s is cut off early', async (_, piece) => {
  guards('outbound-bounds');
  const endless = flood(piece);
  const port = await startRaw(endless.talk);
  const startMs = performance.now();
  await expectRefused(loopbackOutbound([port]).get(`http://a.example:${port}/`));
  expect(performance.now() - startMs).toBeLessThan(stretched(5_000));
  expect(endless.sentBytes()).toBeLessThan(20_000_000);
});

test('a chunked body is joined, without waiting for anything after its last chunk', async () => {
  guards('outbound-bounds');
  const endless = flood(`${CHUNKED}2;a="b"\r\nab\r\n0C\r\ncdefghijklmn\r\n0\r\n${'A: b\r\n'.repeat(10_000)}`);
  const port = await startRaw(endless.talk);
  const { bytes } = await loopbackOutbound([port]).get(`http://a.example:${port}/`);
  expect(Buffer.from(bytes).toString()).toBe('abcdefghijklmn');
});

test('the bytes of all chunks count toward the limit, however small the chunks are', async () => {
  guards('outbound-bounds');
  const verdicts = [];
  for (const count of [100, 101]) {
    const port = await startRaw((socket) => socket.end(`${CHUNKED}${'a\r\n0123456789\r\n'.repeat(count)}0\r\n\r\n`));
    const fetched = loopbackOutbound([port], { maxBytes: 1_000 }).get(`http://a.example:${port}/`);
    verdicts.push(
      await fetched.then(
        ({ bytes }) => bytes.byteLength,
        () => 'refused',
      ),
    );
  }
  expect(verdicts).toEqual([1_000, 'refused']);
});

test.each([
  ['no version', 'HTTP/2 200 OK\r\n\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a header without a colon', 'HTTP/1.1 200 OK\r\nAB\r\n\r\n'],
  ['a header with an invalid name', 'HTTP/1.1 200 OK\r\nA B: c\r\n\r\n'],
  ['a continued header', 'HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nab'],
  ['a length beside chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['another transfer encoding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n'],
  ['a chunk without a size', `${CHUNKED}\r\nab\r\n0\r\n\r\n`],
  ['a chunk with a negative size', `${CHUNKED}-1\r\nab\r\n0\r\n\r\n`],
  ['a chunk that is longer than its size', `${CHUNKED}1\r\nab\r\n0\r\n\r\n`],
])('a response with %s is refused', async (_, answer) => {
  guards('outbound-bounds');
  const port = await startRaw((socket) => socket.end(answer));
  await expectRefused(loopbackOutbound([port]).get(`http://a.example:${port}/`));
});

test('a status without a body ends after the headers', async () => {
  const port = await startRaw((socket) => socket.write('HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n'));
  const { status, bytes } = await loopbackOutbound([port]).get(`http://a.example:${port}/`);
  expect([status, bytes.byteLength]).toEqual([204, 0]);
});
