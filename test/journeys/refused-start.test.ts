import { expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/services.ts';
import { newFolder, newPostgresUrl, newReadyEnvironment } from '../support/engines.ts';
import { type Ended, signpost, startServer } from '../support/server-process.ts';

/** Expects one sentence on standard error, exit code 1, and no new folder. */
function expectRefusal({ exitCode, stderr, stdout }: Ended, name: string, dataDir: string): void {
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toStartWith(`signpost: ${name}`);
  expect(stdout).toBe('');
  expect(exitCode).toBe(1);
  expect(existsSync(dataDir)).toBe(false);
}

test('an invalid variable stops the start and writes nothing', async () => {
  const DATA_DIR = join(newFolder(), 'data');
  for (const [name, value] of Object.entries({
    PORT: 'abc',
    TRUST_PROXY: 'x',
    DATABASE_URL: 'mysql://h/d',
    LOG_LEVEL: 'loud',
  })) {
    expectRefusal(await signpost(['serve'], { DATA_DIR, [name]: value }), name, DATA_DIR);
  }
});

test('a port in use by another Signpost stops the start and writes nothing', async () => {
  const DATA_DIR = join(newFolder(), 'data');
  const other = await startServer(await newReadyEnvironment('sqlite'));
  const { port } = new URL(other.url);
  for (const HOST of ['127.0.0.1', '0.0.0.0']) {
    expectRefusal(await signpost(['serve'], { DATA_DIR, HOST, PORT: port }), `PORT ${port} is in use`, DATA_DIR);
  }
  await other.end();
});

test('an address of another machine stops the start and writes nothing', async () => {
  const DATA_DIR = join(newFolder(), 'data');
  expectRefusal(
    await signpost(['serve'], { DATA_DIR, HOST: '203.0.113.1', PORT: '0' }),
    'Cannot listen on 203.0.113.1:0 (HOST and PORT)',
    DATA_DIR,
  );
});

test('a data folder that cannot be created stops the start', async () => {
  const file = join(newFolder(), 'a-file');
  writeFileSync(file, '');
  const DATA_DIR = join(file, 'data');
  expectRefusal(
    await signpost(['serve'], { DATA_DIR, PORT: '0', HOST: '127.0.0.1' }),
    'DATA_DIR is not writable',
    DATA_DIR,
  );
});

test('a file that is not a database stops the start and is not changed [sqlite]', async () => {
  const DATA_DIR = newFolder();
  const file = join(DATA_DIR, 'signpost.db');
  writeFileSync(file, 'this is a letter to my aunt, not a database, and long enough to be read as one'.repeat(20));
  const { exitCode, stderr } = await signpost(['serve'], { DATA_DIR, PORT: '0', HOST: '127.0.0.1' });
  expect(exitCode).toBe(1);
  expect(stderr).toStartWith('signpost: The database in DATA_DIR cannot be used');
  expect(await Bun.file(file).text()).toStartWith('this is a letter');
});

test('an unreachable store stops the start and writes nothing [postgres]', async () => {
  const DATA_DIR = join(newFolder(), 'data');
  const base = { DATA_DIR, PORT: '0', HOST: '127.0.0.1' };
  const unreachableUrl = `postgres://u:hidden@127.0.0.1:${await freePort()}/d`;
  const refused = await signpost(['serve'], { ...base, DATABASE_URL: unreachableUrl });
  expectRefusal(refused, 'The database in DATABASE_URL cannot be used', DATA_DIR);
  expect(refused.stderr).not.toContain('hidden');
  const missing = new URL(await newPostgresUrl());
  missing.pathname = '/no_such_database';
  const unknown = await signpost(['serve'], { ...base, DATABASE_URL: missing.href });
  expectRefusal(unknown, 'The database in DATABASE_URL cannot be used', DATA_DIR);
});
