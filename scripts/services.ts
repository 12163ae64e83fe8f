import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '../test/support/wait.ts';
import { findPostgresBin, installPackages, isRoot } from './packages.ts';

/** A temporary server for the tests. */
export interface Service {
  url: string;
  stop(): Promise<void>;
}

// Below the ports that the system gives to connections: one of those could be taken again before a server listens on it.
const FIRST_PORT = 10_000;
const PORTS = 22_000;

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  server.once('error', () => resolve(false));
  server.listen(port, () => server.close(() => resolve(true)));
  return promise;
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  while (true) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    if (await canListen(port)) return port;
  }
}

/** A PostgreSQL server that a test can interrupt. */
export interface PostgresService extends Service {
  /** Suspends all of its processes, with their connections open. */
  pause(): void;
  resume(): void;
  /** Stops it at once, runs the work, and starts it again on the same port. */
  restart(whileStopped: () => Promise<void>): Promise<void>;
}

/** PostgreSQL refuses to run as root, so root starts it as the user of the Debian package. */
function asPostgres(words: string[]): string[] {
  return isRoot() ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', '--', ...words] : words;
}

function userId(name: string): number {
  return Number(Bun.spawnSync(['id', '-u', name]).stdout.toString());
}

// Tests end and restart PostgreSQL, but never the machine, so they do not wait for the disk.
const WITHOUT_SYNC = ['fsync=off', 'full_page_writes=off'];

/** Starts PostgreSQL in a temporary folder. `[program, ...options]` creates its data directory. */
async function startOnData([program = '', ...creation]: string[], settings = WITHOUT_SYNC): Promise<PostgresService> {
  await installPackages(['postgresql', 'procps']);
  const bin = findPostgresBin() ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'signpost-pg-'));
  if (isRoot()) chownSync(folder, userId('postgres'), -1);
  const port = await freePort();
  const data = join(folder, 'data');
  const init = Bun.spawnSync(asPostgres([join(bin, program), '-D', data, '--no-sync', ...creation]), { cwd: folder });
  if (init.exitCode !== 0) throw new Error(`${program} failed:\n${init.stderr}`);
  const ownSettings = ['max_connections=200', 'listen_addresses=127.0.0.1'];
  const options = [...ownSettings, ...settings].flatMap((setting) => ['-c', setting]);
  const words = asPostgres([join(bin, 'postgres'), '-D', data, '-p', String(port), '-k', folder, ...options]);

  async function start() {
    const child = Bun.spawn(words, { cwd: folder, stdout: 'ignore', stderr: 'ignore' });
    const probe = [join(bin, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', String(port)];
    await waitUntil('PostgreSQL is ready', () => Bun.spawnSync(probe).exitCode === 0, { everyMs: 20 });
    return child;
  }

  let server = await start();

  async function stop(): Promise<void> {
    Bun.spawnSync(asPostgres([join(bin, 'pg_ctl'), 'stop', '-D', data, '-m', 'immediate']), { cwd: folder });
    await server.exited;
  }

  /** Signals the main process first, then its children, which serve the connections. */
  function signalAll(signal: NodeJS.Signals): void {
    const children = Bun.spawnSync(['pgrep', '-P', String(server.pid)])
      .stdout.toString()
      .split('\n')
      .filter(Boolean);
    for (const pid of [server.pid, ...children.map(Number)]) process.kill(pid, signal);
  }

  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    async restart(whileStopped) {
      await stop();
      await whileStopped();
      server = await start();
    },
    async stop() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const EMPTY = ['initdb', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8'];

/** Starts an empty PostgreSQL server. */
export function startPostgres(): Promise<PostgresService> {
  return startOnData(EMPTY);
}

/** Starts an empty PostgreSQL server that waits for the disk, as in production. */
export function startDurablePostgres(): Promise<PostgresService> {
  return startOnData(EMPTY, []);
}

/** Starts a streaming replica of a PostgreSQL server. */
export function startReplica(primary: Service): Promise<PostgresService> {
  return startOnData(['pg_basebackup', '-d', primary.url, '-R', '-c', 'fast']);
}

/** Starts a Redis server without persistence. */
export async function startRedis(port?: number): Promise<Service> {
  await installPackages(['redis-server']);
  const ownPort = port ?? (await freePort());
  const words = ['redis-server', '--port', String(ownPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = Bun.spawn(words, { cwd: tmpdir(), stdout: 'ignore', stderr: 'ignore' });
  const isReady = () =>
    Bun.spawnSync(['redis-cli', '-p', String(ownPort), 'ping'])
      .stdout.toString()
      .startsWith('PONG');
  await waitUntil('Redis is ready', isReady, { everyMs: 20 });
  return {
    url: `redis://127.0.0.1:${ownPort}`,
    async stop() {
      server.kill('SIGKILL');
      await server.exited;
    },
  };
}
