import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTarGz } from '../../scripts/archives.ts';
import { assertIntegrity } from '../../scripts/release-targets.ts';
import { version } from '../../src/config/version.ts';
import { newFolder } from '../support/engines.ts';
import { signpost } from '../support/server-process.ts';

const NEW = '9.8.7';
const PLATFORMS = ['linux-x64', 'linux-x64-musl', 'linux-arm64', 'linux-arm64-musl'];

/** Writes a program that only prints its version. */
function writeProgram(path: string, printed: string): void {
  writeFileSync(path, `#!/bin/sh\necho ${printed}\n`);
  chmodSync(path, 0o755);
}

function sumOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Makes the files of a release, with the names that `npm run release` gives them. */
function makeRelease(folder: string, released: string): void {
  mkdirSync(folder, { recursive: true });
  const program = join(newFolder(), 'signpost');
  writeProgram(program, released);
  const names = PLATFORMS.map((platform) => `signpost-${released}-${platform}.tar.gz`);
  for (const name of names) writeTarGz(join(folder, name), [program, 'LICENSE']);
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sumOf(join(folder, name))}  ${name}\n`).join(''));
}

describe('releases', () => {
  const files = newFolder();
  let server: Bun.Server<undefined>;

  beforeAll(() => {
    makeRelease(join(files, 'latest/download'), NEW);
    makeRelease(join(files, 'download/v9.0.0'), '9.0.0');
    makeRelease(join(files, 'bad/latest/download'), NEW);
    for (const name of readdirSync(join(files, 'bad/latest/download'))) {
      if (name.endsWith('.gz')) writeTarGz(join(files, 'bad/latest/download', name), ['LICENSE']);
    }
    makeRelease(join(files, 'same/latest/download'), version);
    server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      async fetch(request) {
        const file = Bun.file(join(files, new URL(request.url).pathname));
        return (await file.exists()) ? new Response(file) : new Response('not found', { status: 404 });
      },
    });
  });

  afterAll(() => server.stop(true));

  async function install(environment: Record<string, string> = {}) {
    const folder = join(newFolder(), 'bin');
    const defaults = { PATH: process.env.PATH ?? '', SIGNPOST_RELEASES: server.url.href, SIGNPOST_DIR: folder };
    const child = Bun.spawn(['sh', 'install.sh'], {
      env: { ...defaults, ...environment },
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { folder, stdout, stderr, exitCode };
  }

  function printedBy(folder: string): string {
    return Bun.spawnSync([join(folder, 'signpost')]).stdout.toString();
  }

  test('install.sh installs the newest version or a given one, replaces an older one, and says how to start it', async () => {
    const first = await install({ SIGNPOST_VERSION: '9.0.0' });
    expect([first.exitCode, printedBy(first.folder)]).toEqual([0, '9.0.0\n']);
    const second = await install({ SIGNPOST_DIR: first.folder });
    expect([second.exitCode, printedBy(first.folder)]).toEqual([0, `${NEW}\n`]);
    expect(second.stdout).toContain(`Installed Signpost ${NEW} as ${first.folder}/signpost`);
    expect(second.stdout).toContain(`Start it with:  ${first.folder}/signpost serve`);
    expect(readdirSync(first.folder)).toEqual(['signpost']);
  });

  test('install.sh refuses a file with a wrong sum and installs nothing', async () => {
    const { folder, exitCode, stderr } = await install({ SIGNPOST_RELEASES: `${server.url.href}bad` });
    expect([exitCode, existsSync(folder)]).toEqual([1, false]);
    expect(stderr).toMatch(/has the SHA-256 sum \w{64} instead of \w{64}\. Nothing was installed\./);
  });

  test('install.sh names a platform without an executable, a missing version, and a missing address', async () => {
    const fakes = newFolder();
    writeFileSync(join(fakes, 'uname'), '#!/bin/sh\n[ "$1" = -m ] && echo riscv64 || echo "$SYSTEM"\n');
    chmodSync(join(fakes, 'uname'), 0o755);
    const path = `${fakes}:${process.env.PATH}`;
    const cases: [Record<string, string>, string][] = [
      [{ PATH: path, SYSTEM: 'Linux' }, 'there is no executable for riscv64 processors'],
      [{ PATH: path, SYSTEM: 'SunOS' }, 'there is no executable for SunOS.'],
      [{ SIGNPOST_VERSION: '1.2.3' }, '/download/v1.2.3/SHA256SUMS could not be downloaded'],
      [{ SIGNPOST_RELEASES: '' }, 'set SIGNPOST_RELEASES to the address of the releases'],
    ];
    for (const [environment, sentence] of cases) {
      const { folder, exitCode, stderr } = await install(environment);
      expect([exitCode, existsSync(folder)]).toEqual([1, false]);
      expect(stderr).toContain(`install.sh: `);
      expect(stderr).toContain(sentence);
    }
  });

  test('upgrade --check compares the versions, and says so if it cannot', async () => {
    async function check(path: string, words = ['upgrade', '--check', '--json']) {
      return signpost(words, { SIGNPOST_RELEASES: `${server.url.href}${path}` });
    }
    expect(JSON.parse((await check('')).stdout)).toEqual({ version, newest: NEW, isNewer: true });
    expect((await check('same', ['upgrade', '--check'])).stdout).toBe(`Signpost ${version} is the newest version.\n`);
    const away = await check('nowhere');
    expect([away.exitCode, away.stdout]).toEqual([1, '']);
    expect(away.stderr).toContain('The newest version is unknown: ');
    const unset = await signpost(['upgrade', '--check'], {});
    expect([unset.exitCode, unset.stderr.includes('SIGNPOST_RELEASES is not set')]).toEqual([1, true]);
    expect((await check('', ['upgrade'])).exitCode).toBe(2);
  });
});

test('a package of another platform that differs from package-lock.json is refused', () => {
  const file = join(newFolder(), 'package.tgz');
  writeFileSync(file, 'the package');
  const right = `sha512-${createHash('sha512').update('the package').digest('base64')}`;
  assertIntegrity(file, right);
  writeFileSync(file, 'another package');
  expect(() => assertIntegrity(file, right)).toThrow('differs from package-lock.json (sha512) and was deleted');
  expect(existsSync(file)).toBe(false);
});
