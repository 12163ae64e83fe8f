import { expect, test } from 'bun:test';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../src/config/version.ts';
import { newFolder } from '../support/engines.ts';
import { signpost, startServer } from '../support/server-process.ts';

function run(words: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { cwd });
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${stderr}`);
  return stdout.toString();
}

const MODULES = 'node_modules';

/** The packages of this checkout that the program needs, without those that only its development needs, and without Bun. */
function listPackages(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const isTop = (path: string) => path.lastIndexOf(MODULES) === 0;
  const paths = Object.keys(packages).filter((path) => isTop(path) && !packages[path]?.dev && existsSync(path));
  return paths.filter((path) => !/^node_modules\/(bun$|@oven\/)/.test(path));
}

/** The package with Bun for this platform, as npm unpacks it: in this checkout, Bun's install script has moved the program out of it. */
function addBun(folder: string): void {
  for (const name of readdirSync(join(MODULES, '@oven'))) {
    const path = join(folder, MODULES, '@oven', name);
    mkdirSync(join(path, 'bin'), { recursive: true });
    cpSync(join(MODULES, '@oven', name, 'package.json'), join(path, 'package.json'));
    symlinkSync(process.execPath, join(path, 'bin/bun'));
  }
}

/** Puts packages where npm would unpack them, which takes most of its time. It still checks them, and adds and removes what is wrong. */
function addPackages(folder: string): void {
  const isLinkable = statSync(folder).dev === statSync(MODULES).dev;
  run(['cp', isLinkable ? '-rl' : '-r', '--parents', ...listPackages(), folder], '.');
  addBun(folder);
}

test('the npm package and what it depends on are installed; npx signpost runs from there, with the dashboard and the documentation [sqlite]', async () => {
  const packed = newFolder();
  const name = run(['npm', 'pack', '--silent', '--pack-destination', packed], '.').trim();
  const files = run(['tar', '-tzf', join(packed, name)], '.').split('\n');
  expect(files.filter((file) => /\.test\.tsx?$|^package\/(test|bench|demo|node_modules)\//.test(file))).toEqual([]);

  const folder = newFolder();
  addPackages(folder);
  // Without the install script of Bun, as where npm does not run such scripts.
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  run(['npm', 'install', ...options, join(packed, name)], folder);
  expect(run(['npx', 'signpost', '--version'], folder)).toBe(`${version}\n`);

  const program = [join(folder, 'node_modules/.bin/signpost')];
  const DATA_DIR = join(folder, 'data');
  const words = ['user', 'add', '--email', 'a@b.example', '--password', 'correct horse 9', '--json'];
  const { apikey } = JSON.parse((await signpost(words, { DATA_DIR }, program)).stdout);
  const server = await startServer({ DATA_DIR }, { program, cwd: folder });
  const headers = { Authorization: `Bearer ${apikey}` };
  const body = JSON.stringify({ url: 'https://example.com/spring', custom: 'spring' });
  await server.fetch('/api/url/add', { method: 'POST', headers, body });
  const redirect = await server.fetch('/spring', { redirect: 'manual' });
  expect([redirect.status, redirect.headers.get('Location')]).toEqual([302, 'https://example.com/spring']);
  const page = await (await server.fetch('/app/links')).text();
  const [main = ''] = /\/app\/assets\/main-\w+\.js/.exec(page) ?? [];
  expect((await server.fetch(main)).status).toBe(200);
  expect(await (await server.fetch('/docs/upgrading')).text()).toContain('Upgrading');
  expect(await server.end()).toBe(0);
});
