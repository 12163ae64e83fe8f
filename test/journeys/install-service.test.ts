import { expect, test } from 'bun:test';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '../../scripts/packages.ts';
import { writeServiceUnit } from '../../src/cli/install-service.ts';
import { newFolder } from '../support/engines.ts';
import { signpost } from '../support/server-process.ts';

/** Checks a unit with systemd's own tools. An exposure of 20 of 100 is the limit; systemd calls up to 40 "OK". */
async function checkUnit(unit: string): Promise<void> {
  await installPackages(['systemd']);
  const path = join(newFolder(), 'signpost.service');
  writeFileSync(path, unit);
  for (const words of [['verify'], ['security', '--offline=true', '--threshold=20', '--no-pager']]) {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['systemd-analyze', ...words, path]);
    expect({ exitCode, stderr: stderr.toString(), stdout: exitCode === 0 ? '' : stdout.toString() }).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: '',
    });
  }
}

test('install-service prints a unit for this installation that systemd accepts, and writes nothing', async () => {
  const dataDir = newFolder();
  const words = ['install-service', '--user', 'daemon', '--env-file', '/etc/own.env', '--dry-run', '--json'];
  const { unit, written } = JSON.parse((await signpost(words, { DATA_DIR: dataDir }, ['bin/signpost'])).stdout);
  expect(written).toBe(false);
  const lines = unit.split('\n');
  for (const line of [
    `ExecStart=${realpathSync('bin/signpost')} serve`,
    `Environment=DATA_DIR=${dataDir}`,
    `ReadWritePaths=${dataDir}`,
    'EnvironmentFile=-/etc/own.env',
    'User=daemon',
  ]) {
    expect(lines).toContain(line);
  }
  await checkUnit(unit);
  // The published unit differs only in its paths; the program that it names is not on this machine.
  await checkUnit(readFileSync('docs/deploy/signpost.service', 'utf8').replace('/usr/local/bin/signpost', '/bin/true'));

  const spaces = await signpost(['install-service', '--dry-run'], { DATA_DIR: '/srv/my data' });
  expect([spaces.exitCode, spaces.stderr]).toEqual([2, expect.stringContaining('DATA_DIR "/srv/my data"')]);
  const nobody = await signpost(['install-service', '--dry-run', '--user', 'a b'], {});
  expect([nobody.exitCode, nobody.stderr]).toEqual([2, expect.stringContaining('--user "a b"')]);
});

test('install-service says what to do before it writes, and replaces only its own unit', () => {
  const unitFile = join(newFolder(), 'signpost.service');
  const places = { program: '/bin/true', dataDir: newFolder(), environmentFile: '/etc/signpost.env', user: 'signpost' };
  const machine = { unitFile, isRoot: true, hasUser: () => true };
  const wrong = [
    [places, { ...machine, isRoot: false }, 'Run this command with sudo, or print the unit with --dry-run.'],
    [
      places,
      { ...machine, hasUser: () => false },
      'The user signpost does not exist. Create it with: useradd --system',
    ],
    [{ ...places, dataDir: '/srv/none' }, machine, 'Create it with: install -d -m 700 -o signpost /srv/none'],
    [places, { ...machine, unitFile: '/none/signpost.service' }, 'this machine does not use systemd'],
  ] as const;
  for (const [where, on, sentence] of wrong) expect(() => writeServiceUnit(where, on)).toThrow(sentence);
  expect(Bun.file(unitFile).size).toBe(0);

  writeServiceUnit(places, machine);
  writeServiceUnit({ ...places, user: 'other' }, machine);
  expect(readFileSync(unitFile, 'utf8')).toContain('\nUser=other\n');
  writeFileSync(unitFile, '[Service]\n');
  expect(() => writeServiceUnit(places, machine)).toThrow('was not written by this command');
  expect(readFileSync(unitFile, 'utf8')).toBe('[Service]\n');
});
