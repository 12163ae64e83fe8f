import { expect, test } from 'bun:test';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../support/engines.ts';
import { signpost, startServer } from '../support/server-process.ts';

test('the build is one file that serves alone from an empty folder [sqlite]', async () => {
  const build = Bun.spawnSync([process.execPath, 'scripts/build.ts']);
  expect(build.exitCode).toBe(0);
  expect(readdirSync('dist')).toEqual(['signpost']);
  const folder = newFolder();
  const program = [join(folder, 'signpost')];
  copyFileSync('dist/signpost', join(folder, 'signpost'));

  const server = await startServer({}, { program, cwd: folder });
  expect(server.startMs).toBeLessThan(2_000);
  const docs = await server.fetch('/docs');
  expect(await docs.text()).toContain('/api/pixel/add');
  expect(await server.end()).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['data', 'signpost']);
  expect((await signpost(['--version'], {}, program)).stdout).toBe('0.1.0\n');
});
