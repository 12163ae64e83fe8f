import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

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

function programOf(name: string, means: string) {
  return { means, isInstalled: () => findProgram(name) !== null };
}

/** What the tests use beside Node and npm, by the name of the Debian package. */
const packages = {
  postgresql: { means: 'PostgreSQL', isInstalled: () => findPostgresBin() !== undefined },
  'redis-server': programOf('redis-server', 'Redis'),
  'chromium-headless-shell': programOf('chromium-headless-shell', 'Chromium without a window'),
  caddy: programOf('caddy', 'the web server Caddy'),
  nginx: programOf('nginx', 'the web server nginx'),
  systemd: programOf('systemd-analyze', 'systemd-analyze, which checks service files'),
  pebble: programOf('pebble', 'the certificate authority Pebble'),
  curl: programOf('curl', 'curl'),
  python3: programOf('python3', 'Python'),
  procps: programOf('pgrep', 'pgrep and ps'),
  buildah: programOf('buildah', 'buildah, which builds containers'),
  podman: programOf('podman', 'podman, which runs containers'),
  runc: programOf('runc', 'runc, which podman uses'),
  crun: programOf('crun', 'crun, which podman uses'),
  'docker-compose': programOf('docker-compose', 'docker-compose'),
};

/** A Debian package that some tests need. */
export type PackageName = keyof typeof packages;

const allPackages = Object.keys(packages) as PackageName[];

/** Whether this process may install packages and start servers as other users. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

const canInstall = () => isRoot() && Bun.which('apt-get') !== null;

/** A sentence for a package that is missing and that this user cannot install; undefined otherwise. */
export function describeMissing(name: PackageName): string | undefined {
  const { means, isInstalled } = packages[name];
  if (canInstall() || isInstalled()) return undefined;
  return `This needs ${means}, which is not installed. Install it with: sudo apt-get install ${name}`;
}

/** A sentence for each package that some test needs and that is missing. */
export function describeAllMissing(): string[] {
  return allPackages.flatMap((name) => describeMissing(name) ?? []);
}

/** Installs the packages that are missing; throws a sentence that says what to install if this user cannot. */
export async function installPackages(names: PackageName[] = allPackages): Promise<void> {
  const missing = names.filter((name) => !packages[name].isInstalled());
  if (missing.length === 0) return;
  for (const name of missing) {
    const problem = describeMissing(name);
    if (problem !== undefined) throw new Error(problem);
  }
  console.log(`installing ${missing.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Several test processes may install at the same time.
  const apt = ['apt-get', '-qq', '-o', 'DPkg::Lock::Timeout=600'];
  for (const words of [
    [...apt, 'update'],
    [...apt, 'install', '-y', ...missing],
  ]) {
    const child = Bun.spawn(words, { env, stdout: 'ignore', stderr: 'pipe' });
    const [errors, exitCode] = await Promise.all([child.stderr.text(), child.exited]);
    if (exitCode !== 0) throw new Error(`${words.join(' ')} failed:\n${errors}`);
  }
}
