import { afterEach, expect, test } from 'bun:test';
import type { Socket } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { loopbackOutbound as clientOf, expectRefused as refusalOf } from '../../../test/support/loopback-outbound.ts';
import { startRawServer } from '../../../test/support/raw-server.ts';
import { type RecordingServer, startRecordingServer } from '../../../test/support/recording-server.ts';
import { stretched } from '../../../test/support/wait.ts';
import { resolveName } from './resolve-name.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(...options: Parameters<typeof startRecordingServer>): Promise<RecordingServer> {
  const server = await startRecordingServer(...options);
  closers.push(() => server.close());
  return server;
}

async function startRaw(talk: (socket: Socket) => void): Promise<number> {
  const server = await startRawServer(talk);
  closers.push(server.close);
  return server.port;
}

test('a response has its status, headers and bytes; the request sends no header about us except a product name', async () => {
  const { port, requests } = await start({
    answer: (_, response) => response.writeHead(404, { 'Content-Type': 'image/png', 'Set-Cookie': 'a=1' }).end('gone'),
  });
  const href = `http://name.example:${port}/a%20b?c=d#e`;
  const { url, status, headers, bytes } = await clientOf([port]).get(href);
  expect([url, status, headers.get('Content-Type')]).toEqual([href, 404, 'image/png']);
  expect(Buffer.from(bytes).toString()).toBe('gone');
  expect([requests[0]?.method, requests[0]?.url]).toEqual(['GET', '/a%20b?c=d']);
  expect(requests[0]?.headers).toEqual({
    host: `name.example:${port}`,
    'user-agent': 'Signpost',
    accept: '*/*',
    'accept-encoding': 'gzip, br',
    connection: 'close',
  });
});

test('follows three redirects, and keeps nothing from one to the next', async () => {
  const server = await start({
    answer: ({ url = '' }, response) => {
      const left = Number(url.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { Location: `/${left - 1}`, 'Set-Cookie': 'a=1' }).end();
    },
  });
  const client = clientOf([server.port]);
  expect((await client.get(`http://a.example:${server.port}/3`)).url).toEndWith('/0');
  expect(server.requests.every(({ headers }) => headers.cookie === undefined)).toBe(true);
  await refusalOf(client.get(`http://a.example:${server.port}/4`));
  expect(server.requests.at(-1)?.url).toBe('/1');
});

test('the certificate is checked against the name in the URL, not against the address', async () => {
  const { port, requests } = await start({ isSecure: true });
  const client = clientOf([port]);
  expect((await client.get(`https://good.example:${port}/`)).status).toBe(200);
  expect((await client.get(`https://good.example.:${port}/`)).status).toBe(200);
  expect((await client.get(`https://127.0.0.1:${port}/`)).status).toBe(200);
  expect(requests.map(({ headers }) => headers.host)).toEqual([
    `good.example:${port}`,
    `good.example.:${port}`,
    `127.0.0.1:${port}`,
  ]);
  await refusalOf(client.get(`https://bad.example:${port}/`));
  // By default, only the system's certificate authorities are trusted.
  await refusalOf(clientOf([port], {}, { certificates: undefined }).get(`https://good.example:${port}/`));
  expect(requests).toHaveLength(3);
});

test('https-only also applies to redirects', async () => {
  const plain = await start();
  const secure = await start({
    isSecure: true,
    answer: (_, response) => response.writeHead(301, { Location: `http://good.example:${plain.port}/` }).end(),
  });
  const client = clientOf([plain.port, secure.port]);
  const href = `https://good.example:${secure.port}/`;
  expect((await client.get(href)).status).toBe(200);
  await refusalOf(client.get(href, { isHttpsOnly: true }));
  await refusalOf(client.get(`http://good.example:${plain.port}/`, { isHttpsOnly: true }));
  expect(plain.connections).toBe(1);
});

test('if the first address refuses the connection, the next one is tried', async () => {
  const { port } = await start();
  const resolve = async () => ['127.0.0.3', '127.0.0.1'];
  const client = clientOf([port], {}, { resolve, isForbidden: () => false });
  expect((await client.get(`http://name.example:${port}/`)).status).toBe(200);
});

