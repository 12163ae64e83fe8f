import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian is kept between runs. */
const DEBIAN = '.cache/drill/debian';

/** The address of the machine; the container and the certificate authority find every name there. */
export const ADDRESS = '203.0.113.10';

/** Runs a command and returns its output; throws if it fails. */
export function runNow(words: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(words);
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout.toString();
}

/** Installs a Debian with Podman and nothing else that this drill needs: no Node, no Bun, no checkout. */
export function installDebian(): void {
  if (existsSync(DEBIAN)) return;
  console.log('Installing an empty Debian 12 with podman (a minute or two) ...');
  mkdirSync('.cache/drill', { recursive: true });
  rmSync(`${DEBIAN}.part`, { recursive: true, force: true });
  const packages = 'podman,runc,iptables,containernetworking-plugins';
  runNow(['debootstrap', '--variant=minbase', `--include=${packages}`, 'bookworm', `${DEBIAN}.part`]);
  renameSync(`${DEBIAN}.part`, DEBIAN);
}

// A machine with systemd and all rights needs neither file. They let Podman run within the sandbox of a test.
const CONTAINERS_CONF = `[containers]
default_ulimits = ["nofile=8192:8192", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;
const STORAGE_CONF = `[storage]
driver = "vfs"
graphroot = "/var/lib/containers/storage"
runroot = "/run/containers/storage"
`;

/** Makes the folder the root of a mount namespace, as a machine has it: in a mere chroot, Podman cannot enter its containers. */
function bootScript(folder: string): string {
  return `set -e
mount --bind ${folder} ${folder}
mount -t proc proc ${folder}/proc
mount --rbind /sys ${folder}/sys
mount --rbind /dev ${folder}/dev
mount -t tmpfs tmpfs ${folder}/run
mount -t tmpfs tmpfs ${folder}/tmp
cd ${folder}
pivot_root . mnt
cd /
umount -l /mnt
echo up
exec sleep infinity`;
}

/** The machine: a Debian of its own, in the network namespace of this process. */
export class EmptyMachine {
  readonly #folder: string;
  readonly #pid: number;

  private constructor(folder: string, pid: number) {
    this.#folder = folder;
    this.#pid = pid;
  }

  static async boot(): Promise<EmptyMachine> {
    const folder = join(process.cwd(), DEBIAN);
    // What an earlier drill left behind.
    rmSync(join(folder, 'var/lib/containers'), { recursive: true, force: true });
    for (const words of [
      'ip link set lo up',
      'ip link add net0 type bridge',
      `ip addr add ${ADDRESS}/24 dev net0`,
      'ip link set net0 up',
      'ip route add default via 203.0.113.1',
    ]) {
      runNow(words.split(' '));
    }
    const script = ['unshare', '--mount', 'sh', '-c', bootScript(folder)];
    const init = Bun.spawn(script, { stdout: 'pipe', stderr: 'inherit' });
    const { value } = await init.stdout.getReader().read();
    if (value === undefined) throw new Error('The machine did not start.');
    const machine = new EmptyMachine(folder, init.pid);
    machine.write('etc/containers/containers.conf', CONTAINERS_CONF);
    machine.write('etc/containers/storage.conf', STORAGE_CONF);
    machine.write('etc/resolv.conf', `nameserver ${ADDRESS}\n`);
    return machine;
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.#folder, path), text);
  }

  /** Copies a file to a path on the machine. */
  copy(from: string, path: string): void {
    copyFileSync(from, join(this.#folder, path));
  }

  /** Runs a command on the machine. */
  run(words: string[]): string {
    return runNow(['nsenter', '-t', String(this.#pid), '--mount', '--', ...words]);
  }
}
