import { expect } from 'bun:test';
import { join } from 'node:path';
import { version } from '../../src/config/version.ts';
import { newFolder } from '../support/engines.ts';
import { signpost, startServer } from '../support/server-process.ts';
import { timedTest } from '../support/timed-test.ts';

function run(words: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words, { cwd });
  if (exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${stderr}`);
  return stdout.toString();
}

timedTest(
  'the npm package is installed in an empty folder; npx signpost runs from it, with the dashboard and the documentation [sqlite]',
  async () => {
    const packed = newFolder();
    const name = run(['npm', 'pack', '--silent', '--pack-destination', packed], '.').trim();
    const files = run(['tar', '-tzf', join(packed, name)], '.').split('\n');
    expect(files.filter((file) => /\.test\.tsx?$|^package\/(test|bench|demo|node_modules)\//.test(file))).toEqual([]);

    const folder = newFolder();
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
