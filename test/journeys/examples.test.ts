import { afterAll, beforeAll, expect, test } from 'bun:test';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildClient } from '../../scripts/build-client.ts';
import { installPackages } from '../../scripts/packages.ts';
import { addAccount } from '../support/add-account.ts';
import { BUILD_OUTPUT, isBuilt } from '../support/build-output.ts';
import { newFolder, newReadyEnvironment } from '../support/engines.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

let server: ServerProcess;
let environment: Record<string, string>;

/** An empty project with the packed client library installed, and with the examples. */
const project = newFolder();

async function installClient(): Promise<void> {
  const folder = isBuilt() ? join(BUILD_OUTPUT, 'client') : join(newFolder(), 'client');
  if (!isBuilt()) await buildClient(folder);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  cpSync('examples', join(project, 'examples'), { recursive: true });
  const npm = ['npm', '--silent', '--offline', '--no-audit', '--no-fund'];
  const packed = Bun.spawnSync([...npm, 'pack', '--pack-destination', project], { cwd: folder }).stdout.toString();
  Bun.spawnSync([...npm, 'install', `./${packed.trim()}`], { cwd: project });
}

beforeAll(async () => {
  await installPackages(['curl', 'python3']);
  await installClient();
  const own = { ...(await newReadyEnvironment('sqlite')), RATE_LIMIT: '1000' };
  server = await startServer(own);
  const { PATH = '' } = process.env;
  environment = { PATH, SIGNPOST_URL: server.url, SIGNPOST_KEY: await addAccount(own) };
});
afterAll(() => server.end());

async function run(words: string[], input = '', own: Record<string, string> = {}) {
  const streams = { stdin: new Blob([input]), stdout: 'pipe', stderr: 'pipe' } as const;
  const child = Bun.spawn(words, { cwd: project, env: { ...environment, ...own }, ...streams });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { stdout, stderr, exitCode };
}

test('a URL is shortened from the shell, and a problem is reported [sqlite]', async () => {
  const spring = ['sh', 'examples/shorten.sh', 'https://example.com/?a="b"&c=\\d', 'spring'];
  expect(await run(spring)).toMatchObject({
    stdout: expect.stringMatching(/^http:\/\/localhost:\d+\/spring\n$/),
    exitCode: 0,
  });
  const visit = await server.fetch('/spring', { redirect: 'manual' });
  expect(visit.headers.get('Location')).toBe('https://example.com/?a=%22b%22&c=\\d');
  expect(await run(spring)).toMatchObject({ stderr: expect.stringContaining('"error":1'), exitCode: 1 });
});

test('a URL is shortened from Python, and a problem is reported [sqlite]', async () => {
  const summer = ['python3', 'examples/shorten.py', 'https://example.com/summer', 'summer'];
  expect(await run(summer)).toMatchObject({ stdout: expect.stringMatching(/\/summer\n$/), exitCode: 0 });
  expect(await run(summer)).toMatchObject({ stdout: '', stderr: expect.stringContaining('taken'), exitCode: 1 });
});

test('the packed client has strict types, and no import of Node in its one module', () => {
  const installed = join(project, 'node_modules/@signpost/client');
  expect(readFileSync(join(installed, 'index.js'), 'utf8')).not.toMatch(/node:|require\(/);
  const use = [
    "import { Signpost } from '@signpost/client';",
    "const signpost = new Signpost({ url: 'http://localhost:3000', key: 'sp_x' });",
    'export async function sumClicks(): Promise<number> {',
    '  let clicks = 0;',
    "  for await (const link of signpost.links.list({ order: 'click' })) clicks += link.clicks;",
    '  // @ts-expect-error: a link needs a destination.',
    "  await signpost.links.create({ custom: 'x' });",
    '  return clicks;',
    '}',
  ];
  writeFileSync(join(project, 'use.ts'), use.join('\n'));
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom'];
  const tsc = join(process.cwd(), 'node_modules/.bin/tsc');
  const { stdout } = Bun.spawnSync([process.execPath, '--bun', tsc, ...options, 'use.ts'], { cwd: project });
  expect(stdout.toString()).toBe('');
});

test('a list of URLs is shortened with Node, and the most clicked links are printed [sqlite]', async () => {
  const { stdout } = await run(['node', 'examples/shorten.mjs'], 'https://example.com/1\n\nhttps://example.com/2\n');
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t')[1]),
  ).toEqual(['https://example.com/1', 'https://example.com/2']);
  const wrong = await run(['node', 'examples/shorten.mjs'], 'javascript:alert(1)\n');
  expect([wrong.exitCode, wrong.stderr.includes('url: ')]).toEqual([1, true]);
  const top = await run(['node', 'examples/top-links.mjs']);
  expect(top.stdout.split('\n')[0]).toMatch(/^ +1 {2}http:\/\/localhost:\d+\/spring/);
});

test('the QR code of every link is saved [sqlite]', async () => {
  const folder = join(newFolder(), 'qr-codes');
  await run(['node', 'examples/save-qr-codes.mjs', folder]);
  expect(readdirSync(folder)).toHaveLength(4);
  expect(readFileSync(join(folder, 'spring.svg'), 'utf8')).toStartWith('<svg');
});

test('clicks are printed as they happen [sqlite]', async () => {
  const child = Bun.spawn(['node', 'examples/live-clicks.mjs'], { cwd: project, env: environment, stdout: 'pipe' });
  const visits = setInterval(() => void server.fetch('/spring', { redirect: 'manual' }), 200);
  const { value } = await child.stdout.getReader().read();
  clearInterval(visits);
  child.kill();
  expect(JSON.parse(new TextDecoder().decode(value).split('\n')[0] ?? '')).toMatchObject({ alias: 'spring' });
});

test('without a server or a key, the way out is printed [sqlite]', async () => {
  const { stderr, exitCode } = await run(['node', 'examples/top-links.mjs'], '', { SIGNPOST_KEY: '' });
  expect([stderr, exitCode]).toEqual([expect.stringContaining('Set SIGNPOST_URL'), 1]);
});
