import { Database as SqliteFile } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { addAccount } from '../support/add-account.ts';
import { type CaddyProcess, startCaddy } from '../support/caddy-process.ts';
import { newFolder } from '../support/engines.ts';
import { guards } from '../support/guards.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const DESTINATION = 'https://example.com/spring';

let server: ServerProcess;
let caddy: CaddyProcess;
let key: string;
let dataDir: string;

beforeAll(async () => {
  dataDir = newFolder();
  const environment = { DATA_DIR: dataDir, BASE_URL: 'https://sgn.example', TRUST_PROXY: 'loopback' };
  server = await startServer(environment);
  caddy = await startCaddy(Number(new URL(server.url).port));
  key = await addAccount(environment);
});
afterAll(async () => {
  await caddy.end();
  await server.end();
});

async function ask(method: string, path: string, body: object): Promise<{ id: number; shorturl: string }> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await server.fetch(path, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { id: number; shorturl: string };
}

function post(path: string, body: object): Promise<{ id: number; shorturl: string }> {
  return ask('POST', path, body);
}

/** Marks a domain as verified: no DNS server knows these names. */
function markVerified(id: number): void {
  const file = new SqliteFile(join(dataDir, 'signpost.db'));
  file.run('pragma busy_timeout = 5000');
  file.run("update domains set verified_at = 1, verified_by = 'address' where id = ?", [id]);
  file.close();
}

test('a branded https link works through Caddy, with a certificate that is issued on demand [sqlite]', async () => {
  const domain = `https://go.brand.example:${caddy.httpsPort}`;
  markVerified((await post('/api/domain/add', { domain, redirectroot: 'https://example.com/welcome' })).id);
  const { id, shorturl } = await post('/api/url/add', { url: DESTINATION, custom: 'spring', domain });
  expect(shorturl).toBe(`${domain}/spring`);
  for (let round = 0; round < 2; round += 1) {
    const { status, headers } = await caddy.visit(shorturl);
    expect([status, headers.location]).toEqual([302, DESTINATION]);
  }
  expect((await caddy.visit(`${domain}/`)).headers.location).toBe('https://example.com/welcome');
  const statistics = await server.fetch(`/api/url/${id}`, { headers: { Authorization: `Bearer ${key}` } });
  expect(await statistics.json()).toMatchObject({ data: { clicks: 2 } });
});

test('the main host has a certificate and its own links [sqlite]', async () => {
  await post('/api/url/add', { url: `${DESTINATION}/main`, custom: 'spring' });
  expect((await caddy.visit('https://sgn.example/spring')).headers.location).toBe(`${DESTINATION}/main`);
  expect((await caddy.visit('https://sgn.example/')).status).toBe(200);
});

test('a name gets a certificate only after it is added and verified [sqlite]', async () => {
  guards('domain-certificates');
  await expect(caddy.visit('https://late.brand.example/spring')).rejects.toThrow();
  const late = { domain: 'https://late.brand.example', redirect404: 'https://example.com/lost' };
  const { id } = await post('/api/domain/add', late);
  await expect(caddy.visit('https://late.brand.example/spring')).rejects.toThrow();
  markVerified(id);
  // An update through the API makes the server reload the domain.
  await ask('PUT', `/api/domain/${id}/update`, { redirect404: late.redirect404 });
  expect((await caddy.visit('https://late.brand.example/spring')).headers.location).toBe('https://example.com/lost');
});

test('plain HTTP is redirected to HTTPS, and the internal paths are not public [sqlite]', async () => {
  const plain = await fetch(`http://127.0.0.1:${caddy.httpPort}/spring`, {
    headers: { Host: 'go.brand.example' },
    redirect: 'manual',
  });
  expect(plain.status).toBe(308);
  expect(plain.headers.get('Location')).toStartWith('https://go.brand.example');
  for (const path of ['/internal/tls-ask?domain=sgn.example', '/metrics', '/readyz']) {
    expect((await caddy.visit(`https://sgn.example${path}`)).status).toBe(404);
  }
});
