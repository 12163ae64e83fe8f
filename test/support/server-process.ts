import { readFileSync } from 'node:fs';
import { freePort } from '../../scripts/services.ts';
import { randomToken } from '../../src/lib/token.ts';
import { waitUntil } from './wait.ts';

/** The result of a command. */
export interface Ended {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** The program under test: in a full run the executable that a release ships, which also starts faster; otherwise the source. */
export const PROGRAM = process.env.TEST_PROGRAM ?? 'bin/signpost';

// A minimal environment: the machine's own settings do not reach the program.
function environmentOf(own: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, ...own };
}

/** Runs a command until it exits. */
export async function signpost(
  words: string[],
  environment: Record<string, string>,
  program = [PROGRAM],
  input = '',
): Promise<Ended> {
  const child = Bun.spawn([...program, ...words], {
    env: environmentOf(environment),
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { exitCode, stdout, stderr };
}

/** Runs a command in a pseudo-terminal and types an input at each prompt; the output is what the terminal shows. */
export async function typePasswords(
  words: string[],
  environment: Record<string, string>,
  answers: string[],
): Promise<Ended> {
  const line = [PROGRAM, ...words].map((word) => `'${word}'`).join(' ');
  const child = Bun.spawn(['script', '-qec', line, '/dev/null'], {
    env: environmentOf(environment),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const waiting = [...answers];
  let stdout = '';
  await collect(child.stdout, (text) => {
    stdout += text;
    const prompts = stdout.match(/(?:Password|Repeat password): /g)?.length ?? 0;
    while (waiting.length > 0 && answers.length - waiting.length < prompts) {
      child.stdin.write(waiting.shift() ?? '');
      child.stdin.flush();
    }
  });
  return { exitCode: await child.exited, stdout, stderr: await child.stderr.text() };
}

/** A server in its own process. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Its output so far. */
  output: { stdout: string; stderr: string };
  fetch(path: string, init?: RequestInit): Promise<Response>;
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<number>;
}

/** The worker processes of a server that are running; none if it serves alone. */
export function workersOf({ pid }: ServerProcess): number[] {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'pid=', '--ppid', String(pid)]);
  return (stdout.toString().match(/\d+/g) ?? []).map(Number);
}

/** The CPU time that a process has used so far, with all of its threads. */
export function usedMs(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  // In hundredths of a second: user time and system time.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function collect(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
}

function isReadyAt(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Starts the server and waits until it is ready. */
export async function startServer(
  environment: Record<string, string>,
  { program = [PROGRAM], cwd = '.', onSpawn = (_pid: number) => {}, isReady = isReadyAt } = {},
): Promise<ServerProcess> {
  const port = environment.PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = environmentOf({ HOST: '127.0.0.1', SECRET: randomToken(24), ...environment, PORT: port });
  const child = Bun.spawn([...program, 'serve'], { cwd, env, stdout: 'pipe', stderr: 'pipe' });
  onSpawn(child.pid);
  const output = { stdout: '', stderr: '' };
  collect(child.stdout, (text) => {
    output.stdout += text;
  });
  collect(child.stderr, (text) => {
    output.stderr += text;
  });
  const isStarted = () => {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`the server ended with ${end}: ${output.stderr}`);
    return isReady(url);
  };
  await waitUntil('the server is ready', isStarted, { details: () => output.stderr + output.stdout });
  return {
    url,
    pid: child.pid,
    output,
    fetch: (path, init) => fetch(`${url}${path}`, init),
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      return child.exited;
    },
  };
}
