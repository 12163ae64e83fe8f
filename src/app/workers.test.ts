import { expect, test } from 'bun:test';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import { waitUntil } from '../../test/support/wait.ts';
import { readConfig } from '../config/config.ts';
import { createLog } from '../lib/log.ts';
import { startWorkers, type WatchRules } from './workers.ts';

/** Runs a program that starts a worker with this environment. */
function writeProgram(folder: string, environment: Record<string, string>): string {
  const program = join(folder, 'program');
  const settings = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
  writeFileSync(program, `#!/bin/sh\n${settings.join(' ')} exec '${resolve('bin/signpost')}' "$@" >/dev/null\n`);
  chmodSync(program, 0o700);
  return program;
}

function workersOn(port: number): number[] {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=,args=', '--ppid', String(process.pid)]);
  const lines = stdout.toString().split('\n');
  return lines.filter((line) => line.includes(`worker --port ${port}`)).map((line) => Number.parseInt(line, 10));
}

/** Workers that log errors to this array; the program that starts them can be removed. */
async function start(rules?: WatchRules) {
  const folder = newFolder();
  const environment = { DATA_DIR: join(folder, 'data'), HOST: '127.0.0.1', PORT: '0', WORKERS: '2' };
  const program = writeProgram(folder, environment);
  const lines: string[] = [];
  const log = createLog('error', (line) => lines.push(line));
  const runtime = { log, now: Date.now };
  const { port = 0, stop } = await startWorkers(readConfig(environment), runtime, [program, 'worker'], rules);
  async function said(words: string): Promise<void> {
    const isLogged = () => lines.some((line) => line.includes(words));
    await waitUntil(`the log says: ${words}`, isLogged, { everyMs: 20, details: () => lines.join('') });
  }
  return { program, port, stop, said };
}

test('a worker that does not respond is ended and replaced', async () => {
  const { port, stop, said } = await start({ lookEveryMs: 200, maxSilent: 5 });
  const [first = 0] = workersOn(port);
  process.kill(first, 'SIGSTOP');
  await said('a worker does not respond; ending it');
  const isReplaced = (pids: number[]) => pids.length === 2 && !pids.includes(first);
  await waitUntil('the worker is replaced', () => isReplaced(workersOn(port)), { everyMs: 20 });
  await stop();
});

test('if a worker cannot be restarted the others keep serving, and it is tried again', async () => {
  const { program, port, stop, said } = await start();
  renameSync(program, `${program}.away`);
  const [first = 0] = workersOn(port);
  process.kill(first, 'SIGKILL');
  await said('a worker could not be started');
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);

  renameSync(`${program}.away`, program);
  await waitUntil('both workers run', () => workersOn(port).length === 2, { everyMs: 20 });
  await stop();
  expect(workersOn(port)).toEqual([]);
});
