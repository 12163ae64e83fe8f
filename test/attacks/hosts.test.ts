import { afterAll, beforeAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { newFolder } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { type ServerProcess, signpost, startServer } from '../support/server-process.ts';

let server: ServerProcess;
let own: string;
let link: string;

beforeAll(async () => {
  const environment = { DATA_DIR: newFolder() };
  const words = ['user', 'add', '--email', 'a@example.com', '--password', 'correct horse 9', '--json'];
  const { apikey } = JSON.parse((await signpost(words, environment)).stdout);
  server = await startServer(environment);
  own = new URL(server.url).host;
  const headers = { Authorization: `Bearer ${apikey}` };
  const body = JSON.stringify({ url: 'https://example.com/secret' });
  const made = await server.fetch('/api/url/add', { method: 'POST', headers, body });
  link = new URL(((await made.json()) as { shorturl: string }).shorturl).pathname;
});
afterAll(() => server.end());

/** Sends raw bytes, because no HTTP client would send these headers. */
function send(path: string, hosts: string[], method = 'GET'): Promise<string> {
  const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      socket.write(`${method} ${path} HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`),
    );
    let answer = '';
    socket.on('data', (bytes) => {
      answer += bytes;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

function statusOf(answer: string): number {
  return Number(answer.split(' ')[1]);
}

test('two Host headers are refused on links, pages and the API, in any order and also if they are equal [sqlite]', async () => {
  guards('host-header');
  // Now the link is in the cache.
  for (let visits = 0; visits < 3; visits += 1) expect(statusOf(await send(link, [own]))).toBe(302);
  const pairs = [
    [own, own],
    [own, 'other.example'],
    ['other.example', own],
    [own, ''],
    ['', own],
    [own, own.toUpperCase(), own],
    [`${own}, ${own}`],
  ];
  for (const path of [
    link,
    `${link}+`,
    `${link}?a=1`,
    '/',
    '/app',
    '/docs',
    '/nothing-here',
    '/healthz',
    '/api/pixels',
  ]) {
    for (const hosts of pairs) {
      const answer = await send(path, hosts);
      expect([path, hosts, statusOf(answer)]).toEqual([path, hosts, 400]);
      expect(answer).not.toContain('example.com/secret');
    }
  }
  for (const method of ['HEAD', 'POST']) expect(statusOf(await send(link, [own, own], method))).toBe(400);
  const refused = await send('/api/pixels', [own, own]);
  expect(refused).toContain('"code":"host_unclear"');
  expect(refused).toContain('sandbox');
});

test('one Host header is accepted [sqlite]', async () => {
  expect(statusOf(await send(link, [own]))).toBe(302);
  expect(statusOf(await send('/healthz', [own]))).toBe(200);
  expect(statusOf(await send('/api/pixels', [own]))).toBe(401);
});
