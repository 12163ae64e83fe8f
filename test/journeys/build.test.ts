import { beforeAll, expect, test } from 'bun:test';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_OUTPUT, isBuilt } from '../support/build-output.ts';
import { newFolder } from '../support/engines.ts';
import { scanFile } from '../support/qr-visitor.ts';
import { type ServerProcess, signpost, startServer, usedMs } from '../support/server-process.ts';

/** Creates a QR code, fetches its picture and scans it; returns the decoded text and the number of counted scans. */
async function useQrCode(server: ServerProcess, apikey: string) {
  const headers = { Authorization: `Bearer ${apikey}` };
  const body = JSON.stringify({ type: 'link', data: 'https://example.com/', frame: 'Scan me' });
  const made = (await (await server.fetch('/api/qr/add', { method: 'POST', headers, body })).json()) as {
    id: number;
    link: string;
  };
  const { pathname } = new URL(made.link);
  const picture = await server.fetch(pathname);
  const read = scanFile(new Uint8Array(await picture.arrayBuffer()));
  await server.fetch(pathname.replace('/qr/', '/q/'), { redirect: 'manual' });
  const { details } = (await (await server.fetch(`/api/qr/${made.id}`, { headers })).json()) as {
    details: { scans: number };
  };
  return { isRead: read === made.link.replace('/qr/', '/q/'), scans: details.scans };
}

/** Requests a logo from a private address, which the outbound thread refuses without connecting. */
async function fetchLogo(server: ServerProcess, apikey: string): Promise<string> {
  const headers = { Authorization: `Bearer ${apikey}` };
  const body = JSON.stringify({ type: 'link', data: 'https://example.com/', logo: 'https://10.0.0.1/logo.png' });
  const response = await server.fetch('/api/qr/add', { method: 'POST', headers, body });
  return ((await response.json()) as { message: string }).message;
}

beforeAll(() => {
  if (!isBuilt()) expect(Bun.spawnSync([process.execPath, 'scripts/build.ts']).exitCode).toBe(0);
});

test('the build is a single file that runs in an empty folder [sqlite]', async () => {
  expect(readdirSync(BUILD_OUTPUT).sort()).toEqual(['client', 'signpost']);
  const folder = newFolder();
  const program = [join(folder, 'signpost')];
  copyFileSync(join(BUILD_OUTPUT, 'signpost'), join(folder, 'signpost'));

  const server = await startServer({}, { program, cwd: folder });
  expect(usedMs(server.pid)).toBeLessThan(2_000);
  // The file contains the documentation and its pictures.
  expect(await (await server.fetch('/docs/api')).text()).toContain('/api/pixel/add');
  expect(await (await server.fetch('/docs/statistics')).text()).toContain('<img src="/docs/pictures/link.png"');
  const picture = await server.fetch('/docs/pictures/link.png');
  expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png']);
  // The file contains the dashboard and its assets.
  const page = await (await server.fetch('/app/links')).text();
  const [main = ''] = /\/app\/assets\/main-\w+\.js/.exec(page) ?? [];
  expect((await (await server.fetch(main)).text()).includes('GET /api/session')).toBe(true);
  const words = ['user', 'add', '--email', 'a@b.example', '--password', 'correct horse 9', '--json'];
  const added = await signpost(words, { DATA_DIR: join(folder, 'data') }, program);
  const { apikey } = JSON.parse(added.stdout);
  // The file contains the programs of the threads for drawing, counting and fetching.
  expect(await useQrCode(server, apikey)).toEqual({ isRead: true, scans: 1 });
  expect(await fetchLogo(server, apikey)).toContain("Couldn't load an image from this URL.");
  expect(server.output.stdout).not.toContain('thread');
  expect(await server.end()).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['data', 'signpost']);
  expect((await signpost(['--version'], {}, program)).stdout).toBe('0.1.0\n');
});
