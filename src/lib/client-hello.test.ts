import { expect, test } from 'bun:test';
import { createServer } from 'node:net';
import { connect } from 'node:tls';
import { readOfferedProtocols } from './client-hello.ts';

/** The first bytes that a real TLS client sends. */
async function captureHello(protocols: string[] | undefined): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  const server = createServer((socket) => {
    socket.once('data', (bytes) => {
      resolve(Buffer.from(bytes));
      socket.destroy();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  const options = { host: '127.0.0.1', port, servername: 'go.example', ...(protocols && { ALPNProtocols: protocols }) };
  const client = connect(options).on('error', () => {});
  const bytes = await promise;
  client.destroy();
  server.close();
  return bytes;
}

test('the offered protocols of a real client are read', async () => {
  expect(readOfferedProtocols(await captureHello(['acme-tls/1']))).toEqual(['acme-tls/1']);
  expect(readOfferedProtocols(await captureHello(['h2', 'http/1.1']))).toEqual(['h2', 'http/1.1']);
  expect(readOfferedProtocols(await captureHello(undefined))).toEqual([]);
});

test('a part of it is not enough, and anything else offers nothing', async () => {
  const hello = await captureHello(['acme-tls/1']);
  for (const length of [0, 1, 5, 8, 100, hello.length - 1]) {
    expect(readOfferedProtocols(hello.subarray(0, length))).toBeUndefined();
  }
  expect(readOfferedProtocols(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toEqual([]);
});

test('damaged bytes are not read beyond their end', async () => {
  const hello = await captureHello(['acme-tls/1']);
  for (let index = 5; index < hello.length; index += 1) {
    const damaged = Buffer.from(hello);
    damaged[index] = 0xff;
    expect(Array.isArray(readOfferedProtocols(damaged))).toBe(true);
  }
});
