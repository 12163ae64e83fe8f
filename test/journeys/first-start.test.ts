import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newFolder, newReadyEnvironment } from '../support/engines.ts';
import { signpost, startServer, usedMs } from '../support/server-process.ts';
import { waitUntil } from '../support/wait.ts';

const IDLE_LIMIT = 120_000_000;

function residentBytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

test('a user creates a pixel on a server that started in an empty folder [sqlite]', async () => {
  const environment = { DATA_DIR: join(newFolder(), 'data') };
  const server = await startServer(environment);
  // CPU time, so that other work on the machine does not matter.
  expect(usedMs(server.pid)).toBeLessThan(2_000);
  expect(existsSync(join(environment.DATA_DIR, 'signpost.db'))).toBe(true);
  expect(server.output.stderr).toContain(`/setup?token=`);
  expect(server.output.stdout).not.toContain('token');

  const command = ['user', 'add', '--email', 'a@example.com', '--password', 'correct horse 9', '--json'];
  const { stdout, exitCode } = await signpost(command, environment);
  expect(exitCode).toBe(0);
  const { id, email, apikey } = JSON.parse(stdout);
  expect({ id, email }).toEqual({ id: 1, email: 'a@example.com' });

  const headers = { Authorization: `Bearer ${apikey}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ type: 'gtmpixel', name: 'Shop', tag: 'GTM-A1B2C3D' });
  const made = await server.fetch('/api/pixel/add', { method: 'POST', headers, body });
  expect(await made.json()).toEqual({ error: 0, id: 1 });
  const without = await server.fetch('/api/pixels');
  expect(without.status).toBe(401);
  expect(without.headers.get('X-RateLimit-Limit')).toBe('30');
  expect(await server.end()).toBe(0);

  const again = await startServer(environment);
  // The memory that only the start needs is returned to the system within seconds.
  const isSmall = () => residentBytes(again.pid) < IDLE_LIMIT;
  const details = () => `It uses ${residentBytes(again.pid)} bytes.`;
  await waitUntil(`the idle server uses less than ${IDLE_LIMIT} bytes`, isSmall, { limitMs: 10_000, details });
  expect(again.output.stderr).not.toContain('/setup?token=');
  const list = await again.fetch('/api/pixels', { headers });
  expect(await list.json()).toMatchObject({ data: { result: 1 } });
  await again.end();
});

function rawRequest(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

test('odd Host headers and request lines get a response and do not crash the server [sqlite]', async () => {
  const server = await startServer(await newReadyEnvironment('sqlite'));
  const port = Number(new URL(server.url).port);
  for (const head of [
    'GET /api/nothing?x=1 HTTP/1.1\r\nHost:\r\n',
    'GET /api/nothing HTTP/1.1\r\nHost: a b c\r\n',
    'GET /api/nothing HTTP/1.1\r\nHost: one.example\r\nHost: two.example\r\n',
    'GET http://evil.example/api/nothing HTTP/1.1\r\nHost: localhost\r\n',
    'GET /api/nothing HTTP/1.0\r\n',
    'GET /api//nothing HTTP/1.1\r\nHost: [::1\r\n',
  ]) {
    const answer = await rawRequest(port, `${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.[01] (404|400)/);
  }
  expect((await server.fetch('/healthz')).status).toBe(200);
  expect(server.output.stdout).not.toContain('unexpected error');
  await server.end();
});
