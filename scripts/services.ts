import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary server for the tests. */
export interface Service {
  url: string;
  stop(): Promise<void>;
}

interface Need {
  /** The name of the Debian package. */
  package: string;
  isInstalled(): boolean;
}

const POSTGRES_HOME = '/usr/lib/postgresql';

/** The folder of the PostgreSQL programs; undefined if it is not installed. */
export function findPostgresBin(): string | undefined {
  if (!existsSync(POSTGRES_HOME)) return undefined;
  const folders = readdirSync(POSTGRES_HOME).map((version) => join(POSTGRES_HOME, version, 'bin'));
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** The path of a program. Debian installs some in a folder that is not in the PATH of every user. */
export function findProgram(name: string): string | null {
  return Bun.which(name) ?? Bun.which(name, { PATH: '/usr/sbin' });
}

function programOf(name: string, ofPackage = name): Need {
  return { package: ofPackage, isInstalled: () => findProgram(name) !== null };
}

const needs: Need[] = [
  { package: 'postgresql', isInstalled: () => findPostgresBin() !== undefined },
  programOf('redis-server'),
  programOf('chromium-headless-shell'),
  programOf('caddy'),
  programOf('nginx'),
  programOf('systemd-analyze', 'systemd'),
  programOf('pebble'),
  programOf('curl'),
  programOf('python3'),
  programOf('pgrep', 'procps'),
  ...['buildah', 'podman', 'runc', 'crun', 'docker-compose'].map((name) => programOf(name)),
];

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Installs missing services from Debian packages, or says what to install. */
export async function installServices(): Promise<void> {
  const missing = needs.filter((need) => !need.isInstalled()).map((need) => need.package);
  if (missing.length === 0) return;
  const command = `apt-get install -y ${missing.join(' ')}`;
  if (!isRoot() || !Bun.which('apt-get')) {
    throw new Error(`The tests need ${missing.join(' and ')}. Install with: sudo ${command}`);
  }
  console.log(`installing ${missing.join(', ')} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const words of [['apt-get', 'update', '-qq'], command.split(' ')]) {
    const { exitCode, stderr } = Bun.spawnSync(words, { env, stdout: 'ignore' });
    if (exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${stderr}`);
  }
}

/** Finds a free port. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitFor(name: string, isReady: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (await isReady()) return;
    await Bun.sleep(50);
  }
  throw new Error(`${name} did not start within 10 s`);
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
  const bin = findPostgresBin();
  if (!bin) throw new Error('PostgreSQL is not installed');
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
    const probe = [join(bin as string, 'pg_isready'), '-q', '-h', '127.0.0.1', '-p', String(port)];
    await waitFor('PostgreSQL', () => Bun.spawnSync(probe).exitCode === 0);
    return child;
  }

  let server = await start();

  async function stop(): Promise<void> {
    Bun.spawnSync(asPostgres([join(bin as string, 'pg_ctl'), 'stop', '-D', data, '-m', 'immediate']), { cwd: folder });
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
  const ownPort = port ?? (await freePort());
  const words = ['redis-server', '--port', String(ownPort), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const server = Bun.spawn(words, { cwd: tmpdir(), stdout: 'ignore', stderr: 'ignore' });
  const isReady = () =>
    Bun.spawnSync(['redis-cli', '-p', String(ownPort), 'ping'])
      .stdout.toString()
      .startsWith('PONG');
  await waitFor('Redis', isReady);
  return {
    url: `redis://127.0.0.1:${ownPort}`,
    async stop() {
      server.kill('SIGKILL');
      await server.exited;
    },
  };
}