test.each([
  ['gzip', Bun.gzipSync],
  ['br', (bytes: Uint8Array<ArrayBuffer>) => brotliCompressSync(bytes)],
] as const)('a body in %s is unpacked, and counted unpacked', async (encoding, pack) => {
  const { port } = await start({
    answer: ({ url = '' }, response) => {
      const packed = pack(Buffer.alloc(Number(url.slice(1)), 'x'));
      response.writeHead(200, { 'Content-Encoding': encoding }).end(url.endsWith('0') ? packed : packed.slice(0, -9));
    },
  });
  const client = clientOf([port], { maxBytes: 100_000 });
  expect((await client.get(`http://a.example:${port}/100000`)).bytes).toHaveLength(100_000);
  await refusalOf(client.get(`http://a.example:${port}/100010`));
  await refusalOf(client.get(`http://a.example:${port}/10000000`));
  await refusalOf(client.get(`http://a.example:${port}/99999`));
});

test('an encoding that was not requested is refused', async () => {
  const { port } = await start({
    answer: (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).end('x'),
  });
  await refusalOf(clientOf([port]).get(`http://a.example:${port}/`));
});

test('an endless body is cut off at the limit', async () => {
  let sent = 0;
  const { port } = await start({
    answer: (_, response) => {
      const writeMore = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.on('drain', writeMore);
      writeMore();
    },
  });
  await refusalOf(clientOf([port]).get(`http://a.example:${port}/`));
  expect(sent).toBeLessThan(20_000_000);
});

test('if only the headers are requested, an endless body is not read', async () => {
  const { port } = await start({
    answer: (_, response) => {
      response.writeHead(200, { 'X-Frame-Options': 'DENY' });
      response.write(Buffer.alloc(4_000_000));
    },
  });
  const { headers, bytes } = await clientOf([port]).get(`http://a.example:${port}/`, { isBodyLeft: true });
  expect([headers.get('X-Frame-Options'), bytes.byteLength]).toEqual(['DENY', 0]);
});

const silent: [what: string, talk: (socket: Socket) => void][] = [
  ['says nothing', () => {}],
  ['ends at once', (socket) => socket.end()],
  ['resets the connection at once', (socket) => socket.destroy()],
  ['speaks another language', (socket) => socket.end('220 mail.example ESMTP\r\n')],
  ['stops in the middle of its headers', (socket) => socket.write('HTTP/1.1 200 OK\r\nA: b\r\n')],
  ['stops in the middle of its body', (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab')],
  ['breaks off its body', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab')],
  ['breaks off a chunk', (socket) => socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nab')],
  ['changes the protocol', (socket) => socket.write('HTTP/1.1 101 Y\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')],
  ['only ever promises', (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000))],
  ['sends an endless header', (socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'x'.repeat(300_000)}`)],
  [
    'redirects to an invalid URL',
    (socket) => socket.end('HTTP/1.1 302 F\r\nLocation: http://\r\nContent-Length: 0\r\n\r\n'),
  ],
];
test.each(silent)('a server that %s fails within the time limit', async (_, talk) => {
  const port = await startRaw(talk);
  const startMs = performance.now();
  await refusalOf(clientOf([port], { connectMs: 100, totalMs: 200 }).get(`http://a.example:${port}/`));
  expect(performance.now() - startMs).toBeLessThan(stretched(5_000));
});

test('to connect has a limit of its own, the handshake of TLS included', async () => {
  const port = await startRaw(() => {});
  // Without the limit for connecting, this would wait for an hour.
  await refusalOf(clientOf([port], { connectMs: 100, totalMs: 3_600_000 }).get(`https://good.example:${port}/`));
});

test('a DNS lookup runs into the time limit, and its late result opens no socket', async () => {
  const server = await start();
  const { promise, resolve } = Promise.withResolvers<string[]>();
  const client = clientOf([server.port], { totalMs: 100 }, { resolve: () => promise });
  await refusalOf(client.get(`http://a.example:${server.port}/`));
  resolve(['127.0.0.1']);
  // A later request has been answered, so a socket of the first one would be open by now.
  await clientOf([server.port]).get(`http://b.example:${server.port}/`);
  expect(server.connections).toBe(1);
});

test('redirects share one time limit', async () => {
  let asked = 0;
  const { port } = await start({
    answer: async (_, response) => {
      asked += 1;
      await Bun.sleep(80);
      response.writeHead(302, { Location: '/' }).end();
    },
  });
  await refusalOf(clientOf([port], { totalMs: 120 }).get(`http://a.example:${port}/`));
  expect(asked).toBeLessThanOrEqual(2);
});

test('every address comes from the system resolver', async () => {
  expect(await resolveName('localhost')).toContain('127.0.0.1');
  await expect(resolveName('no-such-name.invalid')).rejects.toThrow();
});
