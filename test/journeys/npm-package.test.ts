import { expect } from 'bun:test';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { version } from '../../src/config/version.ts';
import { newFolder } from '../support/engines.ts';
import { signpost, startServer } from '../support/server-process.ts';
import { timedTest } from '../support/timed-test.ts';

function run(words: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { cwd });
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${stderr}`);
  return stdout.toString();
}

const MODULES = resolve('node_modules');

/** The package that brings Bun for this platform, as npm unpacks it; in this checkout, Bun's install script has moved the program out of it. */
function linkBun(name: string): string {
  const folder = newFolder();
  cpSync(join(MODULES, name, 'package.json'), join(folder, 'package.json'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(process.execPath, join(folder, 'bin/bun'));
  return folder;
}

function listScope(scope: string): string[] {
  return readdirSync(join(MODULES, scope)).map((name) => `${scope}/${name}`);
}

/** Makes npm link the largest packages, 400 MB, wherever the package asks for them: unpacking takes longer than all the rest. */
function linkLargePackages(folder: string): void {
  const linked = [...listScope('@ip-location-db'), 'lucide-react'].map((name) => [name, join(MODULES, name)]);
  const bun = listScope('@oven').map((name) => [name, linkBun(name)]);
  const overrides = Object.fromEntries([...linked, ...bun].map(([name, path]) => [name, `file:${path}`]));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ overrides }));
}

timedTest(
  'the npm package is installed in an empty folder; npx signpost runs from it, with the dashboard and the documentation [sqlite]',
  async () => {
    const packed = newFolder();
    const name = run(['npm', 'pack', '--silent', '--pack-destination', packed], '.').trim();
    const files = run(['tar', '-tzf', join(packed, name)], '.').split('\n');
    expect(files.filter((file) => /\.test\.tsx?$|^package\/(test|bench|demo|node_modules)\//.test(file))).toEqual([]);

    const folder = newFolder();
    linkLargePackages(folder);
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
  },
  120_000,
);
