import { expect, test } from 'bun:test';
import { constants, existsSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { SQL } from 'bun';
import { readConfig } from '../../src/config/config.ts';
import { openStore } from '../../src/db/open.ts';
import { backUp, fullStore, readAll, restoreTo } from '../support/backups.ts';
import { newStoreEnvironment } from '../support/engines.ts';
import { PROGRAM } from '../support/server-process.ts';
import { waitUntil } from '../support/wait.ts';

type Environment = Record<string, string>;

function startRestore(environment: Environment, from: string) {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  return Bun.spawn([PROGRAM, 'restore', '--from', from], { env, stdout: 'ignore', stderr: 'ignore' });
}

async function expectWhole(environment: Environment, from: string): Promise<void> {
  const config = readConfig(environment);
  expect(await restoreTo(config, from)).toMatchObject({ users: 3, links: 3, pictures: 2 });
  expect(readdirSync(config.dataDir)).not.toContain('signpost.db.restoring');
  const { settings: _, journals: __, ...rows } = await readAll(config);
  const { settings: ___, journals: ____, ...expected } = await readAll(await fullStore('sqlite'));
  expect(rows).toEqual(expected);
}

test.concurrent('a killed restore leaves no store, and the next one completes [sqlite]', async () => {
  const environment = await newStoreEnvironment('sqlite');
  const { DATA_DIR = '' } = environment;
  const backup = await backUp(await fullStore('sqlite'));
  // A named pipe in place of a picture: the restore blocks when it opens it.
  const pipe = join(DATA_DIR, 'files', '2.png');
  await mkdir(join(DATA_DIR, 'files'));
  await Bun.spawn(['mkfifo', pipe]).exited;
  const restore = startRestore(environment, backup);
  const opening = () => open(pipe, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
  const writer = await waitUntil('the restore opens the picture', opening, { everyMs: 5 });
  expect(existsSync(join(DATA_DIR, 'signpost.db.restoring'))).toBe(true);
  restore.kill('SIGKILL');
  await restore.exited;
  await writer.close();
  expect(existsSync(join(DATA_DIR, 'signpost.db'))).toBe(false);
  rmSync(pipe);
  await expectWhole(environment, backup);
});

test.concurrent('a killed restore leaves an empty store, and the next one completes [postgres]', async () => {
  const environment = await newStoreEnvironment('postgres');
  const config = readConfig(environment);
  const backup = await backUp(await fullStore('sqlite'));
  const { database } = await openStore(config, 0);
  await database.close();
  const server = new SQL(environment.DATABASE_URL ?? '', { max: 1 });
  // A trigger makes the insert into the last table wait.
  await server.unsafe(`create function never() returns trigger language plpgsql as
    $$ begin perform pg_sleep(600); return new; end $$`);
  await server.unsafe('create trigger never before insert on words for each row execute function never()');
  const restore = startRestore(environment, backup);
  const busy = await waitUntil('the restore inserts into the last table', async () => {
    const rows: { pid: number }[] = await server`select pid from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep' and query like 'insert into "words"%'`;
    return rows.length > 0 && rows;
  });
  restore.kill('SIGKILL');
  await restore.exited;
  // PostgreSQL would notice the closed connection only when it next writes to the client.
  for (const { pid } of busy) await server`select pg_terminate_backend(${pid}, 10000)`;
  const { migrations: _, name_locks: __, word_sweeps: ___, settings, ...left } = await readAll(config);
  expect(Object.entries(left).filter(([, rows]) => rows.length > 0)).toEqual([]);
  expect(settings?.map(({ name }) => name).sort()).toEqual(['first_hours', 'schema_needs']);
  await server.unsafe('drop function never cascade');
  await server.close();
  await expectWhole(environment, backup);
});
